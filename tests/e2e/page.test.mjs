// SPDX-License-Identifier: MIT
// The page in a real browser. Without SPECTRUMD_BIN against the fake, which is quick and knows its band by heart; with it
// against the program and its simulated band, but for what is a matter of the page alone. That alone is tested against the
// fake where the rest is tested with the program as well (PAGE_WITH_PROGRAM_TOO).

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CARRIERS } from '../fakes/scene.mjs';
import { eventually } from './program.mjs';
import { REAL, columnsOf, facts, keepPicture, launchBrowser, newContext, openPage, startServer, waitForFacts, waterfallBox } from './page_harness.mjs';

const LIMIT = { timeout: 240_000 };
const only = { fake: { ...LIMIT, skip: REAL ? 'needs the fake' : false } };
const either = { ...LIMIT, skip: process.env.PAGE_WITH_PROGRAM_TOO ? 'tested with the program' : false };

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

const near = (actual, expected, within, what) =>
  assert.ok(Math.abs(actual - expected) <= within, `${what}: ${actual} is not within ${within} of ${expected}`);

const getJson = async (path) => (await fetch(new URL(path, server.url))).json();

async function tune(change) {
  const response = await fetch(new URL('api/v1/tuning', server.url), { method: 'PATCH', body: JSON.stringify(change),
    headers: { 'Content-Type': 'application/json' } });
  assert.equal(response.status, 200, await response.text());
}

/** Steady carriers that nothing else comes near: those of the fake's scene or of the program's built-in one. */
const SCENE = REAL ? [{ hz: 100.3e6, db: -12 }, { hz: 99.7e6, db: -30 }, { hz: 100.6e6, db: -40 }]
  : CARRIERS.filter(({ hz }) => hz !== 100_312_500 && hz !== 100_300_000);

/** They, as the server says they are, which has to be where the scene put them. */
async function carriers() {
  const { peaks } = await getJson(`api/v1/peaks?count=50&from=98.8M&to=101.2M`);
  return SCENE.map(({ hz, db }) => {
    const peak = peaks.find(({ frequency_hz: there }) => Math.abs(there - hz) < 300);
    assert.ok(peak, `no peak at ${hz} Hz: ${JSON.stringify(peaks)}`);
    near(peak.level_db, db, 0.1, `level of ${hz} Hz`);
    return peak;
  });
}

/** The lines of some seconds of the waterfall, which begin `skip` pixels below the newest. */
async function checkCarriers(page, expected, { skip = 4, height = 60 } = {}) {
  await page.mouse.move(2, 2);
  const box = await waterfallBox(page);
  const { band } = await facts(page);
  const columns = await columnsOf(page, { ...box, y: box.y + skip, height });
  const background = [...columns].sort((a, b) => a - b)[Math.floor(columns.length / 4)];
  const shown = expected.filter(({ frequency_hz: hz }) => hz > band.fromHz && hz < band.toHz);
  assert.ok(shown.length > 0, 'no carrier is in view');
  const scale = box.width / (band.toHz - band.fromHz);
  for (const peak of shown) {
    const x = (peak.frequency_hz - band.fromHz) * scale;
    const reach = Math.max(8, 1200 * scale);
    const first = Math.max(0, Math.floor(x - reach));
    const around = columns.slice(first, Math.ceil(x + reach));
    const top = Math.max(...around);
    const bright = [...around.keys()].filter((column) => around[column] > top - (top - background) * 0.08);
    const center = first + (bright[0] + bright[bright.length - 1] + 1) / 2;
    assert.ok(top > background + 25, `${peak.frequency_hz} Hz does not stand out: ${top} over ${background}`);
    near(center, x, Math.max(1.5, 600 * scale), `pixel of ${peak.frequency_hz} Hz`);
  }
  return shown.length;
}

/** Until a turn of the wheel, which comes in steps, has been followed to its end. */
async function untilViewRests(page) {
  for (let [before, now] = [null, (await facts(page)).band]; before?.fromHz !== now.fromHz || before?.toHz !== now.toHz;) {
    await page.waitForTimeout(100);
    [before, now] = [now, (await facts(page)).band];
  }
}

