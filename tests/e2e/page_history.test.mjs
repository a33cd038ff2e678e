// SPDX-License-Identifier: MIT
// The past on the page: a carrier that came at 03:12 last Tuesday is found by dragging, by date, by event and by link; its
// frequency, time and level agree through all levels. One page, in this order.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { REAL, columnsOf, facts, keepPicture, launchBrowser, openPage, startServer, waitForFacts, waterfallBox } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };
const AXE = readFileSync(createRequire(new URL('../web/package.json', import.meta.url)).resolve('axe-core/axe.min.js'), 'utf8');
const MINUTE = 60_000;
const STEPS = { '1s': 1000, '10s': 10_000, '1min': MINUTE, '10min': 10 * MINUTE, '2h': 120 * MINUTE };

let browser;
let server;
let tab;
let visitor;
before(async () => {
  browser = await launchBrowser();
  server = await startServer({ past: true });
  ({ visitor } = server.fake.past);
  tab = await openPage(browser, server.url, { viewport: { width: 1100, height: 700 }, acceptDownloads: true });
}, LIMIT);
after(async () => {
  await browser?.close();
  await server?.stop();
});

const hashOf = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1));
const follow = (page, parts) => page.evaluate((hash) => { location.hash = hash; }, new URLSearchParams(parts).toString());
const middleOf = ({ topTime, msPerPixel, geometry }) => topTime - (geometry.waterfall.height * msPerPixel) / 2;

/** What the read-out says at the visitor's frequency and a time, once there is a row that begins at a multiple of `step` and
 * less than one before; without a step, any row: coarser ones come first. */
async function readingAt(page, time, step = 1) {
  const handle = await page.waitForFunction(({ hz, at, multiple }) => {
    const { geometry: { waterfall }, topTime, msPerPixel } = window.spectrumd.facts();
    const reading = window.spectrumd.readout(window.spectrumd.xOf(hz), waterfall.y + (topTime - at) / msPerPixel);
    return reading?.exact && reading.time % multiple === 0 && (multiple === 1 || at - reading.time < multiple) &&
      !Number.isNaN(reading.maxDb) ? reading : null;
  }, { hz: visitor.hz, at: time, multiple: step }, { polling: 50 });
  return handle.jsonValue();
}

test('it is found by dragging the axis of time, a screen at a time', LIMIT, async () => {
  const { page } = tab;
  await follow(page, { time: String(2 ** -12) }); // 205 s a pixel: a day on the screen
  await waitForFacts(page, ({ msPerPixel }) => msPerPixel > 2e5);
  const plot = await page.locator('#plot').boundingBox();
  const { geometry: { waterfall } } = await facts(page);
  const grab = { x: plot.x + 20, top: plot.y + waterfall.y + 8, bottom: plot.y + waterfall.y + waterfall.height - 8 };
  await page.keyboard.press('Space'); // frozen: live rows do not move it
  for (let tries = 0; middleOf(await facts(page)) > visitor.from && tries < 20; ++tries) {
    const far = (middleOf(await facts(page)) - visitor.from) / (await facts(page)).msPerPixel;
    await page.mouse.move(grab.x, grab.bottom);
    await page.mouse.down();
    await page.mouse.move(grab.x, Math.max(grab.top, grab.bottom - far), { steps: 6 });
    await page.mouse.up();
  }
  const reading = await readingAt(page, visitor.from + MINUTE);
  assert.ok(Math.abs(reading.maxDb - visitor.db) <= 0.5, `${reading.maxDb}`);
});

test('its frequency, time and level agree through all levels', LIMIT, async () => {
  const { page } = tab;
  for (const [level, zoom] of [['1s', 2 ** -5], ['10s', 2 ** -8], ['1min', 2 ** -11], ['10min', 2 ** -15]]) {
    await follow(page, { time: String(zoom), at: String(Math.min(visitor.to + (level === '1s' ? 2 : 8) * STEPS[level] * 10, Date.now() - MINUTE)), from: String(visitor.hz - 2e5), to: String(visitor.hz + 2e5) });
    await waitForFacts(page, ({ msPerPixel }) => Math.abs(msPerPixel - 50 / zoom) < 1);
    const time = visitor.from + (STEPS[level] > MINUTE ? 0 : MINUTE) + Math.min(MINUTE, STEPS[level]) / 2;
    const reading = await readingAt(page, time, STEPS[level]);
    assert.ok(Math.abs(reading.maxDb - visitor.db) <= 0.25, `${level}: ${reading.maxDb}`);
    assert.ok(reading.time <= time && time < reading.time + STEPS[level], `${level}: ${new Date(reading.time).toISOString()}`);
  }
});

