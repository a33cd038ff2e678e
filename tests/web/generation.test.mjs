// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { FLAG } from '../../web/feed/decode_row.js';
import { Generation } from '../../web/feed/generation.js';

test('the first row of a new tuning is noticed, once, and past rows do not count', () => {
  const generation = new Generation();
  const row = (number, flags = 0) => ({ generation: number, flags });
  assert.deepEqual([row(3), row(3), row(4), row(4), row(3, FLAG.history), row(5)].map((each) => generation.isChangedBy(each)),
    [false, false, true, false, false, true]);
  generation.restart();
  assert.equal(generation.isChangedBy(row(1)), false, 'a new connection');
});

test('a status of before the newest row is recognised, also over the turn of 16 bits', () => {
  const generation = new Generation();
  assert.equal(generation.isAfter(1), false);
  generation.isChangedBy({ generation: 5, flags: 0 });
  assert.deepEqual([4, 5, 6].map((number) => generation.isAfter(number)), [true, false, false]);
  generation.isChangedBy({ generation: 2, flags: 0 });
  assert.deepEqual([0xffff, 65536 + 2, 65536 + 3].map((number) => generation.isAfter(number)), [true, false, false]);
});

const tuning = (center) => ({ center });
const status = (center, number) => ({ tuning: tuning(center), source: { generation: number } });

test('a status of before an accepted tuning is recognised, although no row of that has arrived yet', () => {
  const generation = new Generation();
  generation.isChangedBy({ generation: 4, flags: 0 });
  generation.accept(tuning(14e6), 5);
  assert.deepEqual([4, 5].map((number) => generation.isAfter(number)), [true, false]);
  generation.restart();
  assert.equal(generation.isAfter(1), false, 'another server, which counts from 1');
});

test('a status made before a tuning took effect does not undo it', () => {
  const generation = new Generation();
  assert.deepEqual(generation.latestTuning(status(100e6, 4)), tuning(100e6));
  generation.accept(tuning(101e6), 5);
  assert.deepEqual(generation.latestTuning(status(100e6, 4)), tuning(101e6));
  assert.deepEqual(generation.latestTuning(status(145e6, 6)), tuning(145e6), 'another client has tuned since');
  generation.accept(tuning(101e6), 7);
  generation.restart();
  assert.deepEqual(generation.latestTuning(status(100e6, 1)), tuning(100e6), 'another server');
});
