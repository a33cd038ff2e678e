// SPDX-License-Identifier: MIT
// The page as an analyzer: measurements, traces, units, calibration, limits, a day on a screen.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { CARRIERS, NOISE_DB } from '../fakes/scene.mjs';
import { eventually } from './program.mjs';
import { REAL, facts, keepPicture, launchBrowser, openPage, startServer, untilRows, waitForFacts } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };
const RBW_HZ = (1.5 * 2.4e6) / 4096;

let browser;
let server;
before(async () => {
  browser = await launchBrowser();
  server = await startServer();
}, LIMIT);
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A page that is closed at the end, without a complaint. */
async function withPage(hash, work, options = {}) {
  const { page, complaints, close } = await openPage(browser, server.url + hash, options);
  try {
    await work(page);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
  }
}

const near = (actual, expected, within, what) =>
  assert.ok(Math.abs(actual - expected) <= within, `${what}: ${actual} is not within ${within} of ${expected}`);
const open = (page, id) => page.click(`${id} > summary`);

/** The value of a measurement, once it is there. */
async function measured(page, name) {
  const value = page.locator(`#measured dt:text-is("${name}") + dd`);
  await value.waitFor();
  return (await value.textContent()).replace('−', '-');
}

test('the channel between the markers is measured, and shown on the spectrum', LIMIT, () => withPage('#markers=100744000,100756000', async (page) => {
  await open(page, '#measure');
  const { db } = CARRIERS.find(({ hz }) => hz === 100_750_000);
  near(parseFloat(await measured(page, 'Channel power')), db, 0.2, 'channel power');
  near(parseFloat(await measured(page, 'Noise around')), NOISE_DB - 10 * Math.log10(RBW_HZ), 1.5, 'noise per Hz');
  assert.equal(await measured(page, '99 % bandwidth'), 'under 2.637 kHz');
  assert.match(await measured(page, 'Lower neighbour'), /^-\d+\.\d dBc$/);
  const { measured: channel } = await facts(page);
  assert.deepEqual(channel.band, { fromHz: 100_744_000, toHz: 100_756_000 });
  await keepPicture(page, 'measure');
  await open(page, '#measure');
  await waitForFacts(page, (shown) => shown.measured === null);
}));

const MEASURED = /api\/v1\/history\?.*pool=mean/;