test('it is found by its date, and by the strip with keys', LIMIT, async () => {
  const { page } = tab;
  await follow(page, { time: String(2 ** -8) });
  const box = page.locator('#moment');
  await box.fill(new Date(visitor.from + MINUTE + 1000).toISOString().slice(0, 19));
  await box.press('Enter');
  await waitForFacts(page, (shown) => Math.abs(middleOf(shown) - visitor.from - MINUTE) < 2 * MINUTE);
  assert.ok(Math.abs((await readingAt(page, visitor.from + MINUTE)).maxDb - visitor.db) <= 0.5);
  const strip = page.locator('#day-strip');
  const before = middleOf(await facts(page)) / 1000;
  await strip.press('PageUp');
  await waitForFacts(page, (shown) => Math.abs(middleOf(shown) / 1000 - before - 3600) < 120);
  await page.waitForFunction(() => /^\d{4}-\d\d-\d\d 04:1/.test(document.querySelector('#day-strip').getAttribute('aria-valuetext')));
  await strip.press('End');
  await waitForFacts(page, ({ frozenAt }) => frozenAt === null);
});

test('the wheel goes through time with Alt, and on the strip', LIMIT, async () => {
  const { page } = tab;
  await follow(page, { time: String(2 ** -10), at: String(visitor.to) });
  const { frozenAt, msPerPixel, band } = await waitForFacts(page, (shown) => shown.frozenAt === visitor.to);
  const plot = await page.locator('#plot').boundingBox();
  await page.mouse.move(plot.x + 400, plot.y + 400);
  await page.keyboard.down('Alt');
  await page.mouse.wheel(0, 300);
  await waitForFacts(page, (shown) => Math.abs(shown.frozenAt - frozenAt + 300 * msPerPixel) < 1);
  await page.mouse.wheel(0, -300);
  await waitForFacts(page, (shown) => Math.abs(shown.frozenAt - frozenAt) < 1);
  await page.keyboard.up('Alt');
  assert.deepEqual((await facts(page)).band, band, 'it does not zoom');
  const strip = await page.locator('#day-strip').boundingBox();
  await page.mouse.move(strip.x + strip.width / 2, strip.y + 10);
  await page.mouse.wheel(-20, 0); // of a trackpad
  await waitForFacts(page, (shown) => Math.abs(shown.frozenAt - frozenAt + (20 * 24 * 60 * MINUTE) / strip.width) < MINUTE);
  await page.keyboard.press('End');
  await page.waitForFunction(() => !location.hash.includes('at=')); // following the link in the address does nothing
});

test('a drag through time draws the picture in each frame, not the axes, and leaves the address alone', LIMIT, async () => {
  const { page } = tab;
  await follow(page, { time: String(2 ** -10), at: String(visitor.to) });
  await waitForFacts(page, (shown) => shown.frozenAt === visitor.to);
  const counted = await page.evaluate(async () => {
    const overlay = document.querySelector('#overlay');
    const box = overlay.getBoundingClientRect();
    const counts = { axes: 0, pictures: 0, addresses: 0 };
    const count = (what, of, name) => {
      const before = of[name];
      of[name] = function (...given) {
        counts[what] += 1;
        return before.apply(this, given);
      };
    };
    count('axes', overlay.getContext('2d'), 'clearRect');
    count('pictures', document.querySelector('#times').getContext('2d'), 'clearRect');
    count('addresses', history, 'replaceState');
    const send = (kind, y) => overlay.dispatchEvent(new PointerEvent(kind, { pointerId: 1, button: 0, buttons: 1, clientX: box.left + 10, clientY: box.top + y, bubbles: true, cancelable: true }));
    overlay.setPointerCapture = () => {};
    send('pointerdown', 500);
    for (let y = 499; y > 480; --y) { // in one frame as well
      for (const part of [0, 0.3, 0.6]) send('pointermove', y - part);
      await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
    }
    send('pointerup', 480);
    return counts;
  });
  assert.ok(counted.pictures >= 12, JSON.stringify(counted));
  assert.ok(counted.axes <= 6 && counted.addresses <= 20, `57 moves: ${JSON.stringify(counted)}`);
});

