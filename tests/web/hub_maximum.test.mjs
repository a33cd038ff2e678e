// SPDX-License-Identifier: MIT
// The maximum of all receivers: which rows are requested, for which band, and what is under the pointer.

import test from 'node:test';
import assert from 'node:assert/strict';
import { bandOfAll, binHz, levelsForMaximum, loudestNear } from '../../web/hub/maximum_plan.js';

const HOUR_MS = 3_600_000;
const receiver = (...names) => ({ newest: names.map((name) => `${name} 2026-11-28T19:00:00Z`) });

test('rows of ten seconds serve for four hours, coarser ones for longer', () => {
  const fleet = [receiver('10s', '1min'), receiver('1s', '10s', '1min', '10min', '2h')];
  assert.deepEqual(levelsForMaximum(fleet, HOUR_MS), ['10s', '1min', '10min', '2h']);
  assert.deepEqual(levelsForMaximum(fleet, 4 * HOUR_MS), ['10s', '1min', '10min', '2h'], '1440 rows');
  assert.deepEqual(levelsForMaximum(fleet, 4 * HOUR_MS + 1), ['1min', '10min', '2h']);
  assert.deepEqual(levelsForMaximum(fleet, 7 * 24 * HOUR_MS), ['10min', '2h']);
  assert.deepEqual(levelsForMaximum(fleet.slice(0, 1), 7 * 24 * HOUR_MS), [], 'none that is reported');
});

test('rows of a second are those around alarms, unless there are no others', () => {
  assert.deepEqual(levelsForMaximum([receiver('1s', '1min')], 60_000), ['1min']);
  assert.deepEqual(levelsForMaximum([receiver('1s')], 60_000), ['1s']);
  assert.deepEqual(levelsForMaximum([], 60_000), []);
});

test('the band is that of all together, and of those that have one', () => {
  const of = (center, span) => ({ center_hz: center, span_hz: span });
  assert.deepEqual(bandOfAll([of(100e6, 2e6), of(0, 0), of(433e6, 1e6)]), { fromHz: 99e6, toHz: 433.5e6 });
  assert.deepEqual(bandOfAll([of(0.5e6, 2e6)]), { fromHz: 0, toHz: 1.5e6 }, 'nothing is below 0');
  assert.equal(bandOfAll([of(0, 0)]), null);
});

test('the pointer finds the loudest line near it, and no rows where there are none', () => {
  const maximum = { from_hz: 100, to_hz: 200, levels_db: [null, null, -90, -20, -80, -85, null, null, null, null], receivers: [] };
  assert.equal(loudestNear(maximum, 0.45, 1), 3);
  assert.equal(loudestNear(maximum, 0.45, 0), 4);
  assert.equal(loudestNear(maximum, 0.95, 1), null);
  assert.equal(loudestNear(maximum, 0, 2), 2, 'at the edge');
  assert.equal(binHz(maximum, 3), 135, 'the center of a bin');
});
