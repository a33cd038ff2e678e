// SPDX-License-Identifier: MIT
// What the page costs over links of every kind, with the program itself: requests and bytes, which are limited here, and
// times, which are printed. MEASURE=1 also limits the times, for machines with nothing else to do. PAGE_BUNDLED=1: the
// program was built with esbuild.

import test, { after, before, describe } from 'node:test';
import assert from 'node:assert/strict';
import { REAL, keepPicture, launchBrowser, startServer, waitForFacts } from './page_harness.mjs';
import { eventually } from './program.mjs';
import { DESKTOP, FILL_LIMIT, PHONE, chosen, openSlow, trafficOver } from './slow_page.mjs';

const LIMIT = { timeout: 500_000, skip: REAL ? false : 'needs the program' };
const COLUMNS = 1086;
const ROWS = 120; // over which bytes are counted: six seconds
const SCREEN_ROWS = 600; // more than a screen has lines: with less history a page waits for live rows to fill it
const strict = process.env.MEASURE === '1';

let browser;
let server; // the same for all, so that there is a history to fetch
before(async () => {
  if (!REAL) return;
  browser = await launchBrowser();
  server = await startServer();
}, LIMIT);
after(async () => {
  await browser?.close();
  await server?.stop();
});

const historyFills = () => eventually(async () => (await (await fetch(`${server.url}api/v1/status`)).json()).rows.sequence > SCREEN_ROWS,
  'a screen of history', FILL_LIMIT);

async function over(link, options, work) {
  const open = await openSlow(browser, link, { ...options, server });
  try {
    await work(open);
  } finally {
    await open.close();
  }
}

// Two at a time: most of it is waiting for a link.
describe('traffic', { ...LIMIT, concurrency: strict ? 1 : 2 }, () => {
  test(`a page of ${COLUMNS} columns takes at most 12 kB/s where data is saved`, LIMIT, () => over({}, { before: chosen('saved') }, async (open) => {
    const { geometry } = await waitForFacts(open.page, ({ rows }) => rows > 5);
    const { width, height } = DESKTOP.viewport;
    await open.page.setViewportSize({ width: width + COLUMNS - Math.round(geometry.waterfall.width), height });
    await waitForFacts(open.page, (facts) => Math.round(facts.geometry.waterfall.width) === COLUMNS && facts.filled > 0.1);
    await settled(open);
    const kilobytes = await trafficOver(open, ROWS);
    console.log(`${COLUMNS} columns, 20 rows/s: ${kilobytes.toFixed(1)} kB/s`);
    const row = await open.page.evaluate(() => window.spectrumd.lastRow());
    assert.deepEqual([row.bins, row.stepDb], [COLUMNS, 1]);
    assert.ok(kilobytes <= 12, `${kilobytes} kB/s`);
  }));

  test('a phone takes at most 3 kB/s', LIMIT, () => over({}, { size: PHONE }, async (open) => {
    await settled(open);
    const kilobytes = await trafficOver(open, ROWS);
    console.log(`phone, 10 rows/s: ${kilobytes.toFixed(1)} kB/s`);
    assert.ok(kilobytes <= 3, `${kilobytes} kB/s`);
  }));

  for (const { name, link, requests, kilobytes } of [
    { name: '20 Mbit/s', link: { bitsPerSecond: 20e6 }, requests: 10, kilobytes: 2000 },
    { name: '4 Mbit/s', link: { bitsPerSecond: 4e6 }, requests: 12, kilobytes: 1500 },
    { name: '1 Mbit/s', link: { bitsPerSecond: 1e6 }, requests: 16, kilobytes: 500 },
    { name: '400 kbit/s and 300 ms', link: { bitsPerSecond: 400e3, delayMs: 300 }, requests: 24, kilobytes: 500 }]) {
    test(`over ${name} the picture fills`, LIMIT, () => historyFills().then(() => over(link, {}, async (open) => {
      const { page, seen, link: slow, beganAt, firstMs } = open;
      let all = 0;
      page.on('request', () => ++all);
      const { filled, latencyMs: fillingMs } = await waitForFacts(page, (facts) => facts.filled > 0.97, FILL_LIMIT);
      const [filledMs, bytes] = [Date.now() - beganAt, slow.down.bytes];
      await settled(open);
      const { latencyMs, skippedRows } = await waitForFacts(page, (facts) => facts.latencyMs > -1e6, FILL_LIMIT);
      await Promise.all(seen.sizes);
      await keepPicture(page, `traffic-${name.replace(/\W+/g, '-')}`);
      console.log(`${name}: first picture ${firstMs} ms, filled to ${Math.round(filled * 100)} % after ${filledMs} ms, latency ${Math.round(fillingMs)} ms, then ${Math.round(latencyMs)} ms, `
        + `${seen.asked.length} requests of history with ${Math.round(seen.bytes / 1000)} kB, ${all} others, ${Math.round(bytes / 1000)} kB in all, ${skippedRows} rows skipped`);
      assert.equal(skippedRows, 0, 'no holes: late rows are merged');
      assert.ok(seen.failed <= 1, `${seen.failed} given up`);
      assert.ok(seen.asked.length <= requests, `${seen.asked.length} requests`);
      assert.ok(bytes <= kilobytes * 1000, `${bytes} bytes`);
      if (strict) assert.ok(firstMs <= 3000 && latencyMs <= 500, `first picture ${firstMs} ms, latency ${latencyMs} ms`);
    })));
  }
});

test('the page is one script and one style sheet', { ...LIMIT, skip: process.env.PAGE_BUNDLED === '1' ? false : 'built without esbuild' }, () => over({}, {}, async ({ page }) => {
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)));
  assert.deepEqual(loaded.filter((name) => /\.(js|css)$/.test(name)).sort(), ['main.js', 'page.css']);
}));

/** No history has been fetched during 30 rows. */
async function settled({ page, seen }) {
  for (let asked = -1; asked !== seen.asked.length || seen.finished + seen.failed !== asked;) {
    asked = seen.asked.length;
    const { sequence } = await page.evaluate(() => window.spectrumd.lastRow());
    await page.waitForFunction((last) => window.spectrumd.lastRow().sequence > last, sequence + 30);
  }
}