test('it is found by its event, which has a flag and evidence', LIMIT, async () => {
  const { page } = tab;
  await page.locator('#events-section > summary').click();
  await page.selectOption('#event-kind', 'appear');
  const item = page.locator('#events li').filter({ hasText: '03:12' });
  await item.waitFor();
  await page.waitForFunction(() => document.querySelectorAll('#events li').length === 1);
  await item.locator('button').first().click();
  await waitForFacts(page, ({ frozenAt, markers }) => frozenAt !== null && markers.length === 1);
  assert.equal((await facts(page)).markers[0].hz, visitor.hz);
  await page.waitForFunction(({ hz, at, db }) => { // not at once: the click moves the picture
    const { geometry: { waterfall }, topTime, msPerPixel } = window.spectrumd.facts();
    const reading = window.spectrumd.readout(window.spectrumd.xOf(hz), waterfall.y + (topTime - at) / msPerPixel);
    return Math.abs(reading?.maxDb - db) <= 0.5;
  }, { hz: visitor.hz, at: visitor.from + MINUTE, db: visitor.db });
  await page.waitForFunction(() => {
    const canvas = document.querySelector('#flags');
    return canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((part) => part > 0);
  });
  const [file] = await Promise.all([page.waitForEvent('download'), item.getByRole('button', { name: 'JSON' }).click()]);
  assert.equal(file.suggestedFilename(), 'event-3-event.json');
});

test('a click on a flag opens its event in the panel, and so do keys', LIMIT, async () => {
  const { page } = tab;
  const { geometry: { width } } = await facts(page);
  await page.selectOption('#event-kind', 'floor_rise'); // another than is clicked
  await page.locator('#panel-toggle').click();
  await follow(page, { time: String(2 ** -10), at: String(visitor.to + 20 * MINUTE) });
  const { topTime, msPerPixel, geometry: { waterfall } } = await waitForFacts(page, (shown) => shown.topTime === visitor.to + 20 * MINUTE && shown.geometry.width !== width);
  await page.waitForFunction(() => document.querySelector('#flag-buttons button'));
  const plot = await page.locator('#plot').boundingBox();
  const pole = await page.evaluate((hz) => window.spectrumd.xOf(hz), visitor.hz);
  await page.mouse.click(plot.x + pole + 10, plot.y + waterfall.y + (topTime - visitor.from) / msPerPixel - 3);
  const shown = page.locator('#events li[aria-current]').filter({ hasText: '03:12' });
  await shown.getByRole('button', { name: 'SigMF' }).waitFor();
  await page.waitForFunction(() => document.activeElement.closest('#events li[aria-current]'));
  assert.deepEqual((await facts(page)).markers, [], 'no marker is set');
  await page.evaluate(() => { // as an alarm does
    document.querySelector('#events li').dataset.old = '';
    document.querySelector('#event-kind').dispatchEvent(new Event('change'));
  });
  await page.waitForFunction(() => !document.querySelector('#events li[data-old]'));
  assert.ok(await page.evaluate(() => document.activeElement.closest('#events li[aria-current]')), 'a new list keeps the focus');
  await page.locator('#panel-toggle').click();
  await page.locator('#flag-buttons button').first().focus();
  assert.match(await page.evaluate(() => document.activeElement.ariaLabel), /03:12.*New signals/);
  await page.keyboard.press('ArrowRight'); // there is no other
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.closest('#events li[aria-current]'));
});