/** Until the picture is full; that of the program, which has just been started, until its history has been fetched. */
const untilFull = (page) => waitForFacts(page, ({ filled, pastRows, rows }) => filled > 0.9 || REAL && pastRows > 0 && rows > 20);

/** Checks again until the rows of a new view, or of the past, have come. */
async function untilCarriers(page, expected, where) {
  for (const deadline = Date.now() + 60_000; ;) {
    try {
      return await checkCarriers(page, expected, where);
    } catch (reason) {
      if (!(reason instanceof assert.AssertionError) || Date.now() > deadline) throw reason;
    }
  }
}

/** Whatever is measured of the link: on a busy machine rows come late. */
const inFullDetail = (page) => page.evaluate(() => {
  const data = /** @type {HTMLSelectElement} */ (document.querySelector('#data'));
  data.value = 'full';
  data.dispatchEvent(new Event('change'));
});

/** The newest row is one of the view, with some room at both sides, and in full detail. */
const untilRowsOfView = (page) => page.waitForFunction(() => {
  const { band } = window.spectrumd.facts();
  const row = window.spectrumd.lastRow();
  return row.spanHz < 2 * (band.toHz - band.fromHz) && row.levels.includes('mean');
});

test('the page loads without a complaint and shows where the radio is', either, async () => {
  const { page, complaints, close } = await openPage(browser, server.url, { gl: true });
  const { source } = await getJson('api/v1/status');
  await page.waitForFunction(() => document.querySelector('#status-state b')?.textContent === 'streaming');
  const shown = await facts(page);
  assert.equal(shown.link, 'open');
  assert.equal(shown.renderer, 'WebGL2');
  assert.equal((shown.whole.fromHz + shown.whole.toHz) / 2, source.center_hz);
  assert.match(await page.inputValue('#frequency'), /^100\.000 MHz$/);
  await eventually(async () => { // on a busy machine the program itself may have lost some, and then the page says so
    const { samples } = await getJson('api/v1/status');
    const lost = samples.dropped > 0 ? ' lost (at|before)' : 'nothing lost';
    return new RegExp(`MS/s.*(${lost}).*rows/s.*\\d ms`, 's').test(await page.textContent('#status'));
  }, 'a status line that agrees with the API');
  await page.waitForFunction(() => document.querySelectorAll('#peaks tbody tr').length > 0);
  await untilFull(page);
  assert.deepEqual(complaints, []);
  await close();
});

test('the modules are the same page as what is made of them', only.fake, async () => {
  const plain = await startServer({ folder: undefined });
  const { page, complaints, close } = await openPage(browser, plain.url);
  assert.ok(plain.fake.requests.includes('GET /state/state.js'));
  await untilFull(page);
  assert.ok((await untilCarriers(page, await carriers())) >= 2);
  assert.deepEqual(complaints, []);
  await close();
  await plain.stop();
});

for (const [width, height] of [[1440, 900], [1024, 768], [390, 844], [844, 390]]) {
  test(`the layout holds at ${width} by ${height}`, only.fake, async () => {
    const phone = Math.min(width, height) < 500;
    const { page, complaints, close } = await openPage(browser, server.url, { viewport: { width, height }, hasTouch: phone,
      isMobile: phone, deviceScaleFactor: phone ? 2 : 1 });
    await untilFull(page);
    await keepPicture(page, `${width}x${height}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(overflow, 0, 'the page does not scroll sideways');
    const last = await page.locator('#panel-toggle').boundingBox();
    assert.ok(last && last.x + last.width <= width, 'the last button of the bar is on the screen');
    const box = await waterfallBox(page);
    assert.ok(box.width * box.height > width * height * 0.3, 'the waterfall has the room');
    if (phone) {
      await page.tap('#panel-toggle');
      for (const id of ['center', 'rate', 'gain', 'fft', 'window', 'palette', 'hold-max', 'panel-toggle', 'live', 'frequency']) {
        const control = await page.locator(`#${id}`).boundingBox();
        assert.ok(control && control.height >= 44 && control.width >= 44, `#${id} is too small for a finger`);
      }
      await keepPicture(page, `${width}x${height}-sheet`);
    }
    assert.deepEqual(complaints, []);
    await close();
  });
}

