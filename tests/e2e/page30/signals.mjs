// SPDX-License-Identifier: MIT
// Points 26 and 27: peaks and their labels; band plan, bookmarks and spots.

import { facts, waitForFacts } from '../page_harness.mjs';
import { becomes, rounded, untilMoreRows } from './study.mjs';
import { pixelsOf, placeOf, seen } from './watch.mjs';

const TRUE_HZ = [100.3e6, 99.7e6, 100.6e6, 100.15e6]; // carriers of the simulated band
const OFF_HZ = 211; // of a bin of 586 Hz: carriers are no longer in the middle of one
const ROWS = 400; // twenty seconds
const SETTLE_ROWS = 200; // of a signal's first ten seconds the server is not sure

/** Labels of signals on the plot, as boxes. */
async function labelsOf(page) {
  const { geometry } = await facts(page);
  const { texts } = await seen(page);
  return texts
    .filter(
      ({ text, textAlign, y }) => textAlign === 'center' && y < geometry.spectrum.height && /^\d+[.,]\d+$/.test(text),
    )
    .map(({ text, x, y, width }) => ({ text, left: x - width / 2, right: x + width / 2, y }));
}

const touch = (one, other) => one.left < other.right && one.right > other.left && Math.abs(one.y - other.y) < 11;
const touching = (labels) => labels.some((one, index) => labels.slice(index + 1).some((other) => touch(one, other)));

async function peaks(study) {
  const server = await study.server(['--center', String(100e6 + OFF_HZ)]);
  const page = await study.page({}, server);
  await waitForFacts(page, ({ peaks: all }) => all.length > 5);
  await untilMoreRows(page, SETTLE_ROWS);
  const ids = new Map();
  let [overlaps, looks] = [0, 0];
  const end = (await page.evaluate(() => window.spectrumd.lastRow().sequence)) + ROWS;
  while ((await page.evaluate(() => window.spectrumd.lastRow().sequence)) < end) {
    for (const { id, frequency_hz: hz, width_hz: width } of (await facts(page)).peaks) {
      const known = ids.get(id) ?? { from: hz, to: hz, width, seen: 0 };
      ids.set(id, {
        from: Math.min(known.from, hz),
        to: Math.max(known.to, hz),
        width: Math.max(known.width, width),
        seen: known.seen + 1,
      });
    }
    ++looks;
    overlaps += touching(await labelsOf(page)) ? 1 : 0;
    await untilMoreRows(page, 10);
  }
  const shown = (await facts(page)).peaks;
  const errors = TRUE_HZ.map((hz) => Math.min(...shown.map(({ frequency_hz: there }) => Math.abs(there - hz))));
  study.core(
    'between bins the frequency is interpolated, to a tenth of a bin',
    Math.max(...errors) < 60,
    `${rounded(Math.max(...errors), 0)} Hz off at most, bins of 586 Hz`,
  );
  const steady = [...ids.values()].filter(({ seen: times }) => times >= 0.9 * looks).length;
  const names = TRUE_HZ.map(
    (hz) => [...ids.values()].filter(({ from, to }) => from < hz + 2000 && to > hz - 2000).length,
  );
  study.core(
    'steady signals keep their identity',
    Math.max(...names) === 1,
    `${names.join(', ')} identities of ${names.length} carriers in ${ROWS / 20} s`,
  );
  study.check(
    'of the others, which come and go, few are new (a quarter of those on the list)',
    ids.size <= 1.25 * shown.length,
    `${ids.size} in all, ${steady} of them all the time, ${shown.length} at the end`,
  );
  const moved = [...ids.values()].filter(({ from, to, width }) => to - from > Math.max(2 * width, 1200)).length;
  study.check('and their place', moved === 0, `${moved} moved by more than twice their width`);
  study.core('labels avoid one another', overlaps === 0, `${overlaps} of ${looks} looks with two that touch`);
  const noise = shown.filter(({ snr_db: snr }) => snr < 6).length;
  study.check(
    'what is listed stands out of the noise',
    noise === 0,
    `least SNR ${rounded(Math.min(...shown.map(({ snr_db: snr }) => snr)))} dB`,
  );
  const center = shown.filter(({ frequency_hz: hz }) => Math.abs(hz - 100e6 - OFF_HZ) < 1500).length;
  study.check('the remains of DC are not a signal', center === 0, `${center} in the middle`);
  await study.picture(page, 'signals');
}

