// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bandsWithin } from '../../web/controls/band_names.js';
import { strips } from '../../web/plot/places.js';

const place = (name, fromHz, toHz) => ({ name, fromHz, toHz });
const lanes = (...places) => Object.fromEntries(strips(places).map(({ place: { name }, lane }) => [name, lane]));

test('bands are those of the region that reach into the view, each under one name', () => {
  const names = (fromHz, toHz, region) => bandsWithin({ fromHz, toHz }, region).map(({ name }) => name);
  assert.deepEqual(names(98.8e6, 101.2e6), ['FM']);
  assert.deepEqual(names(26e6, 27.5e6), ['CB']);
  assert.deepEqual(names(143.5e6, 145e6), ['2m']);
  assert.deepEqual(names(433e6, 434e6), ['70cm', 'ISM433']);
  assert.deepEqual(names(146.5e6, 147e6, '1'), [], 'region 1 ends at 146 MHz');
  assert.deepEqual(names(146.5e6, 147e6, '2'), ['2m']);
  assert.deepEqual(names(60e6, 65e6), []);
  assert.deepEqual(bandsWithin({ fromHz: 7.05e6, toHz: 7.06e6 }, '2'), [place('40m', 7e6, 7.3e6)], 'as wide as it is, not as the view');
});

test('strips that overlap lie in different lanes, the widest lowest; the third is left out', () => {
  assert.deepEqual(lanes(place('inner', 4, 5), place('outer', 1, 9), place('next', 9, 12)), { outer: 0, next: 0, inner: 1 });
  assert.deepEqual(lanes(place('a', 0, 9), place('b', 1, 8), place('c', 2, 7)), { a: 0, b: 1 });
  assert.deepEqual(strips([]), []);
});
