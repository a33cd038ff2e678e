// SPDX-License-Identifier: MIT
// The page over links of every kind: history is fetched once, in pieces, newest first, and the picture fills.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { REAL, keepPicture, launchBrowser, openPage, startServer, waitForFacts } from './page_harness.mjs';
import { startSlowLink } from './slow_link.mjs';

const LIMIT = { timeout: 500_000, skip: REAL ? 'needs the fake' : false };
const FILL_LIMIT = 180_000;
const SIZE = { viewport: { width: 1280, height: 800 } };

let browser;
before(async () => {
  browser = await launchBrowser();
}, LIMIT);
after(() => browser?.close());

/** History requests of a page: asked for, answered in full, given up; and the bytes of those answered. */
function watchHistory(page) {
  const seen = { asked: [], finished: 0, failed: 0, bytes: 0, sizes: [] };
  const isHistory = (request) => request.url().includes('api/v1/history');
  page.on('request', (request) => isHistory(request) && seen.asked.push(new URL(request.url()).searchParams));
  page.on('requestfailed', (request) => isHistory(request) && ++seen.failed);
  page.on('requestfinished', async (request) => {
    if (!isHistory(request)) return;
    ++seen.finished;
    seen.sizes.push(request.sizes().then(({ responseBodySize }) => (seen.bytes += responseBodySize), () => {}));
  });
  return seen;
}

/** A page over a link, watched from its first request. */
async function openOver(link, work) {
  const server = await startServer();
  const slow = await startSlowLink(server.port, link);
  const context = await browser.newContext(SIZE);
  const page = await context.newPage();
  page.setDefaultTimeout(FILL_LIMIT);
  const seen = watchHistory(page);
  try {
    await page.goto(slow.url, { waitUntil: 'commit', timeout: FILL_LIMIT });
    await page.waitForFunction(() => window.spectrumd?.facts().rows > 5, null, { timeout: FILL_LIMIT });
    await work(page, seen, slow, server);
  } finally {
    await context.close();
    slow.close();
    await server.stop();
  }
}

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

test('rows come in less detail while the link delivers them late', LIMIT, () => openOver({ bitsPerSecond: 400e3 }, async (page, seen, link, server) => {
  const views = () => server.fake.requests.filter(({ type, bytes }) => type === 'view' && bytes);
  assert.deepEqual([views()[0].bytes, views()[0].detectors.length], [2, 3]);
  while (!views().some(({ bytes, rate }) => bytes === 1 && rate !== null)) await page.waitForTimeout(100);
  await page.waitForFunction(() => /kB\/s, reduced/.test(document.querySelector('#status-traffic').textContent));
  await page.click('[data-detector="min"]');
  while (!views().at(-1).detectors.includes('min')) await page.waitForTimeout(100);
}));

test('a link that dies without a sign is reported before it is given up, and forgotten when it is back', LIMIT, () => openOver({}, async (page, seen, link) => {
  link.stall();
  await page.waitForFunction(() => document.querySelector('#status-state b')?.textContent === 'no answer');
  assert.match(await page.textContent('#banner'), /nothing arrives/i);
  assert.ok(await page.getAttribute('#plot', 'data-stale') !== null);
  link.resume();
  await page.waitForFunction(() => document.querySelector('#status-state b')?.textContent === 'streaming');
  await page.waitForSelector('#banner', { state: 'hidden' });
}));
