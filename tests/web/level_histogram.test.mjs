// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { LevelHistogram, levelOf } from '../../web/plot/level_histogram.js';

const near = (actual, expected, within, what) => assert.ok(Math.abs(actual - expected) <= within, `${what}: ${actual} is not ${expected}`);

test('shares of levels are those of the rows, in each column', () => {
  const histogram = new LevelHistogram(2);
  for (let row = 0; row < 2000; ++row) histogram.add([row % 4 === 0 ? -30 : -90, NaN]);
  near(histogram.share(0, levelOf(-30)), 0.25, 0.02, 'a quarter');
  near(histogram.share(0, levelOf(-90)), 0.75, 0.02, 'three quarters');
  assert.equal(histogram.share(0, levelOf(-60)), 0);
  assert.equal(histogram.share(1, levelOf(-90)), 0, 'no data');
});

test('what is past fades by half in 34 rows, however many there were', () => {
  for (const before of [40, 3000]) {
    const histogram = new LevelHistogram(1);
    for (let row = 0; row < before; ++row) histogram.add([-30]);
    const full = histogram.share(0, levelOf(-30));
    for (let row = 0; row < 34; ++row) histogram.add([-90]);
    const part = before === 40 ? (1 - 0.98 ** 40) * 0.5 / (1 - 0.98 ** 74) : 0.5;
    near(histogram.share(0, levelOf(-30)) / full, part, 0.02, `after ${before} rows`);
  }
});

test('levels outside of the scale do not count, and after clearing none has', () => {
  const histogram = new LevelHistogram(1);
  histogram.add([-500]);
  histogram.add([500]);
  for (const db of [-500, 500]) assert.equal(histogram.share(0, levelOf(db)), 0);
  histogram.add([-50]);
  histogram.clear();
  assert.equal(histogram.share(0, levelOf(-50)), 0);
});
