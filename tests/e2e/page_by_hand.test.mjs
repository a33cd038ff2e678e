// SPDX-License-Identifier: MIT
// Tuning by hand: steps, digits, dragging past the edge, back and forth, markers without a mouse.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { REAL, facts, keepPicture, launchBrowser, openPage, startServer, waitForFacts, waterfallBox } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => {
  browser = await launchBrowser();
}, LIMIT);
after(() => browser?.close());

/** Remembers what the banner says: notes are gone after a few seconds. */
const watchBanner = (page) => page.evaluate(() => {
  const banner = document.querySelector('#banner');
  window.notes = [];
  new MutationObserver(() => window.notes.push(banner.textContent)).observe(banner, { childList: true });
});
const noted = (page, text) => page.waitForFunction((part) => window.notes.some((note) => note.includes(part)), text);

/** A page and its own fake, once the page knows its rights. */
async function withPage(options, work, look = {}) {
  const server = await startServer(options);
  const { page, complaints, close } = await openPage(browser, server.url, look);
  try {
    await waitForFacts(page, ({ access }) => access !== null);
    await watchBanner(page);
    await work(page, server.fake);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
    await server.stop();
  }
}

const eventually = async (condition, what) => {
  for (const deadline = Date.now() + 30_000; !(await condition());) {
    assert.ok(Date.now() < deadline, what());
    await new Promise((done) => setTimeout(done, 50));
  }
};
const tunedTo = (fake, hz) => eventually(() => fake.tuning.center === hz, () => `tuned to ${fake.tuning.center} instead of ${hz}`);
const received = (page, hz) => waitForFacts(page, ({ whole }) => Math.abs(whole.fromHz + whole.toHz - 2 * hz) < 1);
const patches = (fake) => fake.requests.filter((request) => request === 'PATCH /api/v1/tuning').length;

test('steps by key, button and tens; the step is remembered', LIMIT, () => withPage({}, async (page, fake) => {
  await page.keyboard.press('PageUp');
  await tunedTo(fake, 100.2e6); // a tenth of the screen
  await page.selectOption('#tune-step', '12500');
  await page.click('#tune-down');
  await tunedTo(fake, 100.1875e6);
  await page.locator('#plot').focus();
  await page.keyboard.press('Shift+PageUp');
  await tunedTo(fake, 100.3125e6);
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('#tune-step').value === '12500');
}));

test('turns faster than the server answers are added up', LIMIT, () => withPage({}, async (page, fake) => {
  await page.evaluate(() => {
    for (let press = 0; press < 40; ++press) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageUp', bubbles: true }));
  });
  await tunedTo(fake, 108e6);
  assert.ok(patches(fake) <= 3, `${patches(fake)} requests`);
}));

/** Where a character of the frequency box is. */
async function digit(page, index) {
  const left = await page.evaluate((at) => {
    const box = document.querySelector('#frequency');
    const ruler = document.createElement('span');
    ruler.textContent = box.value.slice(0, at);
    const { font, letterSpacing } = getComputedStyle(box);
    Object.assign(ruler.style, { font, letterSpacing, position: 'absolute', visibility: 'hidden', whiteSpace: 'pre' });
    document.body.append(ruler);
    const width = ruler.getBoundingClientRect().width;
    ruler.remove();
    return box.getBoundingClientRect().left + parseFloat(getComputedStyle(box).paddingLeft) + 1 + width;
  }, index);
  const { y, height } = await page.locator('#frequency').boundingBox();
  return { x: left + 5, y: y + height / 2 };
}

test('the wheel turns the digit under it, the arrow keys the one before the caret', LIMIT, () => withPage({}, async (page, fake) => {
  const at = await digit(page, 2); // 100.000 MHz
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -100);
  await tunedTo(fake, 101e6);
  await received(page, 101e6);
  const tenth = await digit(page, 4);
  await page.mouse.move(tenth.x, tenth.y);
  await page.mouse.wheel(0, 100);
  await tunedTo(fake, 100.9e6);
  await page.focus('#frequency');
  await page.evaluate(() => document.querySelector('#frequency').setSelectionRange(7, 7));
  await page.keyboard.press('ArrowUp');
  await tunedTo(fake, 100.901e6);
  await page.waitForFunction(() => document.querySelector('#frequency').value === '100.901 MHz', null, {});
  await page.keyboard.press('ArrowUp');
  await tunedTo(fake, 100.902e6);
  await page.keyboard.type('7');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  assert.equal(fake.tuning.center, 100.902e6, 'what is being typed is not tuned');
}));

