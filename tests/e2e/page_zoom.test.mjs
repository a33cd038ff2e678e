// SPDX-License-Identifier: MIT
// A zoomed view on the page: two carriers 2 Hz apart are two lines, and the page says how.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REAL, columnsOf, facts, keepPicture, launchBrowser, openPage, waitForFacts, waterfallBox } from './page_harness.mjs';
import { startProgram } from './program.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? false : 'needs the program' };
const RATE_HZ = Number(process.env.RATE_HZ ?? 1e6); // a faster radio loses samples next to a browser on two cores
const LOWER_HZ = 100_100_000;
const SCENE = { name: 'two carriers', noise: -105, signals: [
  { kind: 'carrier', frequency: LOWER_HZ, level: -30 }, { kind: 'carrier', frequency: LOWER_HZ + 2, level: -36 }] };
const VIEW = { fromHz: LOWER_HZ - 99, toHz: LOWER_HZ + 101 };
const ZOOMED = 1024;
const LINES = 12; // of the waterfall, from the newest

let browser;
let program;
let folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zoom-'));
  writeFileSync(join(folder, 'scene.json'), JSON.stringify(SCENE));
  browser = await launchBrowser();
  program = await startProgram(['--source', 'sim', '--rate', String(RATE_HZ), '--sim-scene', join(folder, 'scene.json')]);
}, LIMIT);
after(async () => {
  await browser?.close();
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The newest lines of the waterfall, as lightness by column, and what column a frequency is. */
async function newestLines(page) {
  const { band } = await facts(page);
  const columns = await columnsOf(page, { ...await waterfallBox(page), height: LINES });
  const at = (hz) => Math.round(((hz - band.fromHz) / (band.toHz - band.fromHz)) * columns.length);
  return { columns, near: (hz) => Math.max(...columns.slice(at(hz) - 1, at(hz) + 2)), at };
}

/** Once the rows of all of them are fine: after samples that a busy machine loses, rows are coarse for a while, as one bin
 * across the screen. */
async function fineLines(page) {
  for (let tries = 0; ; ++tries) {
    const lines = await newestLines(page);
    if (Math.max(...lines.columns) > Math.min(...lines.columns) + 80 || tries === 100) return lines;
    await page.waitForTimeout(300);
  }
}

const isZoomed = (page) => page.waitForFunction((zoomed) => window.spectrumd.lastRow().flags & zoomed, ZOOMED);

test('two carriers 2 Hz apart are two lines', LIMIT, async () => {
  const { page, complaints, close } = await openPage(browser, `${program.url}#from=${VIEW.fromHz}&to=${VIEW.toHz}`);
  await waitForFacts(page, ({ filled }) => filled > 0);
  await keepPicture(page, 'zoom-before');
  const rbw = page.locator('#fact-rbw');
  assert.match(await rbw.textContent(), /^\d+(\.\d+)? Hz$/, 'of the transform, until there are finer rows');
  await isZoomed(page);
  const { columns, near, at } = await fineLines(page);
  await keepPicture(page, 'zoom');
  const [lower, between, upper] = [near(LOWER_HZ), columns[at(LOWER_HZ + 1)], near(LOWER_HZ + 2)];
  const noise = columns.slice().sort((a, b) => a - b)[columns.length >> 1];
  console.log(`# lightness: ${[lower, between, upper, noise].map(Math.round)}`);
  assert.ok(at(LOWER_HZ + 2) - at(LOWER_HZ) >= 4, 'columns apart');
  assert.ok(lower > between + 40 && upper > between + 40, `${lower} ${between} ${upper}`);
  assert.ok(near(LOWER_HZ + 4) < lower / 2 && near(LOWER_HZ - 2) < lower / 2, 'and no third');
  assert.match(await rbw.textContent(), /^0\.\d+ Hz · \d(\.\d)? s$/);
  assert.match(await rbw.getAttribute('title'), /^Finer than the transform: each row shows the last \d/);
  assert.deepEqual(complaints, []);
  await close();
});

test('the whole band has its rows again, and its resolution', LIMIT, async () => {
  const { page, complaints, close } = await openPage(browser, `${program.url}#from=${LOWER_HZ - 20_000}&to=${LOWER_HZ + 20_000}`);
  await isZoomed(page);
  await page.keyboard.press('Home');
  await page.waitForFunction((zoomed) => !(window.spectrumd.lastRow().flags & zoomed), ZOOMED);
  const rbw = `${((1.5 * RATE_HZ) / 4096).toFixed(1)} Hz`; // of a Hann window
  await page.waitForFunction((text) => document.querySelector('#fact-rbw').textContent === text, rbw);
  const { columns } = await newestLines(page);
  assert.ok(columns.every((lightness) => lightness > 0), 'no column without data');
  assert.deepEqual(complaints, []);
  await close();
});
