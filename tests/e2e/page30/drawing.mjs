// SPDX-License-Identifier: MIT
// Points 9 to 13: the ring texture, colours in the shader, scrolling between rows, thin carriers, more pixels than
// bins.

import { facts, waitForFacts } from '../page_harness.mjs';
import { becomes, rounded, untilFull, untilMoreRows } from './study.mjs';
import { columns, differing, forget, offBy, placeOf, seen, waterfallPixels } from './watch.mjs';

const CARRIERS = [
  { hz: 100.3e6, db: -12 },
  { hz: 99.7e6, db: -30 },
  { hz: 100.6e6, db: -40 },
];
const ROWS = 60;

async function ring(study) {
  const page = await study.page();
  const { renderer, geometry } = await facts(page);
  study.core(
    'the waterfall is drawn with WebGL2, its levels as one byte each in a texture',
    renderer === 'WebGL2' && (await seen(page)).format === 'R8UI',
    `${renderer}, ${(await seen(page)).format}`,
  );
  await untilFull(page);
  await untilMoreRows(page, 40); // the history has come
  await forget(page);
  await untilMoreRows(page, ROWS);
  const { lines, textures, steps } = await seen(page);
  const perRow = lines / ROWS;
  // A row of 50 ms is one line of the screen, and may touch a second one.
  study.core(
    'a new row uploads a line or two, not the picture',
    perRow <= 3 && textures === 0,
    `${rounded(perRow, 2)} of ${geometry.waterfall.height} lines a row`,
  );
  study.core('an offset scrolls it', steps.length > ROWS / 2, `${steps.length} offsets during ${ROWS} rows`);
}

/** Does something to a picture that stands still: how much of it changes, and what is uploaded for it. */
async function change(page, act) {
  const before = await waterfallPixels(page);
  await forget(page);
  await act();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const { lines, textures } = await seen(page);
  return { changed: differing(before, await waterfallPixels(page)), lines, textures };
}

async function shader(study) {
  const page = await study.page();
  await untilFull(page);
  await page.keyboard.press('Space');
  await waitForFacts(page, ({ frozenAt }) => frozenAt !== null);
  await untilMoreRows(page, 20); // what was still to come has been drawn
  await page.locator('#plot').focus();
  await page.evaluate(() => document.querySelectorAll('#picture').forEach((section) => (section.open = true)));
  const slide = (value) =>
    page.evaluate((to) => {
      const gamma = document.querySelector('#gamma');
      gamma.value = to;
      gamma.dispatchEvent(new Event('input', { bubbles: true }));
      gamma.dispatchEvent(new Event('change', { bubbles: true }));
    }, value);
  for (const [what, act] of [
    ['the range', () => page.keyboard.press(']')],
    ['the palette', () => page.selectOption('#palette', 'ice')],
    ['gamma', () => slide('-1')],
  ]) {
    const { changed, lines, textures } = await change(page, act);
    study.core(
      `another value of ${what} recolours all of the past at once, without an upload`,
      changed > 0.5 && lines === 0 && textures === 0,
      `${rounded(100 * changed, 0)} % of the pixels, ${lines} lines`,
    );
  }
  await study.picture(page, 'recoloured');
}

/** When the picture moved while so many rows came, and by how many lines each time. */
async function stepsOf(page, rows) {
  await untilMoreRows(page, 20);
  await forget(page);
  await untilMoreRows(page, rows);
  const { steps } = await seen(page);
  const lines = Math.round((await facts(page)).geometry.waterfall.height) + 1; // of the ring
  const jumps = steps
    .slice(1)
    .map(({ value }, index) => (value - steps[index].value + lines) % lines)
    .sort((a, b) => a - b);
  return {
    count: steps.length,
    perSecond: (1000 * (steps.length - 1)) / (steps.at(-1).at - steps[0].at),
    usual: jumps[Math.floor(0.95 * jumps.length)],
    largest: jumps.at(-1),
  };
}

async function subRow(study) {
  const server = await study.server(['--rows', '10']);
  const page = await study.page({}, server);
  const smooth = await stepsOf(page, ROWS);
  study.core(
    'at 10 rows a second the picture moves between rows, too',
    smooth.perSecond > 15,
    `${rounded(smooth.perSecond)} steps a second`,
  );
  study.core('a pixel at a time at most (95 % of the steps)', smooth.usual <= 1, `${rounded(smooth.usual, 2)}, once ${rounded(smooth.largest, 2)}`);
  // The claim is a fractional offset: then a picture that takes 50 ms for a pixel would move in each frame.
  study.check('by parts of a pixel, in each frame', smooth.perSecond > 50, `${rounded(smooth.perSecond)} of 60`);
  const calm = await study.page({ reducedMotion: 'reduce' }, server);
  const jumping = await stepsOf(calm, ROWS);
  study.core(
    'with reduced motion it moves with the rows only',
    jumping.perSecond < 12,
    `${rounded(jumping.perSecond)} steps a second`,
  );
}

