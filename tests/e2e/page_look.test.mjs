// SPDX-License-Identifier: MIT
// What the page looks like on other screens: light scheme, small sizes, another pixel ratio, after a lost graphics context.

import test from 'node:test';
import assert from 'node:assert/strict';
import { REAL, columnsOf, facts, keepPicture, waitForFacts, waterfallBox, withServer } from './page_harness.mjs';

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

test('when the graphics context is back it is used again', LIMIT, () => withPage({}, async (page) => {
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

test('axes are drawn again when the picture moves by a pixel, not in each frame', LIMIT, () => withPage({}, async (page) => {
  await scenery(page);
  await page.evaluate(() => {
    window.drawn = 0;
    const { clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...given) {
      if (this.canvas.id === 'overlay') ++window.drawn;
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
