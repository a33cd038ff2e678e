// SPDX-License-Identifier: MIT
// Points 14 to 17: raw rows, no framework, Canvas 2D, pixel ratio.

import { facts, waitForFacts } from '../page_harness.mjs';
import { becomes, rounded, untilFull, untilMoreRows } from './study.mjs';
import { dragToAndFro, framesDuring } from './load.mjs';
import { columns, differing, forget, offBy, placeOf, seen, waterfallPixels } from './watch.mjs';
import { noDataColour } from '../../../web/plot/palettes.js';

const CARRIER = 100.3e6;
const ROWS = 100;
const WIDE = { width: 3000, height: 640 };

/** Where a frequency is, in pixels of the waterfall. */
async function columnOf(page, hz) {
  const { x } = await placeOf(page, hz);
  return x - (await page.locator('#plot').boundingBox()).x - (await facts(page)).geometry.waterfall.x;
}

async function rawRows(study) {
  const server = await study.server();
  const page = await study.page({}, server);
  await untilMoreRows(page, 150);
  await server.patch({ center: 100.4e6 });
  await waitForFacts(page, ({ whole }) => whole.fromHz === 99.2e6);
  await untilMoreRows(page, 60);
  await page.keyboard.press('Space');
  const below = { skip: 90, height: 100 }; // rows of before
  const old = await waterfallPixels(page, below);
  const young = await waterfallPixels(page, { skip: 4, height: 40 });
  const x = await columnOf(page, CARRIER);
  const [oldOff, youngOff] = [old, young].map((picture) => offBy(columns(picture), x));
  study.core(
    'after a retune old rows and new have a carrier at the same place, the true one',
    oldOff < 2 && youngOff < 2,
    `${rounded(oldOff)} and ${rounded(youngOff)} px off`,
  );
  const grey = noDataColour((await facts(page)).palette);
  const edge = Math.ceil(await columnOf(page, 101.2e6)) + 3;
  let blank = 0;
  for (let column = edge; column < old.width; ++column)
    if (old.at(column, 50).every((part, index) => Math.abs(part - grey[index]) < 4)) ++blank;
  study.core(
    'what the old tuning did not reach is neutral grey',
    blank === old.width - edge,
    `${blank} of ${old.width - edge} columns`,
  );
  await study.picture(page, 'retuned');
  await page.keyboard.press('a'); // the automatic range would follow the zoom
  const before = await waterfallPixels(page, below);
  await page.keyboard.press('+');
  await page.keyboard.press('-');
  await becomes(page, ({ band, whole }) => band.fromHz === whole.fromHz);
  study.check(
    'zoomed in and out again the past is as it was',
    differing(before, await waterfallPixels(page, below)) < 0.02,
  );
}

const FRAMEWORKS = ['React', 'Vue', 'angular', 'jQuery', '$', 'd3', 'Plotly', 'ko', 'Ember', 'Backbone', 'THREE'];

/** Bytes of objects that the page's own scripts make for a row and the frames that show it. */
async function objectsOf(page, url) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.startSampling', {
    samplingInterval: 2048,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await untilMoreRows(page, 2 * ROWS);
  const { profile } = await session.send('HeapProfiler.stopSampling');
  const isOwn = ({ url: script, functionName }) => script.startsWith(url) && functionName !== 'lastRow'; // we call that
  const sizeOf = ({ callFrame, selfSize, children }) =>
    children.reduce((sum, child) => sum + sizeOf(child), isOwn(callFrame) ? selfSize : 0);
  const { geometry } = await facts(page);
  return { bytes: sizeOf(profile.head) / (2 * ROWS), width: geometry.waterfall.width };
}

async function noFramework(study) {
  const page = await study.page({}, { plain: true });
  const { found, foreign } = await page.evaluate(
    (names) => ({
      found: names.filter((name) => name in window),
      foreign: performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).origin)
        .filter((origin) => origin !== location.origin),
    }),
    FRAMEWORKS,
  );
  study.core(
    'no framework, nothing from elsewhere',
    found.length + foreign.length === 0,
    [...found, ...foreign].join(', '),
  );
  await untilFull(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const scriptSeconds = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration').value;
  const began = await scriptSeconds();
  await untilMoreRows(page, ROWS);
  const ms = (1000 * ((await scriptSeconds()) - began)) / ROWS;
  const narrow = await objectsOf(page, study.shared.url);
  const wide = await study.page({ viewport: WIDE }, { plain: true });
  await untilFull(wide);
  const wider = await objectsOf(wide, study.shared.url);
  const bytesAPixel = (wider.bytes - narrow.bytes) / (wider.width - narrow.width);
  // An object takes 12 bytes at least. What is made for rows and frames does not grow with the width.
  study.core(
    'no object for each pixel',
    bytesAPixel < 12,
    `${rounded(bytesAPixel, 1)} bytes of objects for each further pixel of a row: ` +
      [narrow, wider].map(({ bytes, width }) => `${rounded(bytes / 1000)} kB at ${width} px`).join(', '),
  );
  study.check(
    'a row and the frames that show it take less script than a frame lasts',
    ms < 16,
    `${rounded(ms, 2)} ms a row, all scripts`,
  );
}