async function thinCarriers(study) {
  const server = await study.server(['--fft', '65536']);
  const page = await study.page({}, server);
  await page.selectOption('#data', 'full');
  await page.waitForFunction(() => window.spectrumd.lastRow().levels.length === 3);
  await untilMoreRows(page, 90); // more than the lines that are looked at
  const { geometry } = await facts(page);
  const binsAPixel = 65536 / geometry.waterfall.width;
  const levels = await page.evaluate(
    (all) =>
      all.map(({ hz, db }) => {
        const { meanDb, maxDb } = window.spectrumd.readout(
          window.spectrumd.xOf(hz),
          window.spectrumd.facts().geometry.waterfall.y + 20,
        );
        return { off: meanDb - db, maxOff: maxDb - db };
      }),
    CARRIERS,
  );
  const worst = Math.max(...levels.flatMap(({ off, maxOff }) => [Math.abs(off), Math.abs(maxOff)]));
  study.core(
    `with ${rounded(binsAPixel, 0)} bins a pixel carriers keep their level, mean and maximum`,
    worst <= 0.3,
    `${rounded(worst, 2)} dB off at most`,
  );
  const picture = await waterfallPixels(page, { height: 60 });
  const lights = columns(picture);
  const background = [...lights].sort((a, b) => a - b)[Math.floor(lights.length / 4)];
  const faintest = [];
  for (const { hz } of CARRIERS) {
    const x = Math.round(
      (await placeOf(page, hz)).x - (await page.locator('#plot').boundingBox()).x - geometry.waterfall.x,
    );
    const perLine = Array.from({ length: picture.height }, (_, y) =>
      Math.max(...[x - 1, x, x + 1].map((column) => picture.light(column, y))),
    );
    faintest.push(Math.min(...perLine) - background);
  }
  study.core(
    'in each line of the waterfall, too',
    Math.min(...faintest) > 25,
    `at least ${rounded(Math.min(...faintest), 0)} of 255 over the noise`,
  );
  await page.evaluate(() => document.querySelector('[data-detector="mean"]').click());
  study.check('the mean is offered for noise', await becomes(page, ({ detector }) => detector === 'mean'));
  await study.picture(page, 'thin-carriers');
}

/** Of columns that show the same bin as their neighbour: the share that look the same. */
function sameAsNeighbour(picture) {
  let same = 0;
  for (let x = 1; x < picture.width; ++x) {
    let equal = 0;
    for (let y = 0; y < picture.height; ++y) if (Math.abs(picture.light(x, y) - picture.light(x - 1, y)) < 2) ++equal;
    if (equal > 0.95 * picture.height) ++same;
  }
  return same / (picture.width - 1);
}

/** The steps from a column to the next that only a thousandth of the pixels exceed, of 255. */
function steps(picture) {
  const all = [];
  for (let x = 1; x < picture.width; ++x)
    for (let y = 0; y < picture.height; ++y) all.push(Math.abs(picture.light(x, y) - picture.light(x - 1, y)));
  return all.sort((a, b) => a - b)[Math.floor(0.999 * all.length)];
}

const ZOOMED = '#from=100290000&to=100310000';

/** Where the server may not zoom, each bin is many pixels wide. */
async function blocks(study) {
  const page = await study.page({}, { ...(await study.server(['--zoom-limit', '0'])), hash: ZOOMED });
  await waitForFacts(page, ({ band }) => band.toHz - band.fromHz === 20e3);
  await untilMoreRows(page, 60);
  const nearest = await waterfallPixels(page, { height: 40 });
  study.core(
    'between bins the nearest is shown, in blocks',
    sameAsNeighbour(nearest) > 0.8,
    `${rounded(100 * sameAsNeighbour(nearest), 0)} % of columns are as the one before`,
  );
  await study.picture(page, 'blocks');
  await page.evaluate(() => document.querySelector('#smooth').click());
  await untilMoreRows(page, 2);
  const linear = await waterfallPixels(page, { height: 40 });
  study.check(
    'linear is a choice',
    steps(linear) < 0.5 * steps(nearest),
    `steps of ${rounded(steps(linear), 1)} between columns, and of ${rounded(steps(nearest), 1)} to the nearest`,
  );
  await page.close();
}

async function morePixels(study) {
  await blocks(study);
  const page = await study.page({}, { ...(await study.server()), hash: ZOOMED });
  await waitForFacts(page, ({ band }) => band.toHz - band.fromHz === 20e3);
  await untilMoreRows(page, 60);
  const { geometry } = await facts(page);
  const binHz = () =>
    page.evaluate(() => {
      const row = window.spectrumd.lastRow();
      return row.spanHz / row.bins;
    });
  const pixelHz = 20e3 / geometry.waterfall.width;
  const shown = await binHz();
  study.check(
    'bins are finer where there would be more pixels than bins',
    shown <= 2 * pixelHz,
    `${rounded(shown, 0)} Hz a bin, ${rounded(pixelHz, 0)} Hz a pixel, 12 s after zooming`,
  );
  await page.selectOption('#fft', '65536');
  const finer = await page
    .waitForFunction(() => window.spectrumd.lastRow().spanHz / window.spectrumd.lastRow().bins < 60)
    .then(
      () => true,
      () => false,
    );
  await untilMoreRows(page, 60);
  study.core('one chosen by hand is shown in its resolution', finer, `${rounded(await binHz(), 1)} Hz a bin`);
  study.check(
    'the resolution is said',
    /Hz/.test(await page.textContent('#fact-rbw')),
    `RBW ${await page.textContent('#fact-rbw')}`,
  );
  const lights = columns(await waterfallPixels(page, { height: 60 }));
  const off = offBy(lights, (100.3e6 - 100.29e6) / pixelHz, 12);
  study.check('the carrier is in the middle of its block', off < 2.5, `${rounded(off)} px off`);
  await study.picture(page, 'fine');
}

export const DRAWING = [
  { number: 9, claim: 'WebGL2 ring texture, one line uploaded a row', run: ring },
  { number: 10, claim: 'dB to colour in the shader: range and map recolour all history', run: shader },
  { number: 11, claim: 'sub-row scroll, off with reduced motion', run: subRow },
  { number: 12, claim: 'thin carriers survive any zoom', run: thinCarriers },
  { number: 13, claim: 'more pixels than bins: nearest, linear as a choice, a larger FFT first', run: morePixels },
];
