// SPDX-License-Identifier: MIT
// Points 1 and 2: the same frame, wheel and drag.

import { facts, waitForFacts, waterfallBox } from '../page_harness.mjs';
import { becomes, rounded, untilMoreRows } from './study.mjs';
import { dragToAndFro, framesDuring } from './load.mjs';
import { placeOf } from './watch.mjs';

const CARRIER = 100.3e6; // the strongest of the simulated band
const FRAMES_A_SECOND = 55;
const spanOf = ({ fromHz, toHz }) => toHz - fromHz;
const centerOf = ({ whole }) => (whole.fromHz + whole.toHz) / 2;

/** After each turn of the wheel: how far from its place the carrier is in the picture of the very next frame, and how
 * long after the event that was. The callback is requested in the event, so it runs after the page's. */
const watchWheel = (page) =>
  page.evaluate((hz) => {
    window.turns = [];
    const small = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const columnOf = (canvas, expected) => {
      small.canvas.width = canvas.width;
      small.canvas.height = 20;
      small.drawImage(canvas, 0, 0);
      const { data, width } = small.getImageData(0, 4, canvas.width, 16);
      const lights = new Float64Array(width);
      for (let at = 0; at < data.length; at += 4) lights[(at / 4) % width] += data[at] + data[at + 1] + data[at + 2];
      const first = Math.max(0, Math.round(expected) - 10);
      const around = lights.slice(first, first + 21);
      const top = Math.max(...around);
      const bright = [...around.keys()].filter((column) => around[column] > top * 0.97);
      return top === 0 ? NaN : first + (bright[0] + bright.at(-1)) / 2 + 0.5;
    };
    document.addEventListener(
      'wheel',
      (event) => {
        const before = window.spectrumd.xOf(hz);
        requestAnimationFrame(() => {
          const { geometry } = window.spectrumd.facts();
          const expected = window.spectrumd.xOf(hz);
          const column = columnOf(document.querySelector('#waterfall'), expected - geometry.waterfall.x);
          window.turns.push({
            moved: Math.abs(expected - before),
            off: Math.abs(column - (expected - geometry.waterfall.x)),
            ms: performance.now() - event.timeStamp,
          });
        });
      },
      { capture: true, passive: true },
    );
  }, CARRIER);

async function sameFrame(study) {
  const page = await study.page({}, { plain: true });
  await page.evaluate(() => void (location.hash = '#from=100000000&to=100600000'));
  await waitForFacts(page, ({ band }) => band.fromHz === 100e6);
  await untilMoreRows(page, 20);
  const { x, y } = await placeOf(page, CARRIER);
  await watchWheel(page);
  await page.mouse.move(x, y);
  const frames = await framesDuring(page, async () => {
    for (let turn = 0; turn < 40; ++turn) await page.mouse.wheel(turn % 8 < 4 ? 60 : -60, 0);
    for (let turn = 0; turn < 20; ++turn) await page.mouse.wheel(0, turn % 8 < 4 ? -100 : 100);
    await page.waitForFunction(() => window.turns.length > 30);
  });
  const turns = (await page.evaluate(() => window.turns)).filter(({ moved, off }) => moved > 0 && !Number.isNaN(off));
  const atOnce = turns.filter(({ off }) => off <= 2).length;
  const echo = turns.map(({ ms }) => ms).sort((a, b) => a - b);
  study.core(
    'after each turn of the wheel the picture is where it should be in the next frame (95 % of turns)',
    turns.length >= 20 && atOnce >= 0.95 * turns.length,
    `${atOnce} of ${turns.length}, median ${rounded(echo[Math.floor(echo.length / 2)])} ms after the event`,
  );
  await page.evaluate(() => void (location.hash = '#from=99600000&to=100400000'));
  await waitForFacts(page, ({ band }) => band.fromHz === 99.6e6);
  const panning = await framesDuring(page, () => dragToAndFro(page));
  study.check(
    `at least ${FRAMES_A_SECOND} frames a second while panning`,
    panning.perSecond >= FRAMES_A_SECOND,
    `${rounded(panning.perSecond)} (95 % within ${rounded(panning.p95Ms)} ms), ` +
      `turning the wheel ${rounded(frames.perSecond)}`,
  );
}

