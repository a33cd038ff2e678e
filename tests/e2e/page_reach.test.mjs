// SPDX-License-Identifier: MIT
// The spectrum for those who do not see it, and on paper: in words, by ear, printed.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { CARRIERS } from '../fakes/scene.mjs';
import { REAL, facts, keepPicture, launchBrowser, openPage, startServer, waitForFacts } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };

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

/** A page that knows its signals, and is closed at the end, without a complaint. */
async function withPage(options, work) {
  const { page, complaints, close } = await openPage(browser, server.url, options);
  try {
    await page.waitForFunction(() => document.querySelectorAll('#peaks tbody tr').length > 3);
    await work(page);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
  }
}

test('a key reads the picture in words: band, noise, signals, and what has come and gone since', LIMIT, () => withPage({}, async (page) => {
  await page.keyboard.press('v');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'scene');
  const lines = await page.locator('#scene-lines li').allTextContents();
  assert.equal(lines[0], 'On the screen: 98.8 – 101.2 MHz, span 2.4 MHz.');
  assert.match(lines[1], /^Live, \d\d:\d\d:\d\d UTC\.$/);
  assert.match(lines[2], /^Noise floor −\d+\.\d dBFS, at a resolution of 878\.9 Hz\.$/);
  assert.match(lines[3], /^\d+ signals; the strongest: 100\.3000 MHz, −20\.0 dBFS\.$/);
  const strongest = await page.locator('#scene-rows tr').first().locator('th, td').allTextContents();
  assert.deepEqual(strongest, ['100.3000 MHz', '−20.0 dBFS', '52.0 dB', '1.172 kHz', 'carrier']);
  assert.equal(await page.textContent('#scene-news'), lines.join(' '));

  server.fake.pausedSignal = CARRIERS.findIndex(({ hz }) => hz === 100_300_000) + 1;
  await waitForFacts(page, ({ peaks }) => peaks.some(({ active }) => !active));
  await page.click('#scene-now');
  assert.match(await page.textContent('#scene-news'), /^Since \d\d:\d\d:\d\d UTC: Gone: 100\.3000 MHz\.$/);
  server.fake.pausedSignal = undefined;
  await waitForFacts(page, ({ peaks }) => peaks.every(({ active }) => active));
  await page.click('#scene-now');
  assert.match(await page.textContent('#scene-news'), /^Since \d\d:\d\d:\d\d UTC: Appeared: 100\.3000 MHz\.$/);
  await keepPicture(page, 'in-words');
}));

test('the picture in words is reached by the first Tab, and follows at a pace, in one voice', LIMIT, () => withPage({}, async (page) => {
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'scene-open');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#scene-lines li');
  await page.selectOption('#scene-pace', '10');
  const before = await page.textContent('#scene-news');
  await page.waitForFunction((text) => document.querySelector('#scene-news').textContent !== text, before);
  assert.match(await page.textContent('#scene-news'), /^Since .* no signal has come or gone\.$/);
  await page.reload();
  assert.equal(await page.inputValue('#scene-pace'), '10', 'is remembered');
}));

/** Records what is played: the last value of each parameter, and how many clicks. */
const listen = () => {
  const heard = { pitch: NaN, pan: NaN, loudness: NaN, clicks: 0, contexts: [] };
  Object.assign(window, { heard });
  const glide = AudioParam.prototype.setTargetAtTime;
  AudioParam.prototype.setTargetAtTime = function record(value, ...rest) {
    if (this.maxValue === 1 && this.minValue === -1) heard.pan = value;
    else if (this.maxValue > 1e30) heard.loudness = value;
    else heard.pitch = value;
    return glide.call(this, value, ...rest);
  };
  const stop = OscillatorNode.prototype.stop;
  OscillatorNode.prototype.stop = function count(when) { ++heard.clicks; return stop.call(this, when); };
  window.AudioContext = class extends AudioContext {
    constructor() { super(); heard.contexts.push(this); }
  };
};

const heard = (page) => page.evaluate(() => ({ ...window.heard, contexts: window.heard.contexts.map(({ state }) => state) }));