test('an answer that comes after the panel was closed shows nothing', LIMIT, () => withPage('#markers=100744000,100756000', async (page) => {
  let release;
  const held = new Promise((done) => (release = done));
  await page.route(MEASURED, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(MEASURED);
  await open(page, '#measure');
  const answered = (await asked).response();
  await open(page, '#measure');
  await waitForFacts(page, (shown) => shown.measured === null);
  release();
  await answered;
  await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
  await page.unroute(MEASURED);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  assert.equal((await facts(page)).measured, null);
}));

test('markers are put around a signal, and two tones are found between them', LIMIT, () => withPage('#markers=99900000', async (page) => {
  await open(page, '#measure');
  await page.click('#measure-mark');
  const { markers } = await waitForFacts(page, (shown) => shown.markers.length === 2);
  near(markers[0].hz, 99.82e6, 40e3, 'lower edge of the station');
  near(markers[1].hz, 99.98e6, 40e3, 'upper edge');
  await page.evaluate(() => void (location.hash = '#markers=100290000,100320000'));
  await page.selectOption('#measure-what', 'two-tone');
  assert.match(await measured(page, 'Lower tone'), /^100\.30000\d MHz {2}-(20\.0|19\.9) dBFS$/);
  assert.match(await measured(page, 'Upper tone'), /^100\.31249\d|100\.31250\d MHz {2}-41\.\d dBFS$/);
}));

test('from peak to peak with buttons, and a marker that follows', LIMIT, () => withPage('#markers=100300000', async (page) => {
  await waitForFacts(page, ({ peaks }) => peaks.some(({ frequency_hz: hz }) => hz === 99.9e6));
  await open(page, '#measure');
  await page.click('#measure-previous');
  await waitForFacts(page, ({ markers }) => Math.abs(markers[0].hz - 99.9e6) < 2000);
  await page.click('#measure-next');
  await waitForFacts(page, ({ markers }) => Math.abs(markers[0].hz - 100.3e6) < 2000);
  await page.click('#marker-follow');
  await page.evaluate(() => void (location.hash = '#markers=100754000'));
  await waitForFacts(page, ({ markers }) => Math.abs(markers[0].hz - 100.75e6) < 1000);
}));

test('traces are held, stored by name, and taken from each other', LIMIT, () => withPage('', async (page) => {
  for (const kind of ['max', 'min', 'average']) await page.click(`#hold-${kind}`);
  assert.match(await page.evaluate(() => location.hash), /hold=max%2Cmin%2Caverage/);
  await page.waitForFunction(() => window.spectrumd.lastRow().levels.includes('mean')); // twice a second: now there is an average
  await open(page, '#traces');
  await page.selectOption('#trace-a', 'average');
  await page.fill('#trace-name', 'quiet day');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#trace-b option[value="quiet day"]', { state: 'attached' });
  await page.selectOption('#trace-b', 'quiet day');
  await page.click('#trace-difference');
  await page.waitForSelector('#trace-difference[aria-pressed="true"]');
  await keepPicture(page, 'traces');
  await page.reload();
  await page.waitForSelector('#trace-b option[value="quiet day"]', { state: 'attached' });
  await open(page, '#traces');
  await page.selectOption('#trace-b', 'quiet day');
  await page.click('#trace-delete');
  await page.waitForSelector('#trace-b option[value="quiet day"]', { state: 'detached' });
}));

test('one known signal calibrates the levels: they are dBm, also after a reload', LIMIT, () => withPage('#markers=100750000', async (page) => {
  await open(page, '#levels');
  await page.selectOption('#unit', 'dbm');
  await page.waitForSelector('#unit-note:text("Needs a calibration")');
  await page.click('#calibrate');
  await page.waitForFunction(() => /100\.7500 MHz, −3(5\.0|4\.9) dBFS, gain 28 dB/.test(document.querySelector('#calibration-signal').textContent));
  await page.fill('#calibration-level', 'loud');
  await page.click('#calibration-save');
  await page.waitForSelector('#calibration-form .refusal:text("expected dBm")');
  await page.fill('#calibration-level', '-75');
  await page.click('#calibration-save');
  await page.waitForFunction(() => /100\.750 MHz, gain 28 dB: 0 dBFS = −40\.[01] dBm/.test(document.querySelector('#calibration-points').textContent));
  await keepPicture(page, 'calibration');
  await page.keyboard.press('Escape');
  for (let turn = 0; turn < 2; ++turn) {
    await page.waitForFunction(() => /−7[45]\.\d dBm/.test(document.querySelector('#marker-readout').textContent));
    await page.waitForFunction(() => document.querySelector('#peaks-unit').textContent === 'dBm');
    await page.reload();
  }
}));

test('an antenna’s factors make field strength of it', LIMIT, () => withPage('', async (page) => {
  await page.evaluate(() => localStorage.setItem('spectrumd.calibration', JSON.stringify([{ unit: 'dBFS', hz: 1e8, gainDb: 28, offsetDb: -40 }])));
  await page.reload();
  await open(page, '#levels');
  await page.selectOption('#unit', 'dbuv-m');
  await page.waitForSelector('#unit-note:text("Needs the antenna")');
  const load = (text) => page.setInputFiles('#antenna-file', { name: 'antenna.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await load('100');
  await page.waitForSelector('#antenna-field .refusal:text("line 1")');
  await load('30 18\n100 10\n');
  await page.waitForFunction(() => document.querySelector('#peaks-unit').textContent === 'dBµV/m');
  await page.waitForFunction(() => document.querySelector('#peaks tbody td:nth-child(2)')?.textContent === '57.0'); // -20 - 40 + 107 + 10
}));

test('a limit line is judged, and refused where it cannot be read', LIMIT, () => withPage('', async (page) => {
  await open(page, '#levels');
  await page.fill('#limit', '99M');
  await page.keyboard.press('Tab');
  await page.waitForSelector('.field:has(#limit) .refusal:text("expected a frequency and a level")');
  await page.fill('#limit', '99M -25, 101M -25');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => /FAIL by (4\.9|5\.[01]) dB at 100\.300/.test(document.querySelector('#limit-verdict[data-fails="true"]')?.textContent ?? ''));
  await page.selectOption('#division', '10');
  await page.click('#noise-line');
  const { axisRange } = await waitForFacts(page, (shown) => shown.axisRange.ceilingDb % 10 === 0);
  assert.equal(axisRange.ceilingDb - axisRange.floorDb, 100);
  await keepPicture(page, 'limit');
  await page.fill('#limit', '');
  await page.keyboard.press('Tab');
  await page.waitForSelector('#limit-verdict', { state: 'hidden' });
}));

test('a key chooses 5 or 10 dB a division', LIMIT, () => withPage('', async (page) => {
  const fitted = await facts(page);
  for (const db of [50, 100]) {
    await page.keyboard.press('d');
    await waitForFacts(page, ({ axisRange }) => axisRange.ceilingDb - axisRange.floorDb === db);
  }
  await page.keyboard.press('d');
  await waitForFacts(page, ({ axisRange }) => Math.abs(axisRange.ceilingDb - axisRange.floorDb - 100) > 1e-6);
  assert.ok(fitted.axisRange.ceilingDb > fitted.axisRange.floorDb);
}));

/** Texts that are drawn from now on: on the canvas with an id, or on pictures, which have none. */
const watchTexts = (page, id) => page.evaluate((canvas) => {
  window.drawnTexts = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (...given) {
    if (this.canvas.id === canvas) window.drawnTexts.push(given[0]);
    return fillText.apply(this, given);
  };
}, id);

test('a saved picture has the station and the levels of the markers', LIMIT, () => withPage('#markers=100300000,100750000', async (page) => {
  await page.waitForFunction(() => /Δ/.test(document.querySelector('#marker-readout').textContent));
  await watchTexts(page, '');
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
  const texts = (await page.evaluate(() => window.drawnTexts)).join('\n');
  for (const part of [/127\.0\.0\.1:\d+/, /RBW 878\.9 Hz/, /1 {2}100\.300\d* MHz {2}−(20\.0|19\.9) dBFS/, /Δ {2}450 kHz/]) assert.match(texts, part);
}, { viewport: { width: 1280, height: 700 } }));

test('on a phone the resolution stands next to the unit', LIMIT, () => withPage('', async (page) => {
  await watchTexts(page, 'overlay');
  await page.waitForFunction(() => window.drawnTexts.some((text) => /^dBFS +RBW 878\.9 Hz$/.test(text)));
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }));

test('a link shows the frozen moment', LIMIT, () => withPage('', async (page) => {
  await page.keyboard.press('Space');
  const { frozenAt } = await waitForFacts(page, (shown) => shown.frozenAt !== null);
  const { rows } = await facts(page);
  await waitForFacts(page, (shown) => shown.rows > rows + 40);
  const link = new URL(page.url());
  await withPage(link.hash, async (other) => {
    near((await facts(other)).topTime, frozenAt, 1, 'the time at the top');
    await waitForFacts(other, ({ filled, pastRows }) => filled > 0.9 && pastRows > 0);
    await other.click('#live');
    await waitForFacts(other, (shown) => shown.frozenAt === null && shown.topTime > frozenAt + 1000);
    assert.doesNotMatch(other.url(), /at=/);
  });
}));

test('time runs upwards where that was chosen, by the clock that was chosen', LIMIT, () => withPage('', async (page) => {
  await open(page, '#picture');
  const { geometry: { waterfall }, topTime } = await facts(page);
  const edges = () => page.evaluate(([y, height]) => [window.spectrumd.timeAt(y), window.spectrumd.timeAt(y + height)], [waterfall.y, waterfall.height]);
  const [top, bottom] = await edges();
  assert.ok(top > bottom && top >= topTime);
  await page.click('#newest-below');
  const [oldest, newest] = await edges();
  assert.ok(newest > oldest);
  await page.click('#local-time');
  await page.mouse.move(500, 500);
  await page.waitForFunction(() => / local$/.test(document.querySelector('#readout').textContent));
  await page.locator('#gamma').fill('-1');
  await keepPicture(page, 'picture');
}));

test('a day is on one screen, and a date is gone to', LIMIT, async () => {
  const day = await startServer({ pastMs: 60 * 3600e3 });
  const { page, complaints, close } = await openPage(browser, `${day.url}#time=${2 ** -13}`);
  const { msPerPixel, geometry } = await waitForFacts(page, ({ filled, pastRows }) => filled > 0.95 && pastRows > 100);
  assert.ok(msPerPixel * geometry.waterfall.height > 86400e3, 'a day');
  assert.match(await page.textContent('#time-shown'), /^4\d\.\d h$/);
  await keepPicture(page, 'day');
  const before = day.fake.requests.filter((request) => /history/.test(request)).length;
  const { rows } = await facts(page);
  await waitForFacts(page, (shown) => shown.rows > rows + 60);
  const after = day.fake.requests.filter((request) => /history/.test(request)).length;
  assert.ok(after - before <= 2, `${after - before} requests for a picture that is there`);
  await open(page, '#picture');
  const moment = new Date(Date.now() - 40 * 3600e3).toISOString().slice(0, 19);
  await page.fill('#go-to', moment);
  const { frozenAt } = await waitForFacts(page, (shown) => shown.frozenAt !== null);
  near(frozenAt - (msPerPixel * geometry.waterfall.height) / 2, Date.parse(`${moment}Z`), 1000, 'in the middle');
  assert.deepEqual(complaints, []);
  await close();
});

test('persistence is a picture of how often levels occur', LIMIT, () => withPage('', async (page) => {
  await open(page, '#traces');
  await untilRows(page);
  // How many shades the spectrum has that it did not have at first, and how much of it they cover.
  const newShades = (isFirst) => page.evaluate((first) => {
    const { width, height } = document.querySelector('#spectrum');
    const pixels = new Uint32Array(document.querySelector('#spectrum').getContext('2d').getImageData(0, 0, width, height).data.buffer);
    if (first) window.shades = new Set(pixels);
    const others = pixels.filter((shade) => !window.shades.has(shade));
    return { part: others.length / pixels.length, shades: new Set(others).size };
  }, isFirst);
  let lines; // those of the next rows, once the page is complete
  await eventually(async () => {
    await newShades(true);
    lines = await newShades(false);
    return lines.part < 0.005;
  }, 'a spectrum that only its lines change');
  await page.click('#persistence');
  for (const end = Date.now() + 60_000; ; await page.waitForTimeout(100)) {
    const picture = await newShades(false);
    if (picture.shades > 10 * lines.shades && picture.part > 10 * lines.part && picture.part > 0.05) break;
    assert.ok(Date.now() < end, JSON.stringify({ lines, picture }));
  }
  await keepPicture(page, 'persistence');
}));

test('on a phone of 320 pixels all of it fits, in targets of 44', LIMIT, () => withPage('', async (page) => {
  await page.tap('#panel-toggle');
  for (const id of ['#measure', '#levels', '#traces', '#picture']) {
    await page.tap(`${id} > summary`);
    const wide = await page.evaluate((section) => [...document.querySelectorAll(`${section} :is(button, select, input)`)].filter((control) => control.offsetParent)
      .map((control) => ({ id: control.id, ...control.getBoundingClientRect().toJSON() })), id);
    for (const box of wide) {
      assert.ok(box.left >= 0 && box.right <= 320, `${id}: #${box.id} ends at ${box.right}`);
      assert.ok(box.height >= 44, `${id}: #${box.id} is ${box.height} high`);
    }
  }
  await keepPicture(page, '320-analyzer');
}, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }));