test('a rule is made, refused, tried on the past, and deleted', LIMIT, async () => {
  const { page } = tab;
  await page.locator('#rules-section > summary').click();
  await page.locator('#rule-new').click();
  await page.fill('#rule-name', 'mine');
  await page.selectOption('#rule-kind', 'above');
  assert.equal(await page.inputValue('#rule-least_seconds'), '0.2', 'the usual value of the kind');
  await page.fill('#rule-least_seconds', '-1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('#rule-refusal', { hasText: '86400' }).waitFor();
  assert.equal(await page.getAttribute('#rule-least_seconds', 'aria-invalid'), 'true');
  await page.fill('#rule-least_seconds', '1');
  await page.locator('#rule-try').click();
  await page.locator('#rule-trial', { hasText: 'fired 0 times' }).waitFor();
  assert.equal(server.fake.watch.rules.at(-1).name, 'mine');
  await page.locator('#rule-delete').click();
  await page.waitForFunction(() => !document.querySelector('#rule-dialog').open && document.querySelectorAll('#rules li').length === 2);
});

test('what a rule knows and ignores is edited, and a limit line of the page is its mask', LIMIT, async () => {
  const { page } = tab;
  const { watch } = server.fake;
  const edit = () => page.getByRole('button', { name: 'Edit: New signals' }).click();
  const save = () => page.locator('#rule-form').getByRole('button', { name: 'Save', exact: true }).click();
  const closed = () => page.waitForFunction(() => !document.querySelector('#rule-dialog').open);
  await edit();
  assert.deepEqual(await page.locator('#rule-known input').evaluateAll((boxes) => boxes.map(({ value }) => value)), ['99.39 – 99.41 MHz', 'beacon']);
  await page.fill('#rule-known li:first-child input:nth-child(2)', 'pilot');
  await page.locator('#rule-ignored > button').click();
  await page.fill('#rule-ignored input', 'noise');
  await save();
  await page.locator('#rule-refusal', { hasText: 'noise' }).waitFor();
  await page.fill('#rule-ignored input', '98.9-99M');
  await save();
  await closed();
  assert.deepEqual([watch.rules[0].known, watch.rules[0].ignored], [[{ label: 'pilot', from_hz: 99390000, to_hz: 99410000 }], [[98900000, 99000000]]]);
  watch.rules[0].known.push({ label: 'learnt', from_hz: 1e8, to_hz: 1.001e8 }); // by the server, since it was listed
  await edit();
  await page.locator('#rule-ignored').getByRole('button', { name: 'Remove' }).click();
  await save();
  await closed();
  assert.deepEqual([watch.rules[0].known.length, watch.rules[0].ignored], [2, []]);
  await page.evaluate(() => { document.querySelector('#levels').open = true; });
  await page.locator('#limit-draw').click();
  const plot = await page.locator('#plot').boundingBox();
  for (const [hz, y] of [[99e6, 60], [101e6, 30]]) await page.mouse.click(plot.x + await page.evaluate((at) => window.spectrumd.xOf(at), hz), plot.y + y);
  assert.match(await page.inputValue('#limit'), /^(99|98\.99\d|99\.00\d)M -\d\d\.\d; 10[01]\.?\d*M -\d\d\.\d$/);
  await page.locator('#limit-draw').click();
  await page.fill('#limit', '99M -60, 101M -50');
  await page.locator('#limit').press('Enter');
  await page.locator('#rule-new').click();
  await page.selectOption('#rule-kind', 'mask');
  await page.locator('#rule-line').click();
  assert.equal(await page.inputValue('#rule-limits'), '99M -60; 101M -50');
  await page.locator('#rule-cancel').click();
  await page.fill('#limit', '');
  await page.locator('#limit').press('Enter');
});

test('the channels whose occupancy is counted are edited, and listed with their use', LIMIT, async () => {
  const { page } = tab;
  for (const id of ['past-section', 'channels-section']) await page.locator(`#${id} > summary`).click();
  await page.locator('#channels li', { hasText: /Talk, 99\.8 – 100 MHz.*25\.0 % of the time/ }).waitFor();
  await page.locator('#channels-edit').click();
  await page.locator('#channel-list .ranges > button').click();
  await page.fill('#channel-list li:last-child input:nth-child(1)', '100.29-100.31M');
  await page.fill('#channel-list li:last-child input:nth-child(2)', 'R1');
  await page.fill('#channel-threshold', '0');
  const save = () => page.locator('#channel-form').getByRole('button', { name: 'Save' }).click();
  await save();
  await page.locator('#channel-refusal', { hasText: '1 to 100' }).waitFor();
  await page.fill('#channel-threshold', '6,5');
  await save();
  await page.locator('#channels li', { hasText: 'R1' }).waitFor();
  assert.deepEqual(server.fake.watch.plan, { threshold_db: 6.5, channels: [{ name: 'Talk', from_hz: 99.8e6, to_hz: 100e6 }, { name: 'R1', from_hz: 100290000, to_hz: 100310000 }] });
  await page.locator('#past-section > summary').click();
});

test('a rectangle around it has its statistics, files, and a link that shows it again', LIMIT, async () => {
  const { page } = tab;
  const plot = await page.locator('#plot').boundingBox();
  const shown = await facts(page);
  const place = async (hz, time) => ({ x: plot.x + await page.evaluate((at) => window.spectrumd.xOf(at), hz), y: plot.y + shown.geometry.waterfall.y + (shown.topTime - time) / shown.msPerPixel });
  const [a, b] = [await place(visitor.hz - 20e3, visitor.to + 4 * MINUTE), await place(visitor.hz + 20e3, visitor.from - 4 * MINUTE)];
  await page.keyboard.down('Shift');
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.locator('#selection-facts', { hasText: '−30.0 dBFS' }).waitFor();
  const [csv] = await Promise.all([page.waitForEvent('download'), page.locator('#selection-csv').click()]);
  const lines = readFileSync(await csv.path(), 'utf8').trim().split('\n');
  const column = lines[0].split(',').findIndex((name) => Math.abs(Number(name) - visitor.hz) < 1000);
  assert.ok(lines.slice(1).some((line) => Math.abs(Number(line.split(',')[column]) - visitor.db) < 0.5));
  const [meta] = await Promise.all([page.waitForEvent('download'), page.locator('#selection-sigmf').click()]);
  const [annotation] = JSON.parse(readFileSync(await meta.path(), 'utf8')).annotations;
  assert.ok(annotation['core:freq_lower_edge'] < visitor.hz && annotation['core:freq_upper_edge'] > visitor.hz);
  await keepPicture(page, 'history-selection');
  const other = await openPage(browser, page.url(), { viewport: { width: 1100, height: 700 } });
  await other.page.locator('#selection-facts', { hasText: `${(visitor.hz / 1e6).toFixed(1)}` }).waitFor();
  await other.page.locator('#selection-facts', { hasText: '−30.0 dBFS' }).waitFor();
  assert.equal(hashOf(other.page).get('rect'), hashOf(page).get('rect'));
  assert.deepEqual(other.complaints, []);
  await other.close();
  await page.locator('#selection').press('Escape');
  await page.waitForFunction(() => document.querySelector('#selection').hidden && document.querySelector('#selection-card').hidden);
});

test('a day of the list is shown whole, with what is usual and what was used', LIMIT, async () => {
  const { page } = tab;
  await page.locator('#past-section > summary').click();
  await page.locator('#days-section > summary').click();
  await page.locator('#days li').filter({ hasText: new Date(visitor.from).toISOString().slice(0, 10) }).locator('button').first().click();
  const midnight = new Date(visitor.from).setUTCHours(0, 0, 0, 0);
  const shown = await waitForFacts(page, ({ topTime }) => topTime >= midnight + 24 * 60 * MINUTE);
  assert.ok(shown.topTime - shown.geometry.waterfall.height * shown.msPerPixel <= midnight);
  await page.locator('#trends-section > summary').click();
  await page.locator('#trend-text', { hasText: 'on average' }).waitFor();
  for (const id of ['#usual', '#occupancy']) await page.locator(id).click();
  await waitForFacts(page, ({ filled }) => filled > 0.9);
  await keepPicture(page, 'history-usual');
  assert.deepEqual(tab.complaints, new Array(2).fill('Failed to load resource: the server responded with a status of 400 (Bad Request)'), 'a rule and a threshold that were refused');
});

test('both times are there where WebGL draws the first', LIMIT, async () => {
  const { page, complaints, close } = await openPage(browser, `${server.url}#time=${2 ** -10}&at=${visitor.to + 30 * MINUTE}`, { gl: true });
  await waitForFacts(page, ({ filled }) => filled > 0.9);
  await page.locator('#two-times').click();
  await page.locator('#second').waitFor();
  const { x, y, width, height } = await waterfallBox(page);
  for (const part of [0.25, 0.75]) {
    const columns = await columnsOf(page, { x: x + width / 4, y: y + height * part, width: width / 2, height: 30 });
    const mean = columns.reduce((sum, each) => sum + each, 0) / columns.length;
    assert.ok(mean > 10 && mean < 120, `neither black nor white, but ${mean}`);
  }
  assert.equal((await facts(page)).renderer, 'WebGL2');
  assert.deepEqual(complaints, []);
  await close();
});

test('axe finds nothing, and the strip fits a phone with long words', LIMIT, async () => {
  const { page, complaints, close } = await openPage(browser, `${server.url}#time=${2 ** -12}&at=${visitor.to + 60 * MINUTE}`, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce', locale: 'de-DE' });
  await page.locator('#select').click();
  const strip = await page.locator('#day-strip').boundingBox();
  assert.ok(strip.width > 300 && strip.height >= 24);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, 'nothing is wider than the screen');
  for (const id of ['past-section', 'events-section', 'rules-section', 'trends-section', 'channels-section', 'days-section']) await page.evaluate((name) => { document.getElementById(name).open = true; }, id);
  await page.evaluate(() => document.body.classList.remove('panel-closed'));
  await page.waitForFunction(() => document.querySelectorAll('#events li').length === 2 && document.querySelectorAll('#days li').length > 5 && document.querySelector('#channels li'));
  await page.evaluate(AXE);
  const violations = () => page.evaluate(async () => (await window.axe.run(document, { resultTypes: ['violations'] })).violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`)));
  assert.deepEqual(await violations(), []);
  await page.locator('#rule-new').click();
  await page.locator('#rule-known > button').click();
  assert.deepEqual(await violations(), []);
  await page.locator('#rule-cancel').click();
  await page.locator('#channels-edit').click();
  await page.locator('#channel-list input').first().waitFor();
  assert.deepEqual(await violations(), []);
  assert.deepEqual(complaints, []);
  await close();
});