async function wheelAndDrag(study) {
  const server = await study.server();
  const page = await study.page({}, server);
  const plot = await page.locator('#plot').boundingBox();
  const { geometry } = await facts(page);
  const at = (x, y) => page.mouse.move(plot.x + x, plot.y + y);
  const middle = geometry.waterfall.y + geometry.waterfall.height / 2;
  await at(400, middle);
  const pointed = await page.evaluate(() => window.spectrumd.frequencyAt(400));
  await page.mouse.wheel(0, -400);
  const zoomed = await becomes(page, ({ band }) => spanOf(band) < 1.3e6);
  const off = Math.abs((await page.evaluate((hz) => window.spectrumd.xOf(hz), pointed)) - 400);
  study.core('the wheel zooms about the pointer, within a pixel', zoomed && off <= 1, `${rounded(off, 2)} px`);
  const before = await facts(page);
  await at(20, geometry.spectrum.height / 2);
  await page.mouse.wheel(0, 100);
  study.check(
    'over the levels it shifts the range',
    await becomes(page, ({ range }) => range.floorDb !== before.range.floorDb),
  );
  await at(20, middle);
  await page.mouse.wheel(0, 100);
  study.check(
    'over the times it changes the speed',
    await becomes(page, ({ msPerPixel }) => msPerPixel === 2 * before.msPerPixel),
  );
  await at(440, middle);
  const held = await page.evaluate(() => window.spectrumd.frequencyAt(440));
  await page.mouse.down();
  await at(380, middle + 3);
  const dragged = Math.abs((await page.evaluate((hz) => window.spectrumd.xOf(hz), held)) - 380);
  await page.mouse.up();
  study.core('a drag pans by as much as the pointer moves', dragged <= 1, `${rounded(dragged, 2)} px off`);
  await page.mouse.dblclick(plot.x + 300, plot.y + middle);
  study.core('a double click shows all', await becomes(page, ({ band, whole }) => spanOf(band) === spanOf(whole)));
  await page.keyboard.press('Escape');
  const there = await placeOf(page, CARRIER);
  await page.mouse.click(there.x + 3, there.y);
  study.core(
    'a click sets a marker on the signal next to it',
    await becomes(page, ({ markers: [marker] }) => Math.abs(marker?.hz - CARRIER) < 3000),
  );
  await page.check('#click-tunes');
  await page.mouse.click(there.x, there.y);
  study.check(
    'it tunes where that is chosen',
    await becomes(page, (shown) => Math.abs(centerOf(shown) - CARRIER) < 3000),
  );
  await page.uncheck('#click-tunes');
  await at(600, middle);
  await page.mouse.down();
  await page.mouse.move(plot.x + 300, plot.y + middle, { steps: 8 });
  await page.mouse.up();
  study.check(
    'a drag past the edge tunes',
    await becomes(page, (shown) => centerOf(shown) > CARRIER + 300e3),
    `${(centerOf(await facts(page)) / 1e6).toFixed(3)} MHz`,
  );
  await checkWheelTunes(study, page);
  await study.picture(page, 'hands');
}

/** A setting for tune-on-wheel: a switch of the panel whose text has "wheel". */
async function checkWheelTunes(study, page) {
  const choice = page.locator('#panel label.check', { hasText: /wheel/i });
  const offered = (await choice.count()) > 0;
  let tunes = false;
  if (offered) {
    await choice.first().click();
    const before = centerOf(await facts(page));
    const { x, y } = await placeOf(page, before);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -100);
    tunes = await becomes(page, (shown) => centerOf(shown) > before);
  }
  study.check(
    'a setting makes the wheel tune',
    tunes,
    offered ? '' : 'no such setting; over the digits of the frequency it does',
  );
}

export const HANDS = [
  { number: 1, claim: 'answers in the same frame', run: sameFrame },
  {
    number: 2,
    claim: 'wheel zooms, drag pans, click marks or tunes, zones of the axes, tune-on-wheel as a setting',
    run: wheelAndDrag,
  },
];