test('carriers are at their pixels: whole band, zoomed, and after a retune, in old rows and new', { ...either, timeout: 360_000 }, async () => {
  const { page, complaints, close } = await openPage(browser, server.url, { gl: true });
  const expected = await carriers();
  assert.ok((await untilCarriers(page, expected)) >= 2);

  const target = expected[0].frequency_hz;
  const box = await waterfallBox(page);
  const { gutter } = (await facts(page)).geometry;
  const x = Math.round(box.x - gutter + (await page.evaluate((hz) => window.spectrumd.xOf(hz), target))); // wheels have whole pixels
  const reading = (at) => page.evaluate((place) => window.spectrumd.frequencyAt(place), at - box.x + gutter);
  const pointed = await reading(x);
  await page.mouse.move(x, box.y + 100);
  await page.mouse.wheel(0, -900);
  await waitForFacts(page, (f) => f.band.toHz - f.band.fromHz < 600e3);
  await untilViewRests(page);
  await checkCarriers(page, [expected[0]]); // the pixels that were there already
  await untilRowsOfView(page);
  await untilCarriers(page, [expected[0]]);
  near(await reading(x), pointed, 1, 'the frequency under the pointer');
  await keepPicture(page, 'zoomed');

  await page.keyboard.press('Home');
  await waitForFacts(page, (f) => f.band.fromHz === f.whole.fromHz);
  await tune({ center: 100.2e6 });
  const { topTime: retunedAt } = await waitForFacts(page, (f) => f.whole.fromHz === 99e6 && f.band.fromHz === 99e6);
  await waitForFacts(page, (f) => f.topTime > retunedAt + 50 * f.msPerPixel); // of the new tuning; those before below them
  assert.ok((await untilCarriers(page, expected, { skip: 2, height: 40 })) >= 1);
  assert.ok((await untilCarriers(page, expected, { skip: 160, height: 60 })) >= 1);
  await keepPicture(page, 'retuned');
  await tune({ center: 100e6 });
  assert.deepEqual(complaints, []);
  await close();
});

test('the read-out shows frequency, level and time of what is under the pointer', either, async () => {
  const [carrier] = await carriers();
  const { page, close } = await openPage(browser, `${server.url}#from=${carrier.frequency_hz - 40e3}&to=${carrier.frequency_hz + 40e3}`);
  await inFullDetail(page);
  await untilRowsOfView(page);
  const plot = await page.locator('#plot').boundingBox();
  const shown = await facts(page);
  near(shown.band.fromHz, carrier.frequency_hz - 40e3, 1, 'the stretch of the address');
  const x = await page.evaluate((hz) => window.spectrumd.xOf(hz), carrier.frequency_hz);
  const y = shown.geometry.waterfall.y + 30;
  await page.mouse.move(plot.x + x, plot.y + y);
  await page.waitForFunction(() => /max.*mean.*dBFS/.test(document.querySelector('#readout')?.textContent ?? ''));
  const reading = await page.evaluate(([atX, atY]) => window.spectrumd.readout(atX, atY), [x, y]);
  near(reading.hz, carrier.frequency_hz, 100, 'frequency');
  const window = `from=${carrier.frequency_hz - 3000}&to=${carrier.frequency_hz + 3000}`;
  const row = await getJson(`api/v1/spectrum?detector=mean&bins=4096&${window}`).catch(() => null);
  const level = row?.levels && !server.fake ? Math.max(...row.levels) : carrier.level_db;
  const bins = await page.evaluate((hz) => [-1, 0, 1].map((bin) => window.spectrumd.levelAt(hz + bin * 585.9375)), carrier.frequency_hz);
  near(Math.max(...bins), level, 0.11, 'level');
  near(reading.time, shown.topTime - 30 * shown.msPerPixel, 1500, 'time');
  const text = await page.textContent('#readout');
  assert.match(text, /^\d+\.\d+ MHz\nmax −?\d+\.\d {2}mean −?\d+\.\d dBFS\n\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d\d UTC$/);
  await page.mouse.click(plot.x + x, plot.y + y);
  await page.waitForFunction(() => /^1 {2}\d+\.\d+ MHz/.test(document.querySelector('#marker-readout')?.textContent ?? ''));
  near((await facts(page)).markers[0].hz, carrier.frequency_hz, 600, 'the marker');
  await close();
});

