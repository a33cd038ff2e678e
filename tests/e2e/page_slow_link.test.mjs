// SPDX-License-Identifier: MIT
// The page over links of every kind: history is fetched once, in pieces, newest first, and the picture fills.

import test, { after, before, describe } from 'node:test';
import assert from 'node:assert/strict';
import { REAL, keepPicture, launchBrowser, waitForFacts } from './page_harness.mjs';
import { FILL_LIMIT, chosen, openSlow } from './slow_page.mjs';

const LIMIT = { timeout: 500_000, skip: REAL ? 'needs the fake' : false };

let browser;
before(async () => {
  browser = await launchBrowser();
}, LIMIT);
after(() => browser?.close());

/** A page over a link, closed at the end. */
async function openOver(link, work, options) {
  const open = await openSlow(browser, link, options);
  try {
    await waitForFacts(open.page, ({ rows }) => rows > 5, FILL_LIMIT);
    await work(open.page, open.seen, open.link, open.server);
  } finally {
    await open.close();
  }
}

// Several at a time: most of it is waiting for a link.
describe('over links', { ...LIMIT, concurrency: 3 }, () => {
  for (const { name, link, requests, kilobytes } of [
    { name: '20 Mbit/s', link: { bitsPerSecond: 20e6 }, requests: 6, kilobytes: 2600 },
    { name: '4 Mbit/s', link: { bitsPerSecond: 4e6 }, requests: 8, kilobytes: 2600 },
    { name: '1 Mbit/s', link: { bitsPerSecond: 1e6 }, requests: 12, kilobytes: 1800 },
    { name: '400 kbit/s, 300 ms', link: { bitsPerSecond: 400e3, delayMs: 300 }, requests: 20, kilobytes: 1800 }]) {
    test(`the picture fills over ${name}, with few requests`, LIMIT, () => openOver(link, async (page, seen) => {
      await waitForFacts(page, ({ filled }) => filled > 0.97, FILL_LIMIT);
      await Promise.all(seen.sizes);
      await keepPicture(page, `link-${name.replace(/\W+/g, '-')}`);
      assert.ok(seen.failed <= 1, `${seen.failed} given up`);
      assert.ok(seen.asked.length - seen.finished - seen.failed <= 1, 'one at a time');
      assert.ok(seen.asked.length <= requests, `${seen.asked.length} requests`);
      assert.ok(seen.bytes <= kilobytes * 1000, `${seen.bytes} bytes`);
    }));
  }

  test('a request for a view that is gone is given up, and the new view fills', LIMIT, () => openOver({ bitsPerSecond: 1e6 }, async (page, seen) => {
    while (seen.asked.length - seen.finished === 0) await page.waitForTimeout(20); // one is on its way
    await page.keyboard.press('+');
    await waitForFacts(page, ({ band }) => band.toHz - band.fromHz === 1.2e6);
    await page.waitForFunction(() => window.spectrumd.facts().filled > 0.97, null, { timeout: FILL_LIMIT });
    const asked = seen.asked.findIndex((query) => query.has('from'));
    assert.ok(asked > 0, 'the view was asked for');
    assert.ok(seen.asked.slice(asked).every((query) => query.has('from')), 'and no other since');
    assert.ok(seen.failed <= 3, `${seen.failed} given up`);
  }));

  /** Views that the page has asked for. */
  const viewsAt = (server) => server.fake.requests.filter(({ type, bytes }) => type === 'view' && bytes);

  /** Waits until the last view fulfils a condition. */
  async function untilView(page, server, condition) {
    while (!viewsAt(server).some((view) => condition(view))) await page.waitForTimeout(50);
  }

  const isFull = ({ bytes, detectors, rate }) => bytes === 2 && detectors.length === 3 && rate === null;

  test('a quick link gets rows in full detail, after the first ones', LIMIT, () => openOver({}, async (page, seen, link, server) => {
    await untilView(page, server, isFull);
    assert.deepEqual(viewsAt(server)[0].detectors, ['max'], 'until the link is known');
    await page.waitForFunction(() => /^[\d.]+ kB\/s$/.test(document.querySelector('#status-traffic').textContent));
  }));

  test('a slow link gets what the waterfall draws, and the line less often', LIMIT, () => openOver({ bitsPerSecond: 400e3, delayMs: 300 }, async (page, seen, link, server) => {
    await waitForFacts(page, ({ filled }) => filled > 0.97, FILL_LIMIT);
    assert.ok(viewsAt(server).every(({ bytes, step, detectors }) => bytes === 1 && step === 1 && detectors.length === 1));
    await page.waitForFunction(() => /kB\/s, reduced/.test(document.querySelector('#status-traffic').textContent));
    const level = await page.evaluate(() => window.spectrumd.levelAt(100.3e6));
    assert.ok(Math.abs(level + 20) <= 0.5, `mean of the carrier of -20 dBFS: ${level}`);
    await page.click('[data-detector="min"]');
    await untilView(page, server, ({ detectors, extra }) => detectors[0] === 'min' && extra.detectors[0] === 'mean');
  }));

  test('who saves data gets less over any link, after a reload, too', LIMIT, () => openOver({}, async (page, seen, link, server) => {
    await untilView(page, server, isFull);
    await page.selectOption('#data', 'saved');
    await untilView(page, server, ({ extra, rate }) => extra && rate === 20);
    const before = viewsAt(server).length;
    await page.reload();
    await waitForFacts(page, ({ rows }) => rows > 30);
    assert.equal(await page.inputValue('#data'), 'saved');
    assert.ok(!viewsAt(server).slice(before).some(isFull));
    await page.selectOption('#data', 'auto');
    while (!isFull(viewsAt(server).at(-1))) await page.waitForTimeout(50);
  }));

  test('who wants full detail gets it over any link', LIMIT, () => openOver({ bitsPerSecond: 4e6, delayMs: 300 }, async (page, seen, link, server) => {
    assert.ok(viewsAt(server).filter((view) => view !== viewsAt(server)[0]).every(isFull));
  }, { before: chosen('full') }));

  test('where the browser says that its network is gone, so does the page', LIMIT, () => openOver({}, async (page) => {
    const shown = await page.evaluate(() => {
      window.dispatchEvent(new Event('offline'));
      return document.querySelector('#status-state b').textContent + document.querySelector('#banner').textContent;
    });
    assert.match(shown, /no answer.*nothing arrives/i, 'at once');
    await page.waitForSelector('#banner', { state: 'hidden' });
  }));

  test('a link that dies without a sign is reported before it is given up, and forgotten when it is back', LIMIT, () => openOver({}, async (page, seen, link) => {
    link.stall();
    const stalledAt = Date.now();
    await page.waitForFunction(() => document.querySelector('#status-state b')?.textContent === 'no answer');
    console.log(`reported after ${Date.now() - stalledAt} ms`);
    assert.match(await page.textContent('#banner'), /nothing arrives/i);
    assert.ok(await page.getAttribute('#plot', 'data-stale') !== null);
    link.resume();
    await page.waitForFunction(() => document.querySelector('#status-state b')?.textContent === 'streaming');
    await page.waitForSelector('#banner', { state: 'hidden' });
  }));
});