/** Drags in the waterfall by so many pixels, without releasing. */
async function pull(page, pixels) {
  const box = await waterfallBox(page);
  const x = box.x + box.width / 2 - pixels / 2;
  await page.mouse.move(x, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(x + pixels, box.y + 102, { steps: 8 });
}

test('dragging past the edge shows it, and tunes when it is released', LIMIT, () => withPage({}, async (page, fake) => {
  const { geometry } = await facts(page);
  await pull(page, -200);
  const { band } = await waitForFacts(page, ({ pull: now }) => now?.armed);
  const byHz = (200 / geometry.waterfall.width) * 2.4e6;
  assert.ok(Math.abs(band.fromHz - 98.8e6 - byHz) < 1e4, 'the picture follows the pointer');
  assert.equal(patches(fake), 0, 'not before the end');
  await keepPicture(page, 'pull');
  await page.mouse.up();
  await eventually(() => Math.abs(fake.tuning.center - 100e6 - byHz) < 1e4, () => `${fake.tuning.center}`);
  const after = await received(page, fake.tuning.center);
  assert.deepEqual(after.band, after.whole);
  assert.ok(Math.abs(after.band.fromHz - band.fromHz) < 1e3, 'and the picture stays');
  assert.equal(after.pull, null);
}));

test('after a small overshoot, and with Esc, the picture goes back and nothing is tuned', LIMIT, () => withPage({}, async (page, fake) => {
  await pull(page, -45);
  await waitForFacts(page, ({ pull: now }) => now && !now.armed);
  await page.mouse.up();
  await waitForFacts(page, ({ band, whole }) => band.fromHz === whole.fromHz && band.toHz === whole.toHz);
  await pull(page, 300);
  await waitForFacts(page, ({ pull: now }) => now?.armed);
  await page.keyboard.press('Escape');
  await waitForFacts(page, ({ band, whole, pull: now }) => now === null && band.fromHz === whole.fromHz);
  await page.mouse.up();
  assert.equal(patches(fake), 0);
}));

test('who pans through the band and does not stop at its edge does not tune', LIMIT, () => withPage({}, async (page, fake) => {
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await waitForFacts(page, ({ band, whole }) => band.toHz < whole.toHz);
  for (const way of [1, 2, 3]) {
    const { whole, band, pull: now } = await facts(page);
    assert.equal(now, null, `way ${way}`);
    if (band.toHz === whole.toHz) break;
    await pull(page, -600);
    assert.equal((await facts(page)).pull, null, `way ${way}`);
    await page.mouse.up();
  }
  assert.equal(patches(fake), 0);
  await pull(page, -300); // now from the edge
  await waitForFacts(page, ({ pull: pulled }) => pulled?.armed);
  const { band } = await facts(page);
  await page.mouse.up();
  await eventually(() => fake.tuning.center > 101e6, () => `${fake.tuning.center}`);
  const after = await received(page, fake.tuning.center);
  assert.ok(Math.abs(after.band.fromHz - band.fromHz) < 1, 'the view stays where it was left');
}));

test('with the switch off, and without the token, the edge is the end', LIMIT, async () => {
  await withPage({}, async (page, fake) => {
    await page.uncheck('#drag-tunes');
    await pull(page, -300);
    assert.equal((await facts(page)).pull, null);
    await page.mouse.up();
    assert.equal(patches(fake), 0);
  });
  await withPage({ token: 'sixteen-characters', publicReading: true }, async (page, fake) => {
    assert.equal((await facts(page)).access, 'read');
    await pull(page, -300);
    await noted(page, 'needs the token');
    await page.mouse.up();
    const { band, whole } = await facts(page);
    assert.deepEqual(band, whole);
    assert.equal(patches(fake), 0);
    assert.ok(!(await page.isVisible('#token-dialog')));
  });
});

test('the radio goes back to the band before, and forward, also where another viewer tuned', LIMIT, () => withPage({}, async (page, fake) => {
  assert.ok(await page.isDisabled('#band-back'));
  fake.retune({ center: 145e6 });
  await received(page, 145e6);
  await noted(page, 'Another viewer or program has tuned to 145.000 MHz');
  await page.waitForSelector('#band-back:not([disabled])');
  await page.click('#band-back');
  await tunedTo(fake, 100e6);
  await received(page, 100e6);
  await page.waitForSelector('#band-forward:not([disabled])');
  await page.locator('#plot').focus();
  await page.keyboard.press('Shift+Backspace');
  await tunedTo(fake, 145e6);
  await received(page, 145e6);
  await page.keyboard.press('Backspace');
  await tunedTo(fake, 100e6);
  await received(page, 100e6);
  const others = await page.evaluate(() => window.notes.filter((note) => note.includes('Another viewer')));
  assert.equal(others.length, 1, 'not of what this page tuned to');
}));

test('a click tunes where that is chosen', LIMIT, () => withPage({}, async (page, fake) => {
  const box = await waterfallBox(page);
  const clickAt = async (hz) => page.mouse.click((await page.locator('#plot').boundingBox()).x
    + await page.evaluate((place) => window.spectrumd.xOf(place), hz), box.y + 60);
  await clickAt(100.3e6);
  await waitForFacts(page, ({ markers }) => markers.length === 1);
  assert.equal(patches(fake), 0);
  await page.check('#click-tunes');
  await clickAt(100.3e6);
  await eventually(() => Math.abs(fake.tuning.center - 100.3e6) < 2e3, () => `${fake.tuning.center}`);
  await noted(page, 'Tuned to 100.300 MHz');
}));

test('the wheel tunes where that is chosen, and zooms with Shift', LIMIT, () => withPage({}, async (page, fake) => {
  const box = await waterfallBox(page);
  await page.mouse.move(box.x + 300, box.y + 100);
  await page.check('#wheel-tunes');
  await page.mouse.move(box.x + 300, box.y + 100);
  await page.mouse.wheel(0, -100);
  await tunedTo(fake, 100.2e6);
  await received(page, 100.2e6);
  await page.mouse.wheel(0, 100);
  await tunedTo(fake, 100e6);
  await received(page, 100e6);
  const { band, whole } = await facts(page);
  assert.deepEqual(band, whole);
  await page.keyboard.down('Shift');
  await page.mouse.wheel(0, -200);
  await page.keyboard.up('Shift');
  await waitForFacts(page, (now) => now.band.toHz - now.band.fromHz < 2e6);
  assert.equal(fake.tuning.center, 100e6);
}));

test('by touch: two fingers up or down shift the levels, one zooms from the axis', LIMIT, () => withPage({}, async (page) => {
  const box = await waterfallBox(page);
  const touch = await page.context().newCDPSession(page);
  const put = (type, ...points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ id, x: box.x + x, y: box.y + y })) });
  const before = await facts(page);
  await put('touchStart', [150, 200], [240, 200]);
  for (let down = 10; down <= 60; down += 10) await put('touchMove', [150, 200 + down], [240, 200 + down]);
  await put('touchEnd');
  const { range, autoRange, band } = await facts(page);
  assert.equal(autoRange, false);
  const { spectrum } = before.geometry;
  const byDb = (60 / spectrum.height) * (before.axisRange.ceilingDb - before.axisRange.floorDb);
  assert.ok(Math.abs(range.floorDb - before.range.floorDb - byDb) < byDb / 2, `${range.floorDb - before.range.floorDb} dB for ${byDb}`);
  assert.deepEqual(band, before.band, 'the view stays');
  const axis = before.geometry.axis.y - before.geometry.waterfall.y + 10;
  const hz = await page.evaluate(() => window.spectrumd.frequencyAt(100));
  await put('touchStart', [100, axis]);
  for (let up = 20; up <= 120; up += 20) await put('touchMove', [100, axis - up]);
  await put('touchEnd');
  const zoomed = await facts(page);
  assert.ok(zoomed.band.toHz - zoomed.band.fromHz < 0.4 * (band.toHz - band.fromHz), 'zoomed in');
  assert.ok(Math.abs(await page.evaluate((place) => window.spectrumd.xOf(place), hz) - 100) < 1, 'about the finger');
}, PHONE));