test('everything can be done by keyboard', only.fake, async () => {
  const { page, complaints, close } = await openPage(browser, server.url);
  const press = (key) => page.keyboard.press(key);
  const span = async () => {
    const { band } = await facts(page);
    return band.toHz - band.fromHz;
  };
  await press('+');
  assert.equal(await span(), 1.2e6);
  const before = (await facts(page)).band;
  await press('ArrowRight');
  near((await facts(page)).band.fromHz - before.fromHz, 120e3, 1, 'a tenth to the right');
  await press('Home');
  assert.equal(await span(), 2.4e6);
  await press(']');
  assert.equal((await facts(page)).autoRange, false);
  await press('a');
  assert.equal((await facts(page)).autoRange, true);
  await press('c');
  assert.notEqual((await facts(page)).palette, 'aurora');
  await press('p');
  assert.equal((await facts(page)).peakHold, true);
  await press('m');
  assert.equal((await facts(page)).markers.length, 1);
  await press('Escape');
  assert.equal((await facts(page)).markers.length, 0);
  await press('?');
  assert.equal(await page.isVisible('#help-dialog'), true);
  await press('Escape');
  assert.equal(await page.isVisible('#help-dialog'), false);
  await press('f');
  await page.keyboard.type('99.5-99.7M');
  await press('Enter');
  await waitForFacts(page, (f) => f.band.fromHz === 99.5e6 && f.band.toHz === 99.7e6);
  assert.deepEqual(complaints, []);
  await close();
});

test('the picture freezes, goes back in time and comes back alive', only.fake, async () => {
  const { page, complaints, close } = await openPage(browser, server.url);
  await page.keyboard.press('Space');
  const frozen = await facts(page);
  assert.ok(frozen.frozenAt > 0);
  const later = await waitForFacts(page, ({ rows }) => rows > frozen.rows + 10); // rows keep coming behind it
  near(later.topTime, frozen.topTime, 0.01, 'the picture stands still');
  const box = await waterfallBox(page);
  await page.mouse.move(box.x - 20, box.y + 250);
  await page.mouse.down();
  await page.mouse.move(box.x - 20, box.y + 50, { steps: 5 });
  await page.mouse.up();
  near((await facts(page)).frozenAt, frozen.frozenAt - 200 * frozen.msPerPixel, 1, 'pulled up by 200 pixels');
  await page.click('#live');
  await waitForFacts(page, (f) => f.frozenAt === null && f.topTime > later.topTime);
  assert.deepEqual(complaints, []);
  await close();
});

test('rows from before the page was opened are fetched from the history', only.fake, async () => {
  const { page, close } = await openPage(browser, server.url);
  await waitForFacts(page, (f) => f.pastRows > 100);
  const box = await waterfallBox(page);
  await page.keyboard.press('Space');
  for (let pull = 0; pull < 3; ++pull) {
    await page.mouse.move(box.x - 20, box.y + box.height - 20);
    await page.mouse.down();
    await page.mouse.move(box.x - 20, box.y + 10, { steps: 4 });
    await page.mouse.up();
  }
  await untilCarriers(page, await carriers());
  await close();
});