async function canvas2d(study) {
  const page = await study.page({}, { url: `${study.shared.url}?renderer=2d` });
  study.core('without WebGL the waterfall is drawn with Canvas 2D', (await facts(page)).renderer === 'Canvas 2D');
  await untilFull(page);
  await untilMoreRows(page, 40);
  const offs = [];
  for (const hz of [CARRIER, 99.7e6])
    offs.push(offBy(columns(await waterfallPixels(page, { height: 60 })), await columnOf(page, hz)));
  study.core('at the same places', Math.max(...offs) < 2, `${rounded(Math.max(...offs))} px off`);
  await page.click('#range-auto'); // a change of the range repaints all, as it should
  await untilMoreRows(page, 5);
  await forget(page);
  await untilMoreRows(page, ROWS);
  const { strips } = await seen(page);
  study.core('only new lines are put into the ring', strips / ROWS <= 3, `${rounded(strips / ROWS, 2)} lines a row`);
  const plain = await study.page(
    {},
    { url: `${study.shared.url}?renderer=2d`, hash: '#from=99600000&to=100400000', plain: true },
  );
  await untilMoreRows(plain, 40);
  const { perSecond } = await framesDuring(plain, () => dragToAndFro(plain));
  study.check('at least 55 frames a second while panning', perSecond >= 55, rounded(perSecond));
  await study.picture(page, 'canvas-2d');
}

/** Of the canvases with texts: the axis of time moves with the picture, the other where marks do. */
const mostDrawn = ({ overlays }) => Math.max(0, ...Object.values(overlays));

async function pixelRatio(study) {
  const page = await study.page({ deviceScaleFactor: 3 });
  study.core(
    'it follows the ratio of the screen, to 2 at most',
    (await facts(page)).geometry.pixelRatio === 2,
    `${(await facts(page)).geometry.pixelRatio} on a screen of 3`,
  );
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize();
  for (const deviceScaleFactor of [1, 1.5]) {
    await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false });
    const sharp = await becomes(page, ({ geometry }) => geometry.pixelRatio === deviceScaleFactor);
    study.check(`on another monitor it becomes sharp: ${deviceScaleFactor}`, sharp);
  }
  await session.send('Emulation.clearDeviceMetricsOverride');
  await page.setViewportSize({ width: 860, height: 600 });
  const panel = 860 - (await page.locator('#plot').boundingBox()).width;
  const fits = await becomes(
    page,
    ({ geometry }) => geometry.width === 860 - panel && geometry.waterfall.width === geometry.width - geometry.gutter,
  );
  study.core('it follows the size of the window', fits);
  const plain = await study.page();
  await untilFull(plain);
  await forget(plain);
  await untilMoreRows(plain, ROWS);
  const live = await seen(plain);
  const pixels = live.steps.filter(({ value }, at) => at > 0 && Math.ceil(value) !== Math.ceil(live.steps[at - 1].value)).length;
  study.core(
    'texts on separate canvases, drawn again only when they change or move',
    mostDrawn(live) <= 1.5 * pixels,
    `each drawn ${mostDrawn(live)} times at most while the picture moved by ${pixels} pixels in ${live.steps.length} steps`,
  );
  await plain.keyboard.press('a'); // the automatic range moves the axis
  await plain.keyboard.press('Space');
  await waitForFacts(plain, ({ frozenAt }) => frozenAt !== null);
  await untilMoreRows(plain, 20);
  await forget(plain);
  await untilMoreRows(plain, ROWS);
  const still = mostDrawn(await seen(plain));
  study.check(
    'a picture that stands still is not drawn again',
    still <= ROWS / 10,
    `${still} times during ${ROWS} rows`,
  ); // the table of signals changes its labels once a second
}

export const CANVASES = [
  { number: 14, claim: 'raw rows, each at its own frequency, after zoom and retune', run: rawRows },
  { number: 15, claim: 'no framework, no object per pixel in the hot path', run: noFramework },
  { number: 16, claim: 'Canvas 2D fallback that paints only new lines', run: canvas2d },
  { number: 17, claim: 'pixel ratio, resizing, texts drawn only on change', run: pixelRatio },
];
