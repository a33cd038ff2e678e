// SPDX-License-Identifier: MIT
// Points 20 to 22: automatic range, grid and divisions, palettes.

import { facts, waitForFacts, waterfallBox } from '../page_harness.mjs';
import { PHONE, becomes, rounded, untilMoreRows } from './study.mjs';
import { seen } from './watch.mjs';
import { PALETTES, defaultPalette, noDataColour, paletteTable } from '../../../web/plot/palettes.js';

const ROWS = 200;

/** The range at each row, as long as `count` rows take. */
async function rangesOf(page, count) {
  await page.evaluate(() => {
    window.ranges = [];
    const note = () => {
      if (!window.ranges) return;
      window.ranges.push(window.spectrumd.facts().range);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await untilMoreRows(page, count);
  return page.evaluate(() => {
    const noted = window.ranges;
    window.ranges = null;
    return noted;
  });
}

const steps = (ranges, end) => ranges.slice(1).map((range, index) => Math.abs(range[end] - ranges[index][end]));

async function autoRange(study) {
  const page = await study.page();
  await waitForFacts(page, ({ peaks }) => peaks.length > 3);
  await untilMoreRows(page, 60);
  const { range } = await facts(page);
  const { floor_db: floorDb } = await (await fetch(new URL('api/v1/signals?count=1', study.shared.url))).json();
  // The colours show maxima, which lie some dB over the mean noise that the server reports.
  study.core(
    'the first colour is at the noise',
    range.floorDb > floorDb - 10 && range.floorDb < floorDb + 10,
    `${rounded(range.floorDb)} dB, mean noise ${rounded(floorDb)} dB`,
  );
  const ranges = await rangesOf(page, ROWS);
  const largest = Math.max(...steps(ranges, 'floorDb'), ...steps(ranges, 'ceilingDb'));
  const wander = Math.max(
    ...['floorDb', 'ceilingDb'].map(
      (end) => Math.max(...ranges.map((one) => one[end])) - Math.min(...ranges.map((one) => one[end])),
    ),
  );
  study.core(
    'in a band with keyed and hopping signals it does not jump',
    largest < 2,
    `steps of ${rounded(largest, 2)} dB at most, ${rounded(wander)} dB in all, over ${ROWS} rows`,
  );
  const box = await waterfallBox(page);
  await page.mouse.move(box.x + 400, box.y + 100);
  await page.mouse.down();
  const held = await rangesOf(page, 60);
  await page.mouse.up();
  study.check(
    'it stands still while a pointer is down',
    Math.max(...steps(held, 'floorDb'), ...steps(held, 'ceilingDb')) === 0,
  );
  await page.evaluate(() => void (location.hash = '#from=101020000&to=101180000')); // noise only
  await waitForFacts(page, ({ band }) => band.fromHz === 101.02e6);
  const fits = await becomes(page, (now) => now.range.ceilingDb < range.ceilingDb - 5);
  study.check(
    'it fits what is in view',
    fits,
    `last colour ${rounded(range.ceilingDb)} dB, ` +
      `${rounded((await facts(page)).range.ceilingDb)} dB where there is only noise`,
  );
  await page.keyboard.press('a');
  await page.keyboard.press('Home');
  const locked = await rangesOf(page, 60);
  study.check('it can be locked', Math.max(...steps(locked, 'floorDb')) === 0);
}

/** Numbers next to the axis of levels. */
async function levelLabels(page) {
  const { geometry } = await facts(page);
  const { texts } = await seen(page);
  return texts
    .filter(({ text, x, y }) => /^−?\d+$/.test(text) && x <= geometry.gutter && y < geometry.spectrum.height)
    .map(({ text }) => Number(text.replace('−', '-')));
}

async function grid(study) {
  const page = await study.page({ viewport: { width: 1280, height: 800 } });
  const labels = await levelLabels(page);
  const step = Math.abs(labels[1] - labels[0]);
  study.core('lines in steps of 10 dB', labels.length > 3 && step === 10, `labels ${labels.join(' ')}`);
  study.core(
    'the unit stands at the axis',
    (await seen(page)).texts.some(({ text }) => text === 'dBFS'),
  );
  study.core(
    'the resolution stands on the page',
    await page.locator('#fact-rbw').isVisible(),
    await page.textContent('#fact-rbw'),
  );
  await page.locator('#plot').focus();
  const spans = [];
  for (let press = 0; press < 2; ++press) {
    const { axisRange } = await facts(page);
    await page.keyboard.press('d');
    await becomes(
      page,
      (now) => now.axisRange.ceilingDb - now.axisRange.floorDb !== axisRange.ceilingDb - axisRange.floorDb,
      3000,
    );
    const { axisRange: now } = await facts(page);
    spans.push(rounded(now.ceilingDb - now.floorDb));
  }
  const clicks = await page.evaluate(() => {
    let closed = 0;
    for (
      let part = document.querySelector('#division').closest('details');
      part;
      part = part.parentElement.closest('details')
    )
      if (!part.open) ++closed;
    return closed + 2; // the list, and a line of it
  });
  study.check(
    '5 or 10 dB a division with one click or key',
    spans.join() === '50,100',
    `keys: axis of ${spans.join(' and ')} dB; by pointer ${clicks} clicks`,
  );
  await study.picture(page, 'divisions');
  const phone = await study.page(PHONE);
  const corner = (await seen(phone)).texts.map(({ text }) => text).find((text) => text.startsWith('dBFS')) ?? '';
  study.check(
    'unit and resolution are also on a phone',
    corner !== '' && (/RBW/.test(corner) || (await phone.locator('#fact-rbw').isVisible())),
    corner,
  );
}

const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const KINDS = {
  // Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const XYZ = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
];
const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, part, index) => sum + part * vector[index], 0));
const root = (part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);