test('by touch: everything in the bar is 44 pixels, two markers and their difference, clearing, tuning', LIMIT, () => withPage({}, async (page, fake) => {
  const box = await waterfallBox(page);
  await page.touchscreen.tap(box.x + 100, box.y + 100);
  await waitForFacts(page, ({ markers }) => markers.length === 1);
  for (const target of await page.locator('#thumbs button:visible, #thumbs select').all()) {
    const { width, height } = await target.boundingBox();
    assert.ok(width >= 44 && height >= 44, `${await target.getAttribute('id')} is ${width} by ${height}`);
  }
  await page.tap('#marker-2');
  await page.touchscreen.tap(box.x + 250, box.y + 100);
  const { markers, geometry, band } = await waitForFacts(page, ({ markers: both }) => both.length === 2);
  const pixelHz = (band.toHz - band.fromHz) / geometry.waterfall.width;
  assert.ok(Math.abs(markers[1].hz - markers[0].hz - 150 * pixelHz) < 15 * pixelHz);
  await page.waitForFunction(() => /Δ/.test(document.querySelector('#marker-readout').textContent));
  await keepPicture(page, 'thumbs');
  await page.tap('#marker-remove');
  await waitForFacts(page, ({ markers: left }) => left.length === 1);
  await page.tap('#marker-peak');
  await waitForFacts(page, ({ markers: [marker] }) => Math.abs(marker.hz - 100.3e6) < 2e3);
  await page.tap('#marker-tune');
  await eventually(() => Math.abs(fake.tuning.center - 100.3e6) < 2e3, () => `${fake.tuning.center}`);
  await page.tap('#marker-remove');
  await waitForFacts(page, ({ markers: left }) => left.length === 0);
}, PHONE));