test('tuning by the controls works, and a refusal is shown next to its control', either, async () => {
  const { page, close } = await openPage(browser, server.url);
  await page.fill('#frequency', '99.9M');
  await page.keyboard.press('Enter');
  await waitForFacts(page, (f) => f.whole.fromHz + f.whole.toHz === 199.8e6);
  await page.selectOption('#window', 'flattop');
  await page.waitForFunction(() => !document.querySelector('#window').hasAttribute('data-pending'));
  assert.equal((await getJson('api/v1/tuning')).tuning.window, 'flattop');
  await page.fill('#rate', '1');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.querySelector('#rate').hasAttribute('data-pending'));
  await page.fill('#rate', '10Hz');
  await page.keyboard.press('Enter');
  const refusal = page.locator('.field:has(#rate) .refusal');
  await refusal.waitFor({ state: 'visible' });
  assert.match(await refusal.textContent(), /rate/);
  assert.equal(await page.getAttribute('#rate', 'aria-invalid'), 'true');
  await page.fill('#ppm', 'much');
  await page.keyboard.press('Enter');
  assert.match(await page.textContent('.field:has(#ppm) .refusal'), /parts per million/);
  await tune({ center: 100e6, rate: 2.4e6, window: 'hann' });
  await close();
});

test('when the server dies the page says so, and continues when it is back', either, async () => {
  let mortal = await startServer();
  const { page, close } = await openPage(browser, mortal.url);
  await mortal.stop();
  await page.waitForFunction(() => window.spectrumd.facts().link !== 'open');
  await page.waitForSelector('#banner:not([hidden])');
  assert.match(await page.textContent('#banner'), /connection lost/i);
  mortal = await startServer({ port: mortal.port });
  await waitForFacts(page, (f) => f.link === 'open');
  const before = (await facts(page)).topTime;
  await page.waitForFunction((time) => window.spectrumd.facts().topTime > time + 500, before);
  assert.doesNotMatch(await page.textContent('#banner'), /connection lost/i);
  await close();
  await mortal.stop();
});

test('without WebGL2 the waterfall is drawn all the same, at the same places', only.fake, async () => {
  const { page, complaints, close } = await openPage(browser, `${server.url}?renderer=2d`);
  assert.equal((await facts(page)).renderer, 'Canvas 2D');
  const expected = await carriers();
  assert.ok((await untilCarriers(page, expected)) >= 2);
  assert.deepEqual(complaints, []);
  await close();
});

test('when the graphics context is lost the waterfall continues without', only.fake, async () => {
  const { page, close } = await openPage(browser, server.url, { gl: true });
  const expected = await carriers();
  await page.evaluate(() => document.querySelector('#waterfall').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext());
  await waitForFacts(page, (f) => f.renderer === 'Canvas 2D');
  assert.ok((await untilCarriers(page, expected)) >= 2);
  await close();
});

test('a picture is saved with its axes', only.fake, async () => {
  const { page, complaints, close } = await openPage(browser, server.url);
  await untilFull(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
  assert.match(download.suggestedFilename(), /^spectrum-\d{4}-\d\d-\d\dT\d{6}Z\.png$/);
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG');
  const { geometry } = await facts(page);
  assert.equal(bytes.readUInt32BE(16), geometry.width);
  assert.equal(bytes.readUInt32BE(20), geometry.height + 30);
  assert.ok(bytes.length > 50_000, 'the waterfall is in it');
  assert.deepEqual(complaints, []);
  await close();
});

test('two fingers zoom', only.fake, async () => {
  const { page, close } = await openPage(browser, server.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const box = await waterfallBox(page);
  const touch = await page.context().newCDPSession(page);
  const fingers = (type, apart) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? []
    : [{ id: 1, x: box.x + 195 - apart, y: box.y + 200 }, { id: 2, x: box.x + 195 + apart, y: box.y + 220 }] });
  await fingers('touchStart', 40);
  for (let apart = 50; apart <= 120; apart += 10) await fingers('touchMove', apart);
  await fingers('touchEnd', 0);
  const { band } = await facts(page);
  near(2.4e6 / (band.toHz - band.fromHz), 3, 0.4, 'zoom');
  near((band.toHz + band.fromHz) / 2, 100e6, 30e3, 'about the middle of the fingers');
  await close();
});