/** CIE L*a*b* of an RGB colour for a kind of vision. */
function labOf(rgb, kind = 'normal') {
  const seenAs = times(
    KINDS[kind],
    rgb.map((part) => linear(part / 255)),
  ).map((part) => Math.min(1, Math.max(0, part)));
  const [x, y, z] = times(XYZ, seenAs).map((part, index) => root(part / [0.9505, 1, 1.089][index]));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const apart = (one, other) => Math.hypot(...one.map((part, index) => part - other[index]));
const coloursOf = (name) => {
  const table = paletteTable(name);
  return Array.from({ length: 256 }, (_, step) => [...table.subarray(4 * step, 4 * step + 3)]);
};

/** The largest step backwards in lightness, of those that all should go one way. */
function backwards(name, kind) {
  const lights = coloursOf(name).map((rgb) => labOf(rgb, kind)[0]);
  const way = Math.sign(lights.at(-1) - lights[0]);
  return Math.max(...lights.slice(1).map((light, index) => -way * (light - lights[index])));
}

async function palettes(study) {
  const names = PALETTES.map(({ name }) => name);
  const worst = Math.max(...names.flatMap((name) => Object.keys(KINDS).map((kind) => backwards(name, kind))));
  study.core(
    'lightness only rises with level, in each map, for normal vision and three kinds of colour blindness',
    worst < 0.3,
    `steps back of ${rounded(worst, 2)} L* at most`,
  );
  const spread = Object.keys(KINDS).map((kind) =>
    apart(labOf(coloursOf(defaultPalette(false))[0], kind), labOf(coloursOf(defaultPalette(false)).at(-1), kind)),
  );
  study.core(
    'the default spans most of the lightness for all of them',
    Math.min(...spread) > 80,
    `${rounded(Math.min(...spread), 0)} L*a*b* at least`,
  );
  study.check('there is a choice', names.length >= 5, names.join(', '));
  const nearest = names.map((name) => ({
    name,
    distance: Math.min(...coloursOf(name).map((rgb) => apart(labOf(rgb), labOf(noDataColour(name))))),
  }));
  const least = nearest.reduce((one, other) => (other.distance < one.distance ? other : one));
  study.check(
    '"no data" has a colour outside of each map',
    least.distance > 5,
    `Delta-E ${rounded(least.distance)} at least (${least.name})`,
  );
  const light = await study.page({ colorScheme: 'light' });
  const { palette } = await facts(light);
  const [low, high] = [labOf(coloursOf(palette)[0])[0], labOf(coloursOf(palette).at(-1))[0]];
  study.check(
    'the light theme has its own map, low levels as its background',
    palette !== defaultPalette(false) && low > high,
    `${palette}: L* ${rounded(low, 0)} to ${rounded(high, 0)}`,
  );
  await study.picture(light, 'light');
}

export const LEVELS = [
  { number: 20, claim: 'automatic range by robust statistics, with hysteresis', run: autoRange },
  { number: 21, claim: '10 dB grid, one-click dB per division, unit and RBW', run: grid },
  { number: 22, claim: 'perceptual palettes, safe for colour blindness, one for the light theme', run: palettes },
];
