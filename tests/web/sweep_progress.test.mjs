// SPDX-License-Identifier: MIT
// What the page makes of a sweep in progress.

import test from 'node:test';
import assert from 'node:assert/strict';
import { ScrollClock, newestPart } from '../../web/feed/clock.js';
import { FLAG } from '../../web/feed/decode_row.js';
import { RowStore } from '../../web/feed/row_store.js';
import { AutoRange } from '../../web/plot/auto_range.js';
import { WaterfallLines } from '../../web/plot/waterfall_lines.js';
import { createState } from '../../web/state/state.js';

const SWEEP_MS = 33_000;
const BAND = { fromHz: 0, toHz: 8e6 };

/** A row of eight bins at one level, of which the first `bins` have been measured. */
function sweep(time, bins, level, generation = 1) {
  const max = new Uint8Array(8).fill(level, 0, bins);
  const flags = FLAG.swept | (bins < 8 ? FLAG.partial : 0);
  return { sequence: 1, generation, flags, skipped: 0, time, duration: (SWEEP_MS * bins) / 8, centerHz: 4e6, spanHz: 8e6, bins: 8,
    firstDb: -120, stepDb: 0.5, ffts: 1, coverage: 1, clipped: 0, binShiftHz: 0, levels: { max, mean: max } };
}

test('each row of a sweep replaces the one before, and the whole row the last', () => {
  const store = new RowStore(10);
  store.insert(sweep(1e6, 8, 50));
  for (const bins of [1, 4]) store.insert(sweep(1e6 + SWEEP_MS, bins, 60));
  assert.equal(store.rows.length, 2);
  assert.equal(store.newest?.duration, SWEEP_MS / 2);
  assert.equal(store.newestWhole?.time, 1e6);
  store.insert(sweep(1e6 + SWEEP_MS, 8, 60));
  assert.equal(store.rows.length, 2);
  assert.equal(store.newestWhole?.time, 1e6 + SWEEP_MS);
});

test('without a whole row there is none', () => {
  const store = new RowStore(10);
  assert.equal(store.newestWhole, null);
  store.insert(sweep(1e6, 3, 50));
  assert.equal(store.newestWhole, null);
});

test('the time at the top follows the hops of a long sweep, and never goes back when it ends', () => {
  const clock = new ScrollClock();
  let before = -Infinity;
  for (let bins = 1; bins <= 8; ++bins) {
    const row = sweep(0, bins, 50);
    for (let frame = 0; frame < 60; ++frame) {
      const time = clock.advance(SWEEP_MS / 8 / 60, newestPart(row), true);
      assert.ok(time >= before - 500, `${time} after ${before}`);
      before = time;
    }
    assert.ok(Math.abs(before - row.duration) < 1000, `${before} of ${row.duration}`);
  }
});

test('of other rows it follows all', () => {
  assert.deepEqual(newestPart({ time: 5, duration: SWEEP_MS, flags: 0 }), { time: 5, duration: SWEEP_MS });
  assert.deepEqual(newestPart({ time: 5, duration: 500, flags: FLAG.swept }), { time: 5, duration: 500 });
});

/** The newest line of a waterfall of eight columns and half a sweep a line. */
function lineOf(live, past, time) {
  const lines = new WaterfallLines(8, 4);
  const what = { stores: [live, past], band: BAND, detector: /** @type {const} */ ('max'), cache: { baseDb: -120, stepDb: 0.5 } };
  lines.update(Math.floor(time / (SWEEP_MS / 2)), SWEEP_MS / 2, /** @type {any} */ (what));
  return lines.newest;
}

test('what is not measured yet has no data, also where the history has the sweep before', () => {
  const [live, past] = [new RowStore(10), new RowStore(10)];
  past.insert(sweep(9 * SWEEP_MS, 8, 80));
  live.insert(sweep(10 * SWEEP_MS, 3, 60));
  const line = lineOf(live, past, 10 * SWEEP_MS + 1);
  assert.ok(line.subarray(0, 3).every((level) => level > 0), `${line}`);
  assert.ok(line.subarray(4).every((level) => level === 0), `${line}`);
});

test('the range follows the first sweep from its first hops on, later ones when they are whole', () => {
  const state = createState();
  Object.assign(state, { band: BAND, whole: BAND });
  const range = new AutoRange();
  const arrive = (row) => {
    state.live.insert(row);
    range.follow(state, row);
    return state.range.floorDb;
  };
  const before = state.range.floorDb;
  const first = arrive(sweep(0, 2, 40));
  assert.notEqual(first, before);
  const settled = arrive(sweep(0, 8, 40));
  for (let n = 0; n < 12; ++n) assert.equal(arrive(sweep(SWEEP_MS, 1 + (n % 7), 120)), settled);
  range.restart();
  assert.notEqual(arrive(sweep(2 * SWEEP_MS, 2, 120, 2)), settled, 'another tuning');
});