test('by keyboard: marker 2, moving, removing', LIMIT, () => withPage({}, async (page) => {
  await page.locator('#plot').focus();
  await page.keyboard.press('m');
  await waitForFacts(page, ({ markers }) => markers.length === 1);
  await page.keyboard.press('2');
  const { markers: [, second], band } = await waitForFacts(page, ({ markers }) => markers.length === 2);
  await page.keyboard.press('Shift+L');
  await page.keyboard.press('j');
  const pixelHz = (band.toHz - band.fromHz) / 1000;
  await waitForFacts(page, ({ markers }) => Math.abs(markers[1].hz - second.hz - 9 * pixelHz) < 1, 30_000);
  await page.keyboard.press('1');
  await page.keyboard.press('Delete');
  await waitForFacts(page, ({ markers }) => markers.length === 1 && Math.abs(markers[0].hz - second.hz - 9 * pixelHz) < 1);
  await page.keyboard.press('Escape');
  await waitForFacts(page, ({ markers }) => markers.length === 0);
}));

test('bookmarks are kept, gone to by name, and removed', LIMIT, () => withPage({}, async (page, fake) => {
  await page.locator('#plot').focus();
  await page.keyboard.press('m'); // the strongest: 100.3 MHz
  await waitForFacts(page, ({ markers }) => markers.length === 1);
  await page.keyboard.press('b');
  await page.keyboard.type('Local FM');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#bookmarks li');
  await page.fill('#bookmark-name', '2m');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /a frequency or a band already/.test(document.querySelector('#bookmark-form .refusal').textContent));
  fake.retune({ center: 145e6 });
  await received(page, 145e6);
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => window.spectrumd?.facts().rows > 5);
  await page.fill('#frequency', 'local fm');
  await page.keyboard.press('Enter');
  await eventually(() => Math.abs(fake.tuning.center - 100.3e6) < 2e3, () => `${fake.tuning.center}`);
  await waitForFacts(page, ({ markers: [marker] }) => Math.abs(marker?.hz - 100.3e6) < 2e3);
  await page.click('#bookmarks-section summary');
  await keepPicture(page, 'bookmarks');
  const saved = {};
  for (const kind of ['json', 'csv', 'gqrx']) {
    await page.selectOption('#bookmarks-format', kind);
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#bookmarks-save')]);
    assert.equal(file.suggestedFilename(), kind === 'gqrx' ? 'bookmarks.csv' : `bookmarks.${kind}`);
    saved[kind] = await file.path();
  }
  await page.click('#bookmarks li [aria-label^="Remove"]');
  await page.waitForFunction(() => document.querySelectorAll('#bookmarks li').length === 0);
  for (const kind of ['json', 'csv', 'gqrx']) {
    await page.setInputFiles('#bookmarks-file', saved[kind]);
    await page.waitForFunction(() => document.querySelectorAll('#bookmarks li').length === 1);
    await page.click('#bookmarks li [aria-label^="Remove"]');
  }
  const usb = 'name,from_hz,mode\nBeacon,100300000,usb\n';
  await page.setInputFiles('#bookmarks-file', { name: 'usb.csv', mimeType: 'text/csv', buffer: Buffer.from(usb) });
  await page.click('#bookmarks .place');
  await page.waitForFunction(() => document.querySelector('#listen-mode').value === 'usb');
  await page.setInputFiles('#bookmarks-file', { name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('name,from_hz,to_hz\nA,much,1\n') });
  await page.waitForFunction(() => /line 2/.test(document.querySelector('#bookmarks-note').textContent));
}));

