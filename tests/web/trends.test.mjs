// SPDX-License-Identifier: MIT
// Gaps of the past, what is usual, occupancy, trends.

import test from 'node:test';
import assert from 'node:assert/strict';
import { Frame } from '../../web/history/frame.js';
import { gapsOf } from '../../web/history/gap_marks.js';
import { zoomFor } from '../../web/history/show_stretch.js';
import { WaterfallLines, ZERO_VALUE } from '../../web/plot/waterfall_lines.js';
import { RowStore } from '../../web/feed/row_store.js';
import { createState } from '../../web/state/state.js';
import { unitOfThen } from '../../web/state/units.js';
import { useOf } from '../../web/trends/channels.js';
import { sharesOf } from '../../web/trends/occupancy.js';
import { extremesOf, trendOf } from '../../web/trends/trend_line.js';
import { hourOfWeek, levelsByColumn } from '../../web/trends/usual.js';

const HOUR = 3_600_000;

test('a gap says how long nothing was received, or which other band was', () => {
  const frame = (t0, t1, center = 100e6) => new Frame('1s', { t0, t1, epoch: 1, rows: 0, center_hz: center, span_hz: 2e6, bins: 1, generation: 1, base_db: -120, flags: 0, row_ms: [], durations_ms: [], row_flags: [], tiles: [] }, () => false);
  const gaps = gapsOf([frame(0, 10), frame(30, 40, 145e6), frame(40, 50, 145e6), frame(50, 60)], { from: 0, to: 60 }, { fromHz: 99e6, toHz: 101e6 }, 1);
  assert.deepEqual(gaps, [{ from: 10, to: 30, band: null }, { from: 30, to: 50, band: { fromHz: 144e6, toHz: 146e6 } }]);
});

test('a stretch is shown at the finest zoom that has room for it', () => {
  assert.equal(zoomFor(1, 50, 800, 40_000), 1);
  assert.equal(zoomFor(1, 50, 800, 40_001), 0.5);
  assert.equal(zoomFor(8, 6.25, 800, 24 * HOUR), 2 ** -12);
});

test('hours of the week begin on Monday, UTC', () => {
  assert.equal(hourOfWeek(Date.parse('2026-11-23T00:00:00Z')), 0);
  assert.equal(hourOfWeek(Date.parse('2026-11-22T23:59:59Z')), 167);
  assert.equal(hourOfWeek(Date.parse('2026-11-24T03:12:00Z')), 27);
});

test('what is usual is the strongest median of each column, and unknown outside', () => {
  const baseline = { center_hz: 102, span_hz: 4, median: [-80, null, -60, -70] };
  assert.deepEqual([...levelsByColumn(baseline, { fromHz: 100, toHz: 104 }, 2, 0)], [-80, -60]);
  assert.deepEqual([...levelsByColumn(baseline, { fromHz: 104, toHz: 108 }, 2, 0)], [NaN, NaN]);
});

test('lines show the difference to what is usual, and no level where that is unknown', () => {
  const rows = new RowStore(10);
  rows.insert({ sequence: 1, generation: 1, flags: 0, skipped: 0, time: 1000, duration: 1000, centerHz: 102, spanHz: 4, bins: 4, firstDb: -100, stepDb: 0.5, ffts: 1, coverage: 1, clipped: 0, binShiftHz: 0,
    levels: { max: Uint8Array.of(41, 41, 61, 0) } }); // -80, -80, -70 dB
  const lines = new WaterfallLines(4, 2);
  const what = { stores: [rows], band: { fromHz: 100, toHz: 104 }, detector: 'max', cache: { baseDb: -120, stepDb: 0.5 }, usual: () => Float32Array.of(-90, NaN, -60, -60) };
  lines.update(1, 1000, what);
  assert.deepEqual([...lines.levels.subarray(4, 8)], [ZERO_VALUE + 20, 0, ZERO_VALUE - 20, 0]);
});

