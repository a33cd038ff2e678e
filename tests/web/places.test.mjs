// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { AMATEUR } from '../../web/bands/amateur.js';
import { BROADCAST } from '../../web/bands/broadcast.js';
import { MOBILE } from '../../web/bands/mobile.js';
import { OTHER } from '../../web/bands/other.js';
import { onTop } from '../../web/bookmark_files/band_plans.js';
import { bandsWithin, namedBand } from '../../web/controls/band_names.js';
import { strips } from '../../web/plot/places.js';
import { flagAt, flagText, mergedFlags } from '../../web/plot/spot_flags.js';

const place = (name, fromHz, toHz) => ({ name, fromHz, toHz });
const lanes = (...places) => Object.fromEntries(strips(places).map(({ place: { name }, lane }) => [name, lane]));

test('bands are those of the region that reach into the view, each under one name', () => {
  const names = (fromHz, toHz, region) => bandsWithin({ fromHz, toHz }, region).map(({ name }) => name);
  assert.deepEqual(names(98.8e6, 101.2e6), ['FM']);
  assert.deepEqual(names(26.3e6, 27.5e6), ['CB', 'ISM27']);
  assert.deepEqual(names(143.5e6, 145e6), ['2m']);
  assert.deepEqual(names(433e6, 434e6), ['70cm', 'ISM433']);
  assert.deepEqual(names(146.5e6, 147e6, '1'), [], 'region 1 ends at 146 MHz');
  assert.deepEqual(names(146.5e6, 147e6, '2'), ['2m']);
  assert.deepEqual(names(60e6, 65e6), []);
  assert.deepEqual(bandsWithin({ fromHz: 7.05e6, toHz: 7.06e6 }, '2'), [place('40m', 7e6, 7.3e6)], 'as wide as it is, not as the view');
});

test('a band that a region does not have is not drawn there, but known when it is typed', () => {
  const names = (region) => bandsWithin({ fromHz: 902e6, toHz: 928e6 }, region).map(({ name }) => name);
  assert.deepEqual(names('1'), ['GSM-R']);
  assert.deepEqual(names('2'), ['33cm', 'ISM915']);
  assert.deepEqual(namedBand('33cm', '1'), { fromHz: 902e6, toHz: 928e6 });
});

test('names are typed as they are drawn, or as others call them', () => {
  for (const name of ['FM', 'sw 49m', 'SW49M', '49m', 'am', 'ukw', 'airband', '11m', 'ism-433', '1.25m', '70 cm']) assert.ok(namedBand(name), name);
  for (const name of ['2M', '40M', 'hf air', '11', 'constructor']) assert.equal(namedBand(name), null, name);
});

test('every band is one, and is widest where no region is chosen', () => {
  for (const band of [...AMATEUR, ...BROADCAST, ...MOBILE, ...OTHER]) {
    for (const edges of [band.mhz, ...Object.values(band.in ?? {})]) if (edges) assert.ok(edges[0] < edges[1], band.name);
    for (const edges of Object.values(band.in ?? {})) if (edges) assert.ok(edges[0] >= band.mhz[0] - 0.002 && edges[1] <= band.mhz[1], band.name);
  }
});

test('bands of a loaded plan take the place of those that they cover', () => {
  const own = [place('2 Meter', 144e6, 146e6), place('Harbour', 156e6, 156.1e6)];
  assert.deepEqual(onTop(own, [place('2m', 144e6, 147e6), place('MARINE', 156e6, 162e6)]).map(({ name }) => name), ['2 Meter', 'Harbour', 'MARINE']);
});

test('strips that overlap lie in different lanes, the widest lowest; the third is left out', () => {
  assert.deepEqual(lanes(place('inner', 4, 5), place('outer', 1, 9), place('next', 9, 12)), { outer: 0, next: 0, inner: 1 });
  assert.deepEqual(lanes(place('a', 0, 9), place('b', 1, 8), place('c', 2, 7)), { a: 0, b: 1 });
  assert.deepEqual(strips([]), []);
});

test('spots whose names would touch share a flag, which says how many they are', () => {
  const spot = (label, hz) => ({ id: 1, label, frequency_hz: hz, comment: '', source: '' });
  const flags = mergedFlags([spot('A', 100), spot('B', 110), spot('C', 200)], (hz) => hz, (text) => 10 * text.length);
  assert.deepEqual(flags.map(flagText), ['A +1', 'C']);
  assert.deepEqual(flags.map(({ x, right }) => [x, right]), [[100, 146], [200, 216]]);
  assert.equal(flagText(mergedFlags([spot('A', 100), spot('B', 117)], (hz) => hz, () => 10)[0]), 'A', 'next to each other they have their own');
  assert.equal(flagAt(flags, 130, 20), flags[0]);
  assert.equal(flagAt(flags, 130, 60), null, 'below');
  assert.equal(flagAt(flags, 180, 20), null, 'between');
  assert.deepEqual(mergedFlags([], (hz) => hz, () => 10), []);
});