test('by ear: a stronger level is higher, a place has its side, a marker clicks, and a hidden page is silent', LIMIT, async () => {
  const { page, complaints, close } = await openPage(browser, server.url);
  await page.addInitScript(listen);
  await page.reload();
  await page.waitForFunction(() => window.spectrumd?.facts().rows > 5);
  assert.deepEqual((await heard(page)).contexts, [], 'silent until it is wanted');
  await page.keyboard.press('e');
  assert.equal(await page.getAttribute('#ear-on', 'aria-pressed'), 'true');
  const until = (condition) => page.waitForFunction(condition);
  await until(() => window.heard.pitch > 0 && window.heard.loudness > 0);
  await page.press('#ear', 'Home');
  await until(() => window.heard.pan < -0.8);
  const noise = (await heard(page)).pitch;
  await page.press('#ear', 'ArrowRight');
  assert.match(await page.getAttribute('#ear', 'aria-valuetext'), /^98\.81\d+ MHz, −\d+\.\d dBFS$/);

  const { band } = await facts(page); // to the carrier at 100.3 MHz
  await page.evaluate((place) => {
    const slider = document.querySelector('#ear');
    Object.assign(slider, { value: String(place) }).dispatchEvent(new Event('input'));
  }, Math.round((1000 * (100.3e6 - band.fromHz)) / (band.toHz - band.fromHz) / 5) * 5);
  await page.waitForFunction((low) => window.heard.pitch > 2 * low && window.heard.pan > 0.1, noise);

  assert.equal((await heard(page)).clicks, 0);
  await page.focus('#plot');
  await page.keyboard.press('m');
  await page.press('#ear', 'Home');
  await until(() => window.heard.clicks === 1);
  await page.click('#ear-scan');
  await until(() => window.heard.clicks === 2);
  await until(() => window.heard.pan > 0.85);

  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await until(() => window.heard.contexts.every(({ state }) => state === 'closed'));
  assert.equal(await page.getAttribute('#ear-on', 'aria-pressed'), 'false');
  assert.deepEqual(complaints, []);
  await close();
});

test('where there is no data it is silent', LIMIT, async () => {
  const { page, close } = await openPage(browser, server.url);
  await page.addInitScript(listen);
  await page.reload();
  await page.waitForFunction(() => window.spectrumd?.facts().rows > 5);
  await page.keyboard.press('Space');
  await page.evaluate(() => {
    const box = document.querySelector('#go-to');
    box.value = '2001-01-01T00:00:00';
    box.dispatchEvent(new Event('change'));
  });
  await page.keyboard.press('e');
  await page.waitForFunction(() => window.heard.loudness === 0);
  assert.match(await page.getAttribute('#ear', 'aria-valuetext'), /no data$/);
  await close();
});

/** Shares of the printed picture. */
const inkOf = (page) => page.evaluate(() => {
  const canvas = document.querySelector('#print-sheet canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let [light, dark] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    light += data[at] + data[at + 1] + data[at + 2] > 3 * 160 ? 1 : 0;
    dark += data[at] + data[at + 1] + data[at + 2] < 3 * 70 ? 1 : 0;
  }
  return { light: (4 * light) / data.length, dark: (4 * dark) / data.length };
});

test('printed: the facts, the picture in black on white, the markers and signals, and no controls', LIMIT, () => withPage({}, async (page) => {
  await page.focus('#plot');
  await page.keyboard.press('m');
  await waitForFacts(page, ({ markers, filled }) => markers.length === 1 && filled > 0.9);
  const { palette } = await facts(page);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const sheet = (await page.innerText('#print-sheet')).replace(/\s+/g, ' ');
  for (const part of [/Station 127\.0\.0\.1:\d+, fake band for the page/, /Frequency 100\.000 MHz/, /Span 2\.4 MHz/, /RBW 878\.9 Hz/, /Gain 28 dB/,
    /Time \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/, /Scale −\d+\.\d to −\d+\.\d dBFS/, /Markers Marker Frequency Level 1 100\.300\d* MHz −20\.0 dBFS/,
    /Signals Frequency Level SNR Width Kind 100\.3000 MHz −20\.0 dBFS 52\.0 dB 1\.172 kHz carrier/]) assert.match(sheet, part);
  for (const selector of ['#bar', '#panel', '#plot', '#status']) assert.equal(await page.isVisible(selector), false, selector);
  const { light, dark } = await inkOf(page);
  assert.ok(light > 0.7, `${light} of the picture is light`);
  assert.ok(dark > 0.002 && dark < 0.2, `${dark} of the picture is black: axes, lines, carriers`);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  assert.equal(await page.isVisible('#print-sheet'), false);
  assert.equal((await facts(page)).palette, palette, 'the screen is as before');
  assert.equal(await page.isVisible('#panel'), true);
}));