test('a channel was used for the share of all samples in which it was received', () => {
  const channel = { name: 'R1', from_hz: 1e6, to_hz: 2e6 };
  const period = (begin, ...channels) => ({ begin, channels });
  const periods = [period('2026-11-25T03:15:00Z', { ...channel, samples: 100, occupied: 50, fco: 0.5 }), period('2026-11-25T03:00:00Z', { ...channel, samples: 300, occupied: 30, fco: 0.1 }),
    period('2026-11-25T02:45:00Z', { ...channel, samples: 0, occupied: 0, fco: 0 }, { ...channel, name: 'R2', samples: 1, occupied: 1, fco: 1 })];
  assert.deepEqual(useOf(channel, periods), { share: 0.2, most: 0.5, at: Date.UTC(2026, 10, 25, 3, 15) });
  assert.equal(useOf({ ...channel, to_hz: 3e6 }, periods), null, 'another range of the same name');
});

test('occupancy is the mean over the periods of the newest tuning, by their samples', () => {
  const period = (samples, bins, center = 100) => ({ center_hz: center, span_hz: 4, samples, bins });
  const { shares, fromHz, binHz } = sharesOf([period(30, [1, 0.5]), period(10, [0, 1]), period(100, [1, 1], 200)]);
  assert.deepEqual([...shares], [0.75, 0.625]);
  assert.deepEqual([fromHz, binHz], [98, 2]);
  assert.equal(sharesOf([]), null);
});

test('a trend has mean and extremes by column, and holes where there is no data', () => {
  const facts = (hour, floor, gain = 20) => ({ time: new Date(hour * HOUR).toISOString(), seconds: 3600, floor_db: floor, lowest_db: floor - 1, highest_db: floor + 2, clipped: 0.01, coverage: 1, gain_db: gain });
  const list = [facts(0, -70), facts(1, -60, null), facts(3, -50)];
  const trend = trendOf(list, 'floor', { from: 0, to: 4 * HOUR }, 2);
  assert.deepEqual(trend, [{ low: -71, mean: -65, high: -58 }, { low: -51, mean: -50, high: -48 }]);
  assert.deepEqual(trendOf(list, 'gain', { from: 0, to: 4 * HOUR }, 4).map(({ mean }) => mean), [20, NaN, NaN, 20]);
  assert.deepEqual(extremesOf(trend), { low: -71, high: -48, mean: -57.5 });
  assert.equal(extremesOf(trendOf([], 'floor', { from: 0, to: 1 }, 3)), null);
});

test('the floor is shown in the unit that was chosen, each value at the gain of its time', () => {
  const whole = { fromHz: 99e6, toHz: 101e6 };
  const calibration = [{ unit: 'dBFS', hz: 100e6, gainDb: 20, offsetDb: -40 }];
  const state = { ...createState(), unit: 'dbm', whole, calibration, status: { unit: 'dBFS', rbw_hz: 1000, source: { gain_db: 30 } } };
  const facts = (hour, floor, gain) => ({ time: new Date(hour * HOUR).toISOString(), seconds: 3600, floor_db: floor, lowest_db: floor - 1, highest_db: floor + 2, clipped: 0, coverage: 1, gain_db: gain });
  const list = [facts(0, -70, 20), facts(1, -60, 30), facts(2, -50, null)];
  const means = (of) => trendOf(list, 'floor', { from: 0, to: 3 * HOUR }, 3, unitOfThen(of).shiftAt).map(({ mean }) => mean);
  assert.deepEqual(means(state), [-110, -110, NaN], 'the gain of the third is not known');
  assert.equal(unitOfThen(state).name, 'dBm');
  assert.deepEqual([unitOfThen({ ...state, unit: 's' }).name, means({ ...state, unit: 's' })[0]], ['dBm', -110]);
  const uncalibrated = { ...state, calibration: [] };
  assert.deepEqual([unitOfThen(uncalibrated).name, means(uncalibrated)], ['dBFS', [-70, -60, -50]]);
});
