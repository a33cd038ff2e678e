// SPDX-License-Identifier: MIT
// A browser and a server for the page's tests. The server is the fake, or the program itself where SPECTRUMD_BIN names it.

import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startFake } from '../fakes/spectrumd.mjs';
import { joinPage } from './joined_page.mjs';
import { REAL, startProgram } from './program.mjs';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('playwright-core');
const ARTEFACTS = fileURLToPath(new URL('../artefacts/', import.meta.url));
// The shell is the same engine without windows, menus and extensions, which cost a page a second of a processor.
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
// WebGL is SwiftShader's. Only that: with the whole page composited by it a frame takes ten times as long.
const BROWSER = { executablePath: process.env.CHROMIUM ?? PROGRAMS.find(existsSync), headless: true, args: ['--no-sandbox',
  '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic'] };

export { REAL };
const PATIENCE_MS = 60_000; // on a busy machine

const fakes = new Set();
after(() => Promise.all([...fakes].map((fake) => fake.stop()))); // also those that a failed test has left

/** @param {{composited?: boolean}} [options] composited: by WebGL's software, as by a graphics card, which is slow here
 * but costs the page's thread what it would there: else it copies each picture of WebGL. */
export const launchBrowser = ({ composited = false } = {}) => chromium.launch({ ...BROWSER,
  args: BROWSER.args.filter((arg) => !composited || arg !== '--disable-gpu-compositing') });

let folder;

/** The fake serves what a build embeds, and the modules where `folder` is given as undefined.
 * @returns {Promise<{url: string, port: number, stop: () => Promise<void>, fake?: object}>} */
export async function startServer(options = {}) {
  if (REAL) return startProgram(['--source', 'sim', ...(options.flags ?? [])], {}, ['--listen', `127.0.0.1:${options.port ?? 0}`]);
  folder ??= joinPage();
  const fake = await startFake({ folder, ...options });
  fakes.add(fake);
  return fake;
}

/** The page then draws with Canvas 2D, which in software takes a seventh of the time. */
const withoutGl = () => {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...given) {
    return kind === 'webgl2' ? null : getContext.call(this, kind, ...given);
  };
};

/** Its pages are drawn when rows come, not in each frame, and without WebGL unless that is asked for with `gl`: with both, a
 * page takes a processor for itself, which tests of anything else have no use for.
 * @param {{gl?: boolean}} options others are those of a browser's context */
export async function newContext(browser, { gl = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 640 }, colorScheme: 'dark', reducedMotion: 'reduce', ...options });
  if (!gl) await context.addInitScript(withoutGl);
  return context;
}

/** A tab that remembers every complaint: console errors, exceptions, policy violations, requests that failed. Its
 * receiver may have no rows. */
export async function openTab(browser, url, options = {}) {
  const context = await newContext(browser, options);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error.stack)));
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

/** Likewise, once it shows rows. */
export async function openPage(browser, url, options = {}) {
  const tab = await openTab(browser, url, options);
  await untilRows(tab.page);
  return tab;
}

/** One browser and one server for all tests of a file. Returns what opens a page with `options`, hands it to `work` once it
 * is `ready`, and closes it; it must not have complained. */
export function withServer(limit, ready = () => {}) {
  let browser;
  let server;
  before(async () => {
    browser = await launchBrowser();
    server = await startServer();
  }, limit);
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  return async (options, work) => {
    const { page, complaints, close } = await openPage(browser, server.url, options);
    try {
      await ready(page);
      await work(page);
      assert.deepEqual(complaints, []);
    } finally {
      await close();
    }
  };
}

/** Until it lists signals. */
export const untilSignals = (page) => page.waitForFunction(() => document.querySelectorAll('#peaks tbody tr').length > 3);

export const untilRows = (page) => page.waitForFunction(
  () => window.spectrumd?.facts().rows > 5 && window.spectrumd.facts().topTime > 0);

/** How much of the waterfall the overlay covers, 0 to 1, and its highest opacity there, 0 to 255. */
export const overlayOf = (page) => page.evaluate(() => {
  const canvas = document.querySelector('#overlay');
  const { geometry: { waterfall, pixelRatio } } = window.spectrumd.facts();
  const [x, y, width, height] = [waterfall.x, waterfall.y, waterfall.width, waterfall.height].map((css) => Math.round(css * pixelRatio));
  const { data } = canvas.getContext('2d').getImageData(x, y, width - 10, height); // not the ticks at the right edge
  let [covered, opaque] = [0, 0];
  for (let at = 3; at < data.length; at += 4) {
    covered += data[at] > 0 ? 1 : 0;
    opaque = Math.max(opaque, data[at]);
  }
  return { covered: covered / (width * height), opaque };
});

export const facts = (page) => page.evaluate(() => window.spectrumd.facts());

/** Waits until the probe's facts fulfil a condition; looked at from here, since the page's policy forbids made-up code. */
export async function waitForFacts(page, condition, limitMs = PATIENCE_MS) {
  const deadline = Date.now() + limitMs;
  for (let pauseMs = 20;; pauseMs = Math.min(200, 1.3 * pauseMs)) { // each look takes the page some milliseconds
    const shown = await facts(page);
    if (condition(shown)) return shown;
    if (Date.now() > deadline) throw new Error(`never came true: ${condition}; last seen: ${JSON.stringify(shown)}`);
    await page.waitForTimeout(pauseMs);
  }
}

/** Lightness of each column of pixels in a part of the page, averaged over its lines. `clip` in CSS pixels. The picture is
 * of all of the page: that of a part is composited in another way, in which some faults do not show. */
export async function columnsOf(page, clip) {
  const picture = (await page.screenshot()).toString('base64');
  const context = await page.context().browser().newContext();
  const reader = await context.newPage(); // a separate page: the policy of ours forbids data: addresses
  const columns = await reader.evaluate(async ({ base64, width, part }) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const whole = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const bitmap = await createImageBitmap(whole, ...[part.x, part.y, part.width, part.height].map((css) => Math.round((css * whole.width) / width)));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const drawing = canvas.getContext('2d');
    drawing.drawImage(bitmap, 0, 0);
    const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
    const sums = new Array(bitmap.width).fill(0);
    for (let at = 0; at < data.length; at += 4) {
      sums[(at / 4) % bitmap.width] += 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
    }
    return sums.map((sum) => sum / bitmap.height);
  }, { base64: picture, width: page.viewportSize().width, part: clip });
  await context.close();
  return columns;
}

/** Where the waterfall lies on the page, in CSS pixels. */
export async function waterfallBox(page) {
  const plot = await page.locator('#plot').boundingBox();
  const { waterfall } = (await facts(page)).geometry;
  return { x: plot.x + waterfall.x, y: plot.y + waterfall.y, width: waterfall.width, height: waterfall.height };
}

export function keepPicture(page, name) {
  mkdirSync(ARTEFACTS, { recursive: true });
  return page.screenshot({ path: `${ARTEFACTS}page-${name}${REAL ? '' : '-fake'}.png` });
}