/** The strip of the axis, around a frequency. */
async function axisAround(page, hz) {
  const { x } = await placeOf(page, hz);
  const plot = await page.locator('#plot').boundingBox();
  const { geometry } = await facts(page);
  return pixelsOf(page, {
    x: Math.round(x) - 12,
    y: Math.round(plot.y + geometry.axis.y),
    width: 24,
    height: geometry.axis.height,
  });
}

/** Another program places three, two of them next to each other; a click tunes. */
async function spots(study, page, server) {
  for (const [label, frequency] of [
    ['DL1ABC', '14.1M'],
    ['F5XYZ', '14.102M'],
    ['G4ZZZ', '14.9M'],
  ])
    await fetch(new URL('api/v1/spots', server.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ label, frequency, source: 'cluster' }),
    });
  const shown = await becomes(page, ({ spotFlags }) => spotFlags.length === 2, 45_000);
  const { spotFlags } = await facts(page);
  study.core('spots of other programs are flags, merged where they are dense', shown, `${spotFlags.length} flags for 3`);
  const plot = await page.locator('#plot').boundingBox();
  await page.mouse.click(plot.x + spotFlags.at(-1).x + 10, plot.y + 20);
  study.check(
    'a click on one tunes',
    await becomes(page, ({ whole }) => Math.abs(whole.fromHz + whole.toHz - 29.8e6) < 1),
  );
}

async function bandPlan(study) {
  const server = await study.server();
  const page = await study.page({}, server);
  await waitForFacts(page, ({ access }) => access !== null);
  await page.fill('#frequency', '20m');
  await page.keyboard.press('Enter');
  study.check(
    'names of bands lead to them, by region',
    (await becomes(page, ({ band }) => band.fromHz === 14e6)) && (await page.locator('#region option').count()) === 4,
  );
  await page.evaluate(() => void (location.hash = ''));
  await untilMoreRows(page, 10);
  const names =
    (await seen(page)).texts.filter(({ text }) => /20 ?m\b|amateur/i.test(text)).length +
    (await page.locator('#stage :text-matches("20 ?m\\b|amateur", "i")').count());
  study.core(
    'a strip at the axis shows the band plan',
    names > 0,
    names > 0 ? '' : 'no name of the band on the plot at 14 MHz',
  );
  const place = 14.3e6;
  const before = await axisAround(page, place);
  await page.evaluate((hz) => void (location.hash = `#markers=${hz}`), place);
  await waitForFacts(page, ({ markers }) => markers.length === 1);
  await page.locator('#plot').focus();
  await page.keyboard.press('b');
  await page.keyboard.type('Net');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#bookmarks li', { state: 'attached' });
  await page.evaluate(() => void (location.hash = ''));
  await waitForFacts(page, ({ markers }) => markers.length === 0);
  await untilMoreRows(page, 5);
  const after = await axisAround(page, place);
  let changed = 0;
  for (let y = 0; y < after.height; ++y)
    for (let x = 0; x < after.width; ++x) if (Math.abs(after.light(x, y) - before.light(x, y)) > 20) ++changed;
  study.core('a bookmark is a flag at the axis', changed > 4, `${changed} pixels are different`);
  study.check(
    'bookmarks are listed and kept',
    (await page.locator('#bookmarks li').allTextContents()).some((text) => text.includes('Net')),
  );
  await spots(study, page, server);
  await study.picture(page, 'band');
}

export const SIGNALS = [
  {
    number: 26,
    claim: 'peaks with floor, interpolation, hysteresis and identity; labels that avoid one another',
    run: peaks,
  },
  { number: 27, claim: 'band plan strip, bookmarks and spots as flags', run: bandPlan },
];
