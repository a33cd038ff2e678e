// SPDX-License-Identifier: MIT
// What a user of the page does in a round: by mouse, by keyboard only, by touch, by screen reader. Each round ends
// where it began: live, the whole band, no markers.

import { facts, waitForFacts, waterfallBox } from '../e2e/page_harness.mjs';
import { framesDuring, mainThreadShare, slowed } from '../e2e/page30/load.mjs';

const CARRIER = 100.3e6; // the strongest of the simulated band
const spanOf = ({ fromHz, toHz }) => toHz - fromHz;
const isWhole = ({ band, whole }) => band.fromHz === whole.fromHz && band.toHz === whole.toHz;

/** Until so many more rows have come. */
export async function rowsPass(page, count) {
  const { sequence } = await page.evaluate(() => window.spectrumd.lastRow());
  await page.waitForFunction((last) => window.spectrumd.lastRow().sequence > last, sequence + count, {
    timeout: 60_000 + 200 * count,
  });
}

/** Drags to and fro over the middle of the waterfall. */
async function sway(page, turns) {
  const box = await waterfallBox(page);
  const y = box.y + box.height / 2;
  for (let turn = 0; turn < turns; ++turn) {
    const [from, to] = turn % 2 === 0 ? [0.7, 0.3] : [0.3, 0.7];
    await page.mouse.move(box.x + box.width * from, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * to, y, { steps: 30 });
    await page.mouse.up();
  }
}

async function clickAt(page, hz, options = {}) {
  const plot = await page.locator('#plot').boundingBox();
  const box = await waterfallBox(page);
  await page.mouse.click(
    plot.x + (await page.evaluate((place) => window.spectrumd.xOf(place), hz)),
    box.y + 80,
    options,
  );
}

/** @returns {Promise<{framesPerSecond: number}>} while panning */
export async function byMouse(page) {
  const box = await waterfallBox(page);
  const wheel = async (x, y, pixels) => {
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, pixels);
  };
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  for (let notch = 0; notch < 6; ++notch) await page.mouse.wheel(0, -120);
  await waitForFacts(page, ({ band }) => spanOf(band) < 1e6);
  const { perSecond } = await framesDuring(page, () => sway(page, 8));
  await page.mouse.dblclick(box.x + box.width / 2, box.y + 120);
  await waitForFacts(page, isWhole);
  await page.keyboard.press('Escape'); // the two clicks have set a marker
  await clickAt(page, CARRIER);
  await waitForFacts(page, ({ markers }) => markers.length === 1);
  await page.keyboard.down('Shift');
  await clickAt(page, 99.7e6);
  await page.keyboard.up('Shift');
  await waitForFacts(page, ({ markers }) => markers.length === 2);
  await page.click('#measure > summary');
  await page.locator('#measured dd').first().waitFor();
  await page.click('#measure > summary');
  await wheel(box.x - 30, box.y - 120, 200); // levels
  await page.click('#range-auto');
  for (const way of [100, 100, -100, -100]) await wheel(box.x - 30, box.y + box.height / 2, way); // times
  for (const palette of ['ember', 'aurora']) await page.selectOption('#palette', palette);
  for (const detector of ['mean', 'min', 'max']) await page.click(`[data-detector="${detector}"]`);
  for (const trace of ['#hold-max', '#hold-average', '#hold-average', '#hold-max']) {
    await page.click(trace);
    await rowsPass(page, 20);
  }
  await page.mouse.move(box.x - 20, box.y + 250); // back in time
  await page.mouse.down();
  await page.mouse.move(box.x - 20, box.y + 50, { steps: 10 });
  await page.mouse.up();
  await waitForFacts(page, ({ frozenAt }) => frozenAt !== null);
  await page.click('#live');
  await waitForFacts(page, ({ frozenAt }) => frozenAt === null);
  await tuneThereAndBack(page);
  await page.locator('#plot').focus();
  await page.keyboard.press('Escape');
  await waitForFacts(page, ({ markers }) => markers.length === 0);
  return { framesPerSecond: perSecond };
}

async function tuneThereAndBack(page) {
  await page.click('#tune-up');
  await waitForFacts(page, ({ whole }) => whole.fromHz !== 98.8e6);
  await page.click('#tune-down');
  await waitForFacts(page, ({ whole }) => whole.fromHz === 98.8e6);
}