test('a band plan of another program is loaded, kept and forgotten', LIMIT, () => withPage({}, async (page) => {
  const plan = { name: 'Shack', bands: [{ name: 'Local', type: 'amateur', start: 100.1e6, end: 100.4e6 }] };
  await page.click('#bookmarks-section summary');
  await page.setInputFiles('#bookmarks-file', { name: 'plan.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(plan)) });
  await page.waitForFunction(() => document.querySelector('#bookmarks-note').textContent === '1 band loaded');
  await keepPicture(page, 'band-plan');
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => window.spectrumd?.facts().rows > 5);
  await page.click('#bookmarks-section summary');
  await page.click('#bands-forget');
  await page.waitForSelector('#bands-forget', { state: 'hidden' });
}));

test('spots of other programs are flags, merged where they are dense; a click tunes to one', LIMIT, () => withPage({}, async (page, fake) => {
  const spot = (id, label, hz) => ({ id, label, frequency_hz: hz, comment: 'FT8', source: 'cluster', time: '', expires: '' });
  fake.spots = [spot(1, 'DL1ABC', 99.2e6), spot(2, 'F5XYZ', 99.21e6), spot(3, 'G4ZZZ', 100.6e6)];
  await page.waitForFunction(() => window.spectrumd.facts().spotFlags.length === 2);
  const { spotFlags, geometry } = await facts(page);
  assert.deepEqual(spotFlags.map(({ spots }) => spots.map(({ label }) => label)), [['DL1ABC', 'F5XYZ'], ['G4ZZZ']]);
  const plot = await page.locator('#plot').boundingBox();
  await page.mouse.click(plot.x + spotFlags[1].x + 10, plot.y + 20);
  await tunedTo(fake, 100.6e6);
  await waitForFacts(page, ({ markers }) => markers[0]?.hz === 100.6e6);
  await page.mouse.click(plot.x + geometry.gutter + 200, plot.y + 140); // below the flags: a marker, as ever
  await waitForFacts(page, ({ markers }) => markers[0]?.hz !== 100.6e6);
  assert.equal(patches(fake), 1);
  await page.click('#bookmarks-section summary');
  await page.getByTitle('Tune to F5XYZ').click();
  await tunedTo(fake, 99.21e6);
  fake.spots = [];
  await page.waitForSelector('#spots-part', { state: 'hidden' });
}));

test('a band is as wide as in the chosen region', LIMIT, () => withPage({}, async (page) => {
  await page.selectOption('#region', '1');
  await page.fill('#frequency', '2m');
  await page.keyboard.press('Enter');
  await waitForFacts(page, ({ band }) => band.fromHz === 144e6 && band.toHz === 146e6);
}));

test('shortcuts of one character can be turned off, and stay off', LIMIT, () => withPage({}, async (page) => {
  await page.keyboard.press('?');
  await page.uncheck('#single-keys');
  await page.keyboard.press('Escape');
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => window.spectrumd?.facts().rows > 5);
  await page.keyboard.press('m');
  await page.keyboard.press('+');
  await page.keyboard.press('PageUp');
  await waitForFacts(page, ({ whole }) => whole.fromHz !== 98.8e6); // tuned
  const { markers, band, whole } = await facts(page);
  assert.deepEqual(markers, []);
  assert.deepEqual(band, whole);
}));
