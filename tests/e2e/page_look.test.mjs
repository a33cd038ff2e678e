// SPDX-License-Identifier: MIT
// What the page looks like on other screens: light scheme, small sizes, another pixel ratio, after a lost graphics context;
// how it scrolls.

import test from 'node:test';
import assert from 'node:assert/strict';
import { REAL, columnsOf, facts, keepPicture, launchBrowser, openTab, startServer, waitForFacts, waterfallBox, withServer } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };

const withPage = withServer(LIMIT);

const scenery = (page) => page.waitForFunction(() => window.spectrumd.facts().filled > 0.9);

test('a window that moves to a monitor with smaller pixels becomes sharp', LIMIT, () => withPage({}, async (page) => {
  assert.equal((await facts(page)).geometry.pixelRatio, 1);
  const { width, height } = page.viewportSize();
  const session = await page.context().newCDPSession(page);
  for (const deviceScaleFactor of [2, 1.5]) {
    await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
    await waitForFacts(page, ({ geometry }) => geometry.pixelRatio === deviceScaleFactor);
    const canvas = await page.evaluate(() => document.querySelector('#waterfall').width);
    const { geometry } = await facts(page);
    assert.equal(canvas, Math.round(geometry.waterfall.width * deviceScaleFactor));
  }
}));

test('the light scheme has its own palette, which follows the scheme, and a cross-hair that can be seen', LIMIT, () => withPage({ colorScheme: 'light' }, async (page) => {
  assert.equal((await facts(page)).palette, 'paper');
  assert.equal(await page.inputValue('#palette'), 'paper');
  await scenery(page);
  for (const [scheme, palette] of [['light', 'paper'], ['light', 'aurora'], ['dark', 'aurora'], ['dark', 'paper']]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.selectOption('#palette', palette);
    await checkCrossHair(page, `${palette} in the ${scheme} scheme`);
    await keepPicture(page, `cross-hair-${scheme}-${palette}`);
  }
  await page.selectOption('#palette', 'aurora');
  await page.emulateMedia({ colorScheme: 'light' });
  await waitForFacts(page, ({ palette }) => palette === 'paper');
}));

/** On the waterfall, where there is only noise. */
async function checkCrossHair(page, what) {
  const box = await waterfallBox(page);
  const x = Math.round(box.x + box.width * 0.96);
  await page.keyboard.press('Space');
  await page.mouse.move(x, box.y + box.height - 20);
  await page.waitForSelector('#readout:not([hidden])');
  const columns = await columnsOf(page, { x: x - 20, y: box.y + 10, width: 40, height: 80 });
  await page.keyboard.press('Space');
  const [line, around] = [columns.slice(19, 22), [...columns.slice(0, 15), ...columns.slice(25)]];
  const usual = around.reduce((sum, value) => sum + value, 0) / around.length;
  const apart = Math.max(...line.map((value) => Math.abs(value - usual)));
  assert.ok(apart > 40, `${what}: ${line.map(Math.round)} on ${Math.round(usual)}`);
}

test('at 320 pixels everything in the bar can be reached', LIMIT, () => withPage({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }, async (page) => {
  for (const id of ['frequency', 'live', 'panel-toggle']) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 320, `#${id} ends at ${box.x + box.width}`);
    assert.ok(box.width >= 44 && box.height >= 44, `#${id} is ${box.width} by ${box.height}`);
  }
  const [needed, given] = await page.evaluate(() => {
    const box = document.querySelector('#frequency');
    return [box.scrollWidth, box.clientWidth];
  });
  assert.ok(needed <= given, `the frequency needs ${needed} of ${given} pixels`);
  await page.tap('#panel-toggle');
  await keepPicture(page, '320-sheet');
}));

for (const [width, height] of [[844, 390], [568, 320]]) {
  test(`on a phone lying on its side, ${width} by ${height}, the controls leave a waterfall`, LIMIT, () => withPage({ viewport: { width, height }, hasTouch: true, isMobile: true }, async (page) => {
    await page.tap('#panel-toggle');
    await waitForFacts(page, ({ geometry }) => geometry.width < width);
    const box = await waterfallBox(page);
    const panel = await page.locator('#panel').boundingBox();
    assert.ok(box.x + box.width <= panel.x + 1, 'the panel is next to it');
    assert.ok(box.width > 0.4 * width && box.height > 0.4 * height, `${box.width} by ${box.height} is left`);
    await keepPicture(page, `${width}x${height}-panel`);
  }));
}

test('when the graphics context is back it is used again', LIMIT, () => withPage({ gl: true }, async (page) => {
  await scenery(page);
  const losing = await page.evaluateHandle(() => document.querySelector('#waterfall').getContext('webgl2').getExtension('WEBGL_lose_context'));
  for (let time = 0; time < 2; ++time) {
    await losing.evaluate((extension) => extension.loseContext());
    await waitForFacts(page, ({ renderer }) => renderer === 'Canvas 2D');
    await page.setViewportSize({ width: 900 + time * 50, height: 600 });
    await losing.evaluate((extension) => extension.restoreContext());
    await waitForFacts(page, ({ renderer }) => renderer === 'WebGL2');
  }
  await scenery(page);
  const box = await waterfallBox(page);
  const columns = await columnsOf(page, { ...box, y: box.y + 10, height: 100 });
  const sorted = [...columns].sort((a, b) => a - b);
  assert.ok(sorted.at(-1) > sorted[Math.floor(sorted.length / 4)] + 25, 'carriers stand out');
  await keepPicture(page, 'restored');
}));

