// SPDX-License-Identifier: MIT
// Points 3 and 4: fingers, paced requests.

import { facts, waterfallBox } from '../page_harness.mjs';
import { PHONE, becomes, rounded, soon, untilMoreRows } from './study.mjs';
import { forget, seen } from './watch.mjs';

const spanOf = ({ fromHz, toHz }) => toHz - fromHz;
const EVENTS_OF_OLD = /^(mouse|touch)/;

/** Types of the listeners that the scripts of the page, not those of the test's tools, have on parts of it. */
async function listenersOf(page, expressions) {
  const session = await page.context().newCDPSession(page);
  const own = new Set();
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => url.startsWith('http') && own.add(scriptId));
  await session.send('Debugger.enable');
  const types = [];
  for (const expression of expressions) {
    const { result } = await session.send('Runtime.evaluate', { expression });
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
    types.push(...listeners.filter(({ scriptId }) => own.has(scriptId)).map(({ type }) => type));
  }
  await session.detach();
  return types;
}

async function fingers(study) {
  const page = await study.page(PHONE);
  const types = await listenersOf(page, [
    'window',
    'document',
    'document.querySelector("#plot")',
    'document.querySelector("#overlay")',
  ]);
  const old = [...new Set(types)].filter((type) => EVENTS_OF_OLD.test(type));
  study.core(
    'one code for mouse, pen and touch: pointer events only',
    old.length === 0 && types.includes('pointerdown'),
    old.join(', ') || 'no mouse or touch listeners',
  );
  const [plotAction, pageAction] = await page.evaluate(() =>
    [document.querySelector('#overlay'), document.body].map((part) => getComputedStyle(part).touchAction),
  );
  study.check(
    'touch-action none on the plot only',
    plotAction === 'none' && pageAction !== 'none',
    `${plotAction}, elsewhere ${pageAction}`,
  );
  const box = await waterfallBox(page);
  const touch = await page.context().newCDPSession(page);
  const put = (type, points) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ id, x: box.x + x, y: box.y + y })),
    });
  await put('touchStart', [
    [155, 200],
    [235, 220],
  ]);
  for (let apart = 50; apart <= 120; apart += 10)
    await put('touchMove', [
      [195 - apart, 200],
      [195 + apart, 220],
    ]);
  await put('touchEnd', []);
  const { band } = await facts(page);
  const [zoom, middle] = [2.4e6 / spanOf(band), (band.fromHz + band.toHz) / 2];
  study.core(
    'two fingers zoom by as much as they part, about their middle',
    Math.abs(zoom - 3) < 0.4 && Math.abs(middle - 100e6) < 30e3,
    `${rounded(zoom, 2)} times, ${rounded((middle - 100e6) / 1e3)} kHz off`,
  );
  const before = (await facts(page)).range;
  await put('touchStart', [
    [150, 300],
    [240, 300],
  ]);
  for (let down = 10; down <= 80; down += 10)
    await put('touchMove', [
      [150, 300 + down],
      [240, 300 + down],
    ]);
  await put('touchEnd', []);
  const shifted = await becomes(
    page,
    ({ range, autoRange }) => !autoRange && Math.abs(range.floorDb - before.floorDb) > 3,
    3000,
  );
  study.check('two fingers dragged up or down shift the levels', shifted);
  await page.evaluate(() => document.querySelector('#range-auto').click());
  const strip = (await facts(page)).range;
  await put('touchStart', [[40, -100]]);
  for (let down = 10; down <= 60; down += 10) await put('touchMove', [[40, -100 + down]]);
  await put('touchEnd', []);
  study.check(
    'one finger does, on a strip of 44 px at the edge',
    await becomes(page, ({ range }) => Math.abs(range.floorDb - strip.floorDb) > 3, 3000),
  );
}

const PACE_MS = 40;

async function pace(study) {
  const page = await study.page({}, { hash: '#from=99400000&to=100600000' });
  await untilMoreRows(page, 20);
  await forget(page);
  const box = await waterfallBox(page);
  await page.mouse.move(box.x + 600, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 205, { steps: 90 });
  await page.mouse.up();
  const views = async () => (await seen(page)).sent.filter(({ type }) => type === 'view');
  const lastIsRight = () =>
    soon(async () => {
      const [{ band }, sent] = [await facts(page), await views()];
      const last = sent.at(-1);
      return (
        last &&
        last.from <= band.fromHz + 1 &&
        last.to >= band.toHz - 1 &&
        spanOf({ fromHz: last.from, toHz: last.to }) < 2 * spanOf(band)
      );
    });
  const right = await lastIsRight();
  const sent = await views();
  const gaps = sent.slice(1).map(({ at }, index) => at - sent[index].at);
  study.core(
    `views are sent at most every ${PACE_MS} ms while dragging`,
    gaps.length > 2 && Math.min(...gaps) >= PACE_MS - 3,
    `${sent.length} views of 90 moves, at least ${rounded(Math.min(...gaps))} ms apart`,
  );
  study.core('the last one is what is on the screen', right);
}

export const FINGERS = [
  {
    number: 3,
    claim: 'pointer events only, pinch on frequency, two fingers on level, targets of 44 px',
    run: fingers,
  },
  { number: 4, claim: 'paced requests, the last one always sent', run: pace },
];
