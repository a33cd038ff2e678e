// SPDX-License-Identifier: MIT
// Points 5 to 8: the frequency box, keys, markers, freezing.

import { facts, waitForFacts, waterfallBox } from '../page_harness.mjs';
import { becomes, rounded, untilMoreRows } from './study.mjs';
import { placeOf } from './watch.mjs';

const CARRIER = 100.3e6;
const spanOf = ({ fromHz, toHz }) => toHz - fromHz;
const tuned =
  (hz) =>
  ({ whole }) =>
    Math.abs((whole.fromHz + whole.toHz) / 2 - hz) < 1;
const shows =
  (fromHz, toHz) =>
  ({ band }) =>
    Math.abs(band.fromHz - fromHz) < 1 && Math.abs(band.toHz - toHz) < 1;

/** What is typed, and what it should do. Tunings first: a sweep ends only with a tuning. */
const ENTRIES = [
  ['7.1', tuned(7.1e6)],
  ['7150k', tuned(7.15e6)],
  ['433.92M', tuned(433.92e6)],
  ['14074 kHz', tuned(14.074e6)],
  ['145,55', tuned(145.55e6)],
  ['145.500.000', tuned(145.5e6)],
  ['100M', tuned(100e6)],
  ['My beacon', ({ markers: [marker] }) => Math.abs(marker?.hz - CARRIER) < 3000],
  ['20m', shows(14e6, 14.35e6)],
  ['2m', shows(144e6, 148e6)],
  ['88-108M', shows(88e6, 108e6)],
  ['88M:108M', shows(88e6, 108e6)],
  ['FM', shows(87.5e6, 108e6)],
];

async function typing(study) {
  const server = await study.server();
  const page = await study.page({}, server);
  await waitForFacts(page, ({ access }) => access !== null);
  await page.locator('#plot').focus();
  await page.keyboard.press('m');
  await waitForFacts(page, ({ markers }) => markers.length === 1);
  await page.keyboard.press('b');
  await page.keyboard.type('My beacon');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#bookmarks li', { state: 'attached' });
  const enter = async (text) => {
    await page.fill('#frequency', text);
    await page.keyboard.press('Enter');
  };
  await page.evaluate(() => void (location.hash = '#from=99800000&to=100200000'));
  await waitForFacts(page, shows(99.8e6, 100.2e6));
  const { whole } = await facts(page);
  await enter('@100.5M');
  const looked = await becomes(page, (shown) => shows(100.3e6, 100.7e6)(shown) && shown.whole.fromHz === whole.fromHz);
  study.core('@100.5M looks there without tuning', looked);
  const refused = [];
  for (const [text, isThere] of ENTRIES) {
    await enter(text);
    if (!(await becomes(page, isThere))) refused.push(`${text}: ${JSON.stringify((await facts(page)).band)}`);
  }
  study.core(
    'short forms, ranges, names of bands and bookmarks are understood',
    refused.length === 0,
    refused.join('; ') || ENTRIES.map(([text]) => text).join(', '),
  );
  await enter('nonsense');
  study.check(
    'what is not understood is refused next to the box',
    await page.locator('#frequency-form .refusal').isVisible(),
  );
  await study.picture(page, 'typed');
}

/** A key, and what is different afterwards. */
const EFFECTS = [
  ['+', (now, before) => spanOf(now.band) < spanOf(before.band)],
  ['ArrowRight', (now, before) => now.band.fromHz > before.band.fromHz],
  ['ArrowLeft', (now, before) => now.band.fromHz < before.band.fromHz],
  ['-', (now, before) => spanOf(now.band) > spanOf(before.band)],
  ['+', (now, before) => spanOf(now.band) < spanOf(before.band)],
  ['Home', ({ band, whole }) => spanOf(band) === spanOf(whole)],
  ['[', (now, before) => now.range.floorDb < before.range.floorDb],
  [']', (now, before) => now.range.floorDb > before.range.floorDb],
  ['a', ({ autoRange }) => autoRange],
  ['p', ({ peakHold }) => peakHold],
  ['m', ({ markers: [one] }) => Math.abs(one?.hz - CARRIER) < 3000],
  ['n', (now, before) => now.markers[0].hz !== before.markers[0].hz],
  ['Escape', ({ markers }) => markers.length === 0],
  [' ', ({ frozenAt }) => frozenAt !== null],
  [' ', ({ frozenAt }) => frozenAt === null],
  [',', (now, before) => now.msPerPixel > before.msPerPixel],
  ['.', (now, before) => now.msPerPixel < before.msPerPixel],
  ['c', (now, before) => now.palette !== before.palette],
];