test('a hidden tab is paused and catches up', only.fake, async () => {
  const { page, close } = await openPage(browser, server.url);
  const hide = (hidden) => page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
  server.fake.requests.length = 0;
  await hide(true);
  await eventually(() => server.fake.requests.some((request) => request.pause === true), 'a pause', 60_000);
  let rows;
  await eventually(async () => {
    ({ rows } = await facts(page));
    const made = server.fake.rowsMade;
    await eventually(() => server.fake.rowsMade > made + 16, 'rows that are not sent');
    return (await facts(page)).rows === rows;
  }, 'no rows any more');
  await hide(false);
  await page.waitForFunction((count) => window.spectrumd.facts().rows > count + 20, rows);
  await close();
});

test('under a sub-path with a token the page asks for it and works', only.fake, async () => {
  const guarded = await startServer({ prefix: '/radio/', token: 'correct-horse-battery' });
  const context = await newContext(browser);
  const page = await context.newPage();
  await page.goto(guarded.url);
  await page.waitForSelector('#token-dialog[open]');
  await page.fill('#token', 'wrong');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /not accepted/.test(document.querySelector('#token-title')?.textContent ?? ''));
  await page.fill('#token', 'correct-horse-battery');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.spectrumd?.facts().rows > 5);
  assert.equal((await facts(page)).link, 'open');
  await context.close();
  await guarded.stop();
});

test('views are asked for at most every 40 ms while dragging, and the last one is', only.fake, async () => {
  const { page, close } = await openPage(browser, server.url);
  await inFullDetail(page); // only then a margin is asked for
  const views = () => server.fake.requests.filter((request) => request.type === 'view');
  const untilSettled = (from) => eventually(async () => views().at(-1)?.recent && await from(views().at(-1).from), 'the last view');
  await page.keyboard.press('+');
  await untilSettled(() => true);
  server.fake.requests.length = 0;
  const box = await waterfallBox(page);
  const began = Date.now();
  await page.mouse.move(box.x + 600, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 205, { steps: 60 });
  await page.mouse.up();
  const took = Date.now() - began;
  await untilSettled(async (from) => {
    const { band, whole } = await facts(page);
    return Math.abs(from - Math.max(whole.fromHz, band.fromHz - (band.toHz - band.fromHz) / 4)) <= 1;
  });
  assert.ok(views().length <= took / 40 + 4, `${views().length} views in ${took} ms`);
  await close();
});

/** A recording is made, listed, downloaded and deleted; those of the fake grow by a megabyte a second. */
async function record(page) {
  await page.click('#record');
  await page.waitForSelector('#record[aria-pressed="true"]');
  await page.waitForFunction(() => /^0:0[1-9], [\d.]+ [kM]B$/.test(document.querySelector('#record-progress')?.textContent ?? ''));
  assert.match(await page.textContent('#status-recording'), /^0:0\d, [\d.]+ [kM]B$/);
  await page.click('#record');
  await page.waitForSelector('#record[aria-pressed="false"]');
  assert.ok(await page.isHidden('#status-recording'));
}

async function download(page, text) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(`#recordings li:first-child a >> text=${text}`)]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('a recording is started, stopped, downloaded and deleted', either, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'page-recordings-'));
  const own = await startServer({ flags: ['--recordings', folder, '--disk-floor', '0'] });
  const { page, complaints, close } = await openPage(browser, own.url, { acceptDownloads: true });
  await page.click('#recordings-section summary');
  await record(page);
  await page.waitForSelector('#recordings li');
  const [{ name, bytes: size }] = (await (await fetch(new URL('api/v1/recordings', own.url))).json()).recordings;
  const samples = await download(page, 'Samples');
  assert.equal(samples.name, `${name}.sigmf-data`);
  if (REAL) assert.equal(samples.bytes.length, size);
  const meta = await download(page, 'Meta');
  assert.equal(meta.name, `${name}.sigmf-meta`);
  if (REAL) assert.equal(JSON.parse(meta.bytes).global['core:datatype'], 'cu8');
  await keepPicture(page, 'recordings');
  await page.click('#recordings li >> text=Delete');
  await page.click('#recordings li >> text=Really?');
  await page.waitForFunction(() => document.querySelectorAll('#recordings li').length === 0);
  assert.deepEqual(complaints, []);
  await close();
  await own.stop();
  rmSync(folder, { recursive: true });
});