/** No pointer: Tab, keys and typing. */
export async function byKeyboard(page) {
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('Escape');
  for (let stop = 0; stop < 30; ++stop) await press('Tab');
  await page.evaluate(() => document.activeElement.blur());
  await press('f'); // the frequency box
  await page.keyboard.type('20m');
  await press('Enter');
  await waitForFacts(page, ({ band }) => band.fromHz === 14e6);
  await press('f');
  await page.keyboard.type('100M');
  await press('Enter');
  await waitForFacts(page, ({ whole }) => whole.fromHz === 98.8e6);
  await press('Home', '+', '+', '+', 'ArrowRight', 'ArrowRight', 'ArrowLeft', '-', '-', '-', 'Home');
  await waitForFacts(page, isWhole);
  await press('m', 'n', 'n', '2', 'm', 'Shift+L', 'j', 'k', 'k');
  await waitForFacts(page, ({ markers }) => markers.length === 2);
  await press('[', '[', ']', '{', '}', 'a', 'p', 'p', 'c', 'c', 'c', 'c', 'c', 'c', ',', ',', ',', '.', '.', '.');
  await press('Space', 'ArrowDown', 'ArrowDown', 'ArrowUp');
  await waitForFacts(page, ({ frozenAt }) => frozenAt !== null);
  await press('End');
  await waitForFacts(page, ({ frozenAt }) => frozenAt === null);
  await press('PageUp', 'PageUp', 'PageDown', 'PageDown');
  await waitForFacts(page, ({ whole }) => whole.fromHz === 98.8e6);
  await press('?');
  await page.waitForSelector('#help-dialog[open]');
  await press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  await page.locator('#plot').focus();
  await press('1', 'Escape');
  await waitForFacts(page, ({ markers }) => markers.length === 0);
}

/** Fingers on the plot, in pixels of the waterfall. */
async function touches(page) {
  const session = await page.context().newCDPSession(page);
  const box = await waterfallBox(page);
  return {
    put: (type, ...points) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(([x, y], id) => ({ id, x: box.x + x, y: box.y + y })),
      }),
    end: () => session.detach(),
  };
}

async function slide(put, from, to, steps = 30) {
  await put('touchStart', from);
  for (let step = 1; step <= steps; ++step) {
    await put(
      'touchMove',
      from.map((place, axis) => place + ((to[axis] - place) * step) / steps),
    );
  }
  await put('touchEnd');
}

/** On a phone as slow as load.mjs has it.
 * @returns {Promise<{framesPerSecond: number, share: number}>} while panning; of the main thread in a quiet minute */
export async function byTouch(page, quietRows) {
  const { put, end } = await touches(page);
  let framesPerSecond = NaN;
  await slowed(page, async () => {
    await put('touchStart', [155, 200], [235, 220]); // two fingers part
    for (let apart = 50; apart <= 140; apart += 10) await put('touchMove', [195 - apart, 200], [195 + apart, 220]);
    await put('touchEnd');
    await waitForFacts(page, ({ band }) => spanOf(band) < 1.2e6);
    ({ perSecond: framesPerSecond } = await framesDuring(page, async () => {
      for (let turn = 0; turn < 6; ++turn) await slide(put, [turn % 2 ? 120 : 270, 250], [turn % 2 ? 270 : 120, 252]);
    }));
    await page.tap('#panel-toggle');
    await page.waitForSelector('body:not(.panel-closed)');
    await page.tap('#panel-toggle');
    await page.touchscreen.tap(195, 500);
    await waitForFacts(page, ({ markers }) => markers.length === 1);
    for (const id of ['#marker-right', '#marker-left', '#marker-peak']) await page.tap(id);
    await page.tap('#marker-remove');
    await waitForFacts(page, ({ markers }) => markers.length === 0);
    await slide(put, [195, 350], [195, 150]); // back in time
    await waitForFacts(page, ({ frozenAt }) => frozenAt !== null);
    await page.tap('#live');
    await waitForFacts(page, ({ frozenAt }) => frozenAt === null);
    await tuneByTap(page);
    await put('touchStart', [40, 200], [350, 220]);
    for (let apart = 140; apart >= 10; apart -= 10) await put('touchMove', [195 - apart, 200], [195 + apart, 220]);
    await put('touchEnd');
  });
  await end();
  await rowsPass(page, 20);
  const share = await mainThreadShare(page, () => rowsPass(page, quietRows));
  return { framesPerSecond, share };
}

async function tuneByTap(page) {
  const { whole } = await facts(page);
  await page.tap('#tune-up');
  await waitForFacts(page, (now) => now.whole.fromHz !== whole.fromHz);
  await page.tap('#tune-down');
  await waitForFacts(page, (now) => now.whole.fromHz === whole.fromHz);
}

const CONTROLS = new Set(['button', 'textbox', 'combobox', 'checkbox', 'slider', 'link', 'spinbutton']);

/** Reads all of the accessibility tree, and the picture in words.
 * @returns {Promise<{nodes: number, nameless: number}>} */
export async function byScreenReader(page) {
  const session = await page.context().newCDPSession(page);
  await page.locator('#plot').focus();
  await page.keyboard.press('v');
  await page.waitForFunction(() => document.querySelectorAll('#scene-rows tr').length > 3);
  await session.send('Accessibility.enable');
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.send('Accessibility.disable');
  await session.detach();
  const nameless = nodes.filter(({ ignored, role, name }) => !ignored && CONTROLS.has(role?.value) && !name?.value);
  await page.evaluate(() => (document.querySelector('#scene-section').open = false));
  return { nodes: nodes.length, nameless: nameless.length };
}
