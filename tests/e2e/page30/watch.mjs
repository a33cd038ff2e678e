// SPDX-License-Identifier: MIT
// Looks into a page: what it draws and sends, its frames, its pixels.

import { facts, waterfallBox } from '../page_harness.mjs';

/** Runs in the page before its modules: counts, in `window.seen`, what is drawn and sent. */
export function watchDrawing() {
  const seen = {
    lines: 0,
    textures: 0,
    format: 0,
    strips: 0,
    overlays: {},
    texts: [],
    headers: [],
    steps: [],
    sent: [],
    wakeLocks: 0,
  };
  window.seen = seen;
  const OVERLAYS = ['overlay', 'times'];
  const wrap = (prototype, name, before) => {
    const original = prototype[name];
    prototype[name] = function (...given) {
      before(this, given);
      return original.apply(this, given);
    };
  };
  const gl = WebGL2RenderingContext.prototype;
  const names = new WeakMap();
  const { getUniformLocation } = gl;
  gl.getUniformLocation = function (program, name) {
    const place = getUniformLocation.call(this, program, name);
    if (place) names.set(place, name);
    return place;
  };
  let newest = 0; // place of the newest line; a part of it is on the screen
  wrap(gl, 'uniform1i', (context, [place, value]) => {
    if (names.get(place) === 'newest_place') newest = value;
  });
  wrap(gl, 'uniform1f', (context, [place, part]) => {
    const value = newest + part;
    if (names.get(place) !== 'newest_part' || seen.steps.at(-1)?.value === value) return;
    seen.steps.push({ at: performance.now(), value });
  });
  wrap(gl, 'texSubImage2D', (context, given) => (seen.lines += given[5]));
  wrap(gl, 'texImage2D', (context, given) => {
    if (given[2] !== context.R8UI) return;
    seen.format = 'R8UI';
    ++seen.textures;
  });
  const drawing = CanvasRenderingContext2D.prototype;
  wrap(drawing, 'putImageData', (context, [image]) => (seen.strips += image.height));
  wrap(drawing, 'clearRect', ({ canvas }) => {
    if (!OVERLAYS.includes(canvas.id)) return;
    seen.overlays[canvas.id] = (seen.overlays[canvas.id] ?? 0) + 1;
    seen.texts = seen.texts.filter(({ id }) => id !== canvas.id);
  });
  wrap(drawing, 'fillText', (context, [text, x, y]) => {
    const { canvas, textAlign, fillStyle } = context;
    if (OVERLAYS.includes(canvas.id))
      seen.texts.push({ id: canvas.id, text, x, y, textAlign, fillStyle, width: context.measureText(text).width });
    else if (canvas.id === '') seen.headers.push(text);
  });
  wrap(WebSocket.prototype, 'send', (socket, [text]) => seen.sent.push({ at: performance.now(), ...JSON.parse(text) }));
  if (navigator.wakeLock) wrap(Object.getPrototypeOf(navigator.wakeLock), 'request', () => ++seen.wakeLocks);
}

/** Runs in the page before its modules: when the waterfall has its first lines. */
export function noteFirstPicture() {
  const look = () => {
    if (window.spectrumd?.facts().filled > 0) window.firstPictureAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export const seen = (page) => page.evaluate(() => window.seen);

/** Forgets what was counted so far. */
export const forget = (page) =>
  page.evaluate(() =>
    Object.assign(window.seen, { lines: 0, textures: 0, strips: 0, overlays: {}, headers: [], steps: [], sent: [] }),
  );

/** Pixels of a part of the page as it looks.
 * @returns {Promise<{width: number, height: number, at: (x: number, y: number) => number[],
 *   light: (x: number, y: number) => number}>} */
export async function pixelsOf(page, clip) {
  const picture = (await page.screenshot({ clip })).toString('base64');
  const context = await page.context().browser().newContext();
  const reader = await context.newPage(); // a separate page: the policy of ours forbids data: addresses
  const { width, height, raw } = await reader.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    drawing.drawImage(bitmap, 0, 0);
    const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
    let text = '';
    for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
    return { width: bitmap.width, height: bitmap.height, raw: btoa(text) };
  }, picture);
  await context.close();
  const data = Buffer.from(raw, 'base64');
  const at = (x, y) => [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)];
  const light = (x, y) => at(x, y).reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  return { width, height, at, light };
}

/** Pixels of the waterfall without the tick marks at its right edge and what lies over its top. */
export async function waterfallPixels(page, { skip = 4, height = 200 } = {}) {
  await page.mouse.move(2, 2);
  const box = await waterfallBox(page);
  return pixelsOf(page, {
    x: Math.round(box.x),
    y: Math.round(box.y) + skip,
    width: Math.round(box.width) - 8,
    height: Math.min(height, Math.floor(box.height) - skip),
  });
}

/** Where a frequency is on the plot, as a position for the mouse. */
export async function placeOf(page, hz, down = 100) {
  const plot = await page.locator('#plot').boundingBox();
  const { geometry } = await facts(page);
  return {
    x: plot.x + (await page.evaluate((place) => window.spectrumd.xOf(place), hz)),
    y: plot.y + geometry.waterfall.y + down,
  };
}

const NOTICED = 4; // of 255, of a colour

/** Share of pixels of two pictures of the same size that differ visibly. */
export function differing(one, other) {
  let changed = 0;
  for (let y = 0; y < one.height; ++y) {
    for (let x = 0; x < one.width; ++x)
      if (one.at(x, y).some((part, index) => Math.abs(part - other.at(x, y)[index]) > NOTICED)) ++changed;
  }
  return changed / (one.width * one.height);
}

/** Lightness of each column, averaged over the lines. */
export function columns(picture) {
  return Array.from({ length: picture.width }, (_, x) => {
    let sum = 0;
    for (let y = 0; y < picture.height; ++y) sum += picture.light(x, y);
    return sum / picture.height;
  });
}

/** How far the brightest of the columns around a place is from it, in pixels. */
export function offBy(lights, x, reach = 10) {
  const first = Math.max(0, Math.round(x) - reach);
  const around = lights.slice(first, Math.round(x) + reach + 1);
  const top = Math.max(...around);
  const bright = [...around.keys()].filter((column) => around[column] > top - 6);
  return Math.abs(first + (bright[0] + bright.at(-1)) / 2 + 0.5 - x);
}