test('a recording that is refused says why, next to its button', either, async () => {
  const own = await startServer({ flags: ['--recordings', '/proc/nowhere'] });
  if (own.fake) own.fake.diskFull = true;
  const { page, close } = await openPage(browser, own.url);
  await page.click('#recordings-section summary');
  await page.click('#record');
  await page.waitForFunction(() => /disk is full|\/proc\/nowhere/.test(document.querySelector('#record ~ .refusal')?.textContent ?? ''));
  assert.equal(await page.getAttribute('#record', 'aria-pressed'), 'false');
  await close();
  await own.stop();
});

test('with a token, files are fetched with it', only.fake, async () => {
  const own = await startServer({ token: 'secret' });
  own.fake.recordings.push({ name: 'old', startedAt: Date.now() - 5000, endedAt: Date.now() - 1000 });
  const context = await newContext(browser, { acceptDownloads: true });
  await context.addInitScript(() => sessionStorage.setItem('spectrumd.token', 'secret'));
  const page = await context.newPage();
  await page.goto(own.url);
  await page.click('#recordings-section summary');
  await page.waitForSelector('#recordings li');
  assert.equal(String((await download(page, 'Samples')).bytes), 'data of old');
  await context.close();
  await own.stop();
});

test('a recording whose line changes under the pointer is still downloaded', only.fake, async () => {
  const own = await startServer();
  const recording = { name: 'old', startedAt: Date.now() - 5000, endedAt: Date.now() - 1000 };
  own.fake.recordings.push(recording);
  const { page, close } = await openPage(browser, own.url, { acceptDownloads: true });
  await page.click('#recordings-section summary');
  await page.hover('#recordings li >> text=Samples');
  await page.mouse.down();
  recording.endedAt += 60_000;
  await page.waitForSelector('#recordings li b >> text=/1:0\\d/');
  const [file] = await Promise.all([page.waitForEvent('download'), page.mouse.up()]);
  assert.equal(file.suggestedFilename(), 'old.sigmf-data');
  await close();
});

/** The colour of the lamp next to "Live". */
const lamp = (page) => page.evaluate(() => getComputedStyle(document.querySelector('#live .lamp')).backgroundColor);

test('while the radio is unavailable the lamp is not green, and the page says why and when it retries', only.fake, async () => {
  const own = await startServer();
  const { page, close } = await openPage(browser, own.url);
  await page.waitForSelector('#live[data-radio="streaming"]');
  const green = await lamp(page);
  for (const [state, said, shown] of [['absent', /Retrying auto/, 'no radio'], ['opening', /Retrying now/, 'opening'],
    ['stalled', /Retrying in 4 s/, 'stalled'], ['lost', /Retrying auto/, 'disconnected'],
    ['backoff', /Retrying in 4 s/, 'retrying']]) {
    const seconds = /Retrying in/.test(said.source) ? 3.6 : null;
    own.fake.trouble = { state, cause: 'unplugged', reason: 'stick 00000001: is gone', retry_seconds: seconds };
    await page.waitForSelector(`#live[data-radio="${state}"]`);
    assert.notEqual(await lamp(page), green, state);
    const text = await page.textContent('#banner');
    assert.match(text, said);
    assert.match(text, /^Radio unavailable: stick 00000001: is gone\./);
    assert.equal(await page.textContent('#status-state b'), shown);
    if (state === 'stalled') await keepPicture(page, 'radio-away');
  }
  own.fake.trouble = {};
  await page.waitForSelector('#live[data-radio="streaming"]');
  await page.waitForSelector('#banner', { state: 'hidden' });
  assert.equal(await lamp(page), green);
  await close();
  await own.stop();
});

test('a sweep says how often each hop comes back', { ...LIMIT, skip: REAL ? false : 'needs the program' }, async () => {
  const own = await startServer({ flags: ['--span', '97M:103M'] });
  const { page, close } = await openPage(browser, own.url);
  await page.waitForFunction(() => /\d+ hops in \d\.\d\d s/.test(document.querySelector('#status-rows')?.textContent ?? ''));
  await keepPicture(page, 'sweep');
  await close();
  await own.stop();
});
