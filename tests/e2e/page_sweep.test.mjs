// SPDX-License-Identifier: MIT
// A long sweep on the page: painted hop by hop, as one row that is whole in the end.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { REAL, facts, keepPicture, launchBrowser, openTab, startServer, waitForFacts } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };
const HOPS = 967;
const SWEEP = { from_hz: 26e6, to_hz: 1766e6, hops: HOPS, hop: 1, revisit_seconds: null };
const SWEPT = { center: 896e6, rate: 1740e6, rows: 1 / 33 };
const PARTIAL = 512;

let browser;
before(async () => {
  browser = await launchBrowser();
}, LIMIT);
after(() => browser?.close());

/** A page whose view the server has. */
async function withSweep(work, options = {}) {
  const server = await startServer({ empty: true, tuning: SWEPT, sweep: { ...SWEEP } });
  const { page, complaints, close } = await openTab(browser, server.url, options);
  await page.waitForFunction(() => window.spectrumd?.facts().whole.toHz === 1766e6);
  try {
    await work(page, server.fake);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
    await server.stop();
  }
}

/** What part of the newest line of the waterfall has data, once that is more than `least` and at most `most`; the rest has
 * none. A line that the sweep has not reached yet is not waited for. */
async function painted(page, least, most = 1) {
  const shown = await page.waitForFunction(([from, to]) => {
    const line = window.spectrumd.newestLine();
    const part = line.filter((level) => level > 0).length / line.length;
    return part > from && part <= to && { part, end: (line.findLastIndex((level) => level > 0) + 1) / line.length };
  }, [least, most]);
  const { part, end } = await shown.jsonValue();
  assert.equal(part, end, 'no hole among the hops');
  return end;
}

test('the first hops are painted when they arrive, and what is not measured has no data', LIMIT, () => withSweep(async (page, fake) => {
  await page.waitForFunction(() => window.spectrumd.facts().link === 'open');
  const began = Date.now();
  fake.measureHops(9);
  const first = await painted(page, 0.005);
  console.log(`# the first of ${HOPS} hops were painted after ${Date.now() - began} ms`);
  assert.ok(first < 0.03, `${first}`);
  fake.measureHops(Math.round(HOPS / 2));
  const half = await painted(page, 0.45);
  assert.ok(Math.abs(half - 0.5) < 0.01, `${half}`);
  const row = await page.evaluate(() => window.spectrumd.lastRow());
  assert.equal(row.flags & PARTIAL, PARTIAL);
  assert.ok(row.levels.includes('mean') && row.levels.includes('max'), 'the line is that of the mean');
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await keepPicture(page, 'sweep-half');
}));

test('the whole row replaces it, and the next sweep begins on another line', LIMIT, () => withSweep(async (page, fake) => {
  fake.measureHops(700);
  await painted(page, 0.7);
  fake.endSweep();
  await page.waitForFunction((partial) => !(window.spectrumd.lastRow().flags & partial), PARTIAL);
  assert.equal((await facts(page)).rows, 1);
  assert.equal(await painted(page, 0.99), 1);
  const { topTime } = await facts(page);
  fake.measureHops(700); // longer than a line, which may begin with the end of the sweep before
  await waitForFacts(page, ({ rows }) => rows === 2);
  await waitForFacts(page, (now) => now.topTime >= topTime);
  await page.waitForFunction((partial) => window.spectrumd.lastRow().flags & partial, PARTIAL);
  assert.ok(Math.abs((await painted(page, 0.7, 0.75)) - 700 / HOPS) < 0.01);
}));

test('another view shows the hops of the sweep at once', LIMIT, () => withSweep(async (page, fake) => {
  fake.measureHops(HOPS - 1);
  await painted(page, 0.9);
  await page.locator('#plot').focus();
  for (let press = 0; press < 4; ++press) await page.keyboard.press('+');
  await page.waitForFunction(() => window.spectrumd.lastRow().spanHz < 1000e6);
  await waitForFacts(page, ({ rows }) => rows === 1); // the same row
  assert.equal(await painted(page, 0.999), 1); // more than the line of the whole band had
}));

test('a marker keeps the level of the last sweep until the next one has come that far', LIMIT, () => withSweep(async (page, fake) => {
  const CARRIER = 100.3e6;
  fake.endSweep();
  await page.waitForFunction(() => window.spectrumd.lastRow() !== null);
  const markerText = () => page.textContent('#marker-readout');
  await page.goto(`${page.url().split('#')[0]}#markers=${CARRIER}`);
  await page.waitForFunction(() => /\d dB/.test(document.querySelector('#marker-readout').textContent));
  const before = await markerText();
  fake.measureHops(1);
  await page.waitForFunction((partial) => window.spectrumd.lastRow().flags & partial, PARTIAL);
  assert.equal(await markerText(), before);
}));