test('axes are drawn again when the picture moves by a pixel, not in each frame', LIMIT, () => withPage({ reducedMotion: 'no-preference' }, async (page) => {
  await scenery(page);
  await page.evaluate(() => {
    window.drawn = 0;
    const { clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...given) {
      if (['overlay', 'times'].includes(this.canvas.id)) ++window.drawn;
      return clearRect.apply(this, given);
    };
  });
  /** Drawings during so many rows, and pixels that the picture has moved by meanwhile. */
  const during = async (rows) => {
    const look = () => page.evaluate(() => ({ drawn: window.drawn, sequence: window.spectrumd.lastRow().sequence, ...window.spectrumd.facts() }));
    const before = await look();
    await page.waitForFunction((last) => window.spectrumd.lastRow().sequence > last, before.sequence + rows);
    const after = await look();
    return { drawn: after.drawn - before.drawn, pixels: (after.topTime - before.topTime) / after.msPerPixel };
  };
  const live = await during(60);
  assert.ok(live.drawn < 1.5 * live.pixels + 5, `${live.drawn} times for ${live.pixels} pixels`);
  assert.ok(live.drawn > 10, `${live.drawn} times`);
  await page.keyboard.press('a'); // the automatic range moves the axis
  await page.keyboard.press('Space');
  await waitForFacts(page, ({ frozenAt }) => frozenAt !== null);
  await during(10);
  const still = await during(60);
  assert.ok(still.drawn < 10, `${still.drawn} times while it stood still`);
}));

/** Notes the parts of a line by which the picture is moved, in `window.parts`. */
const noteParts = (page) => page.evaluate(() => {
  const gl = WebGL2RenderingContext.prototype;
  const { uniform1f } = gl; // the page has no other uniform of this kind
  window.parts = [];
  gl.uniform1f = function (place, value) {
    window.parts.push(value);
    return uniform1f.call(this, place, value);
  };
});

test('the picture scrolls by parts of a pixel, but not with reduced motion, and not while it stands still', LIMIT, async () => {
  await withPage({ gl: true, reducedMotion: 'no-preference' }, async (page) => {
    await noteParts(page);
    await page.waitForFunction(() => new Set(window.parts).size > 5); // some of them, of sixteen
    assert.ok((await page.evaluate(() => window.parts)).every((part) => part >= 0 && part <= 1));
    await page.keyboard.press('Space');
    await waitForFacts(page, ({ frozenAt }) => frozenAt !== null);
    await page.keyboard.press('c'); // drawn again
    const still = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(window.parts.at(-1))))));
    assert.equal(still, 1);
  });
  await withPage({ gl: true }, async (page) => {
    await noteParts(page);
    await page.waitForFunction(() => window.parts.length > 10);
    assert.deepEqual(await page.evaluate(() => [...new Set(window.parts)]), [1]);
  });
});

test('each pixel shows a part of its line and the rest of the one before, with and without WebGL', LIMIT, async () => {
  const plain = await startServer({ folder: undefined }); // the modules themselves
  const browser = await launchBrowser();
  try {
    const { page } = await openTab(browser, plain.url, { gl: true });
    const pictures = await page.evaluate(drawRings);
    for (const { renderer, newestLine, newestPart, newestBelow, lights } of pictures) {
      const expected = lights.map((_, pixel) => {
        const down = newestBelow ? lights.length - 1 - pixel : pixel;
        const light = (line) => 4 * (line % 13);
        return newestPart * light(newestLine - down) + (1 - newestPart) * light(newestLine - down - 1);
      });
      const off = Math.max(...lights.map((light, pixel) => Math.abs(light - expected[pixel])));
      assert.ok(off <= 2, `${renderer}, line ${newestLine} and ${newestPart}, below ${newestBelow}: ${off} off: ${lights} for ${expected}`);
    }
    assert.equal(pictures.length, 2 * 2 * 3 * 14);
  } finally {
    await browser.close();
    await plain.stop();
  }
});

/** Runs in the page: rings of 12 lines of which 11 are shown, of which line n has the grey 4 * (n mod 13), drawn at all places. */
async function drawRings() {
  const [{ WaterfallLines }, { GlWaterfall }, { CanvasWaterfall }] = await Promise.all(
    ['waterfall_lines', 'waterfall_gl', 'waterfall_2d'].map((name) => import(`${location.origin}/plot/${name}.js`)));
  const made = [];
  for (const Renderer of [GlWaterfall, CanvasWaterfall]) {
    const ring = new WaterfallLines(4, 12);
    const renderer = new Renderer(document.createElement('canvas'));
    renderer.resize(ring);
    for (let newestLine = 40; newestLine < 54; ++newestLine) {
      for (let line = newestLine; line > newestLine - 12; --line) {
        ring.levels.fill(1 + 4 * (line % 13), (line % 12) * 4, (line % 12) * 4 + 4);
        ring.changed[line % 12] = 1;
      }
      for (const newestPart of [1, 0.25, 0.625]) {
        for (const newestBelow of [false, true]) {
          renderer.draw(ring, { newestLine, newestPart, newestBelow, lowValue: 1, highValue: 256, gamma: 1, palette: 'grey' });
          const copy = new OffscreenCanvas(4, 11).getContext('2d');
          copy.drawImage(renderer.canvas, 0, 0);
          const { data } = copy.getImageData(1, 0, 1, 11);
          const lights = Array.from({ length: 11 }, (_, y) => ((data[4 * y] - 6) * 255) / 244); // of the map from 6 to 250
          made.push({ renderer: renderer.name, newestLine, newestPart, newestBelow, lights });
        }
      }
    }
  }
  return made;
}