async function keyboard(study) {
  const page = await study.page();
  await page.locator('#plot').focus();
  await waitForFacts(page, ({ peaks }) => peaks.length > 3);
  const dead = [];
  for (const [key, hasEffect] of EFFECTS) {
    const before = await facts(page);
    await page.keyboard.press(key);
    if (!(await becomes(page, (now) => hasEffect(now, before), 5000))) dead.push(key);
  }
  study.core(
    'each key does what it says',
    dead.length === 0,
    dead.length > 0 ? `without effect: ${dead.join(' ')}` : `${EFFECTS.length} presses`,
  );
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  const listed = await page.locator('#help-keys kbd').count();
  study.core('? lists them', listed >= 15, `${listed} keys`);
  await study.picture(page, 'keys');
  await page.uncheck('#single-keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await untilMoreRows(page, 10);
  study.check('shortcuts of one character can be turned off', (await facts(page)).markers.length === 0);
  await page.evaluate(() => localStorage.clear());
}

const open = (page, id) => page.click(`${id} > summary`);

/** The text of a measurement, or '' if it does not come. */
async function measured(page, name) {
  const value = page.locator(`#measured dt:text-is("${name}") + dd`);
  return value.textContent({ timeout: 15_000 }).catch(() => '');
}

async function markers(study) {
  const page = await study.page({}, { hash: '#markers=100290000,100310000' });
  await waitForFacts(page, ({ peaks }) => peaks.length > 3);
  const readout = async () => (await page.textContent('#marker-readout')).replaceAll('−', '-');
  study.core(
    'two markers and their difference',
    /Δ {2}20 kHz {2}-?\d+\.\d dB/.test(await readout()),
    (await readout()).split('\n').at(-1),
  );
  await open(page, '#measure');
  for (const name of ['Channel power', '99 % bandwidth', 'Lower neighbour']) {
    const text = await measured(page, name);
    study.check(`${name} between them`, /\d/.test(text), text);
  }
  await study.picture(page, 'channel');
  await page.selectOption('#measure-what', 'harmonics');
  study.check('a finder of harmonics', /\d|no harmonic/.test(await measured(page, 'THD')), await measured(page, 'THD'));
  await page.click('#marker-follow');
  await page.evaluate(() => void (location.hash = '#markers=100304000'));
  study.core(
    'a marker follows its peak',
    await becomes(page, ({ markers: [one] }) => Math.abs(one?.hz - CARRIER) < 1000),
  );
  await page.evaluate(() => void (location.hash = '#markers=100200000'));
  await untilMoreRows(page, 10);
  await page.click('#marker-follow');
  study.check('or stays on its frequency', await becomes(page, ({ markers: [one] }) => one !== undefined));
  await open(page, '#levels');
  await page.fill('#limit', '99M -25, 101M -25');
  await page.keyboard.press('Tab');
  const verdict = await page.waitForSelector('#limit-verdict[data-fails="true"]').then(
    (found) => found.textContent(),
    () => '',
  );
  study.check('limit lines are judged', /FAIL by \d/.test(verdict), verdict);
  await page.click('#noise-line');
  study.check('a helper line at the noise', (await page.getAttribute('#noise-line', 'aria-pressed')) === 'true');
  const { x, y } = await placeOf(page, CARRIER);
  await page.mouse.move(x, y);
  const crosshair = await page.waitForSelector('#readout:not([hidden])').then(
    (found) => found.textContent(),
    () => '',
  );
  study.check(
    'a cross-hair with numbers',
    /100\.\d+ MHz/.test(crosshair) && /dBFS/.test(crosshair),
    crosshair.replaceAll('\n', ', '),
  );
  await study.picture(page, 'limit');
  await page.evaluate(() => localStorage.clear());
}

async function freezing(study) {
  const page = await study.page();
  await page.keyboard.press('Space');
  const frozen = await waitForFacts(page, ({ frozenAt }) => frozenAt !== null);
  await untilMoreRows(page, 40);
  const later = await facts(page);
  study.core(
    'the picture stands still while rows keep coming',
    later.topTime === frozen.topTime && later.rows > frozen.rows,
    `${later.rows - frozen.rows} rows behind it`,
  );
  const box = await waterfallBox(page);
  await page.mouse.move(box.x - 20, box.y + 250);
  await page.mouse.down();
  await page.mouse.move(box.x - 20, box.y + 50, { steps: 5 });
  await page.mouse.up();
  const back = (frozen.frozenAt - (await facts(page)).frozenAt) / frozen.msPerPixel;
  study.core(
    'it is pulled back in time by as much as the pointer moves',
    Math.abs(back - 200) <= 1,
    `${rounded(back)} px for 200`,
  );
  await page.click('#live');
  study.core(
    'a button returns to what is live',
    await becomes(page, ({ frozenAt, topTime }) => frozenAt === null && topTime > later.topTime),
  );
  const missing = await page.evaluate(() => {
    const { skippedRows } = window.spectrumd.facts();
    return skippedRows;
  });
  study.check('no row was lost meanwhile', missing === 0, `${missing} skipped`);
}

export const KEYS = [
  { number: 5, claim: 'type anything in one box', run: typing },
  { number: 6, claim: 'everything by keyboard, with a list', run: keyboard },
  { number: 7, claim: 'markers, delta, follow, channel power, limit lines', run: markers },
  { number: 8, claim: 'freeze and scroll back without losing rows', run: freezing },
];
