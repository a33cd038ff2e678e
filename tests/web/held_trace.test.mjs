// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { HeldTrace, PARTS } from '../../web/feed/held_trace.js';
import { binAt, levelDb } from '../../web/feed/decode_row.js';

const BIN_HZ = 1000;
const REST_DB = -125.5;

/** A row of 100 bins of 1 kHz, all at REST_DB but where `carriers` say otherwise. */
function rowAt(centerHz, carriers, changes = {}) {
  const row = { bins: 100, centerHz, spanHz: 100 * BIN_HZ, firstDb: -130, stepDb: 0.5, binShiftHz: 0, time: 0, ...changes };
  const level = (db) => Math.round((db - row.firstDb) / row.stepDb) + 1;
  const levels = new Uint16Array(row.bins).fill(level(REST_DB));
  for (const [hz, db] of carriers) levels[binAt(row, hz)] = level(db);
  return { ...row, levels: { max: levels, mean: levels, min: levels } };
}

function traceOf(kind, ...rows) {
  const trace = new HeldTrace(kind);
  for (const row of rows) trace.add(row);
  return trace;
}

const near = (actual, expected, what) => assert.ok(Math.abs(actual - expected) < 0.011, `${what}: ${actual} is not ${expected}`);
const heldAt = ({ held }, hz) => levelDb(held, 'max', binAt(held, hz));

test('the strongest level of each bin is kept', () => {
  const hold = traceOf('max', rowAt(100e6, [[100.01e6, -30]]), rowAt(100e6, [[100.01e6, -55], [99.98e6, -85]]));
  near(heldAt(hold, 100.01e6), -30, 'held');
  near(heldAt(hold, 99.98e6), -85, 'later');
  near(heldAt(hold, 100.03e6), REST_DB, 'rest');
});

test('the smallest level is kept, and what has no data does not count', () => {
  const hole = rowAt(100e6, []);
  hole.levels.min.fill(0);
  const hold = traceOf('min', rowAt(100e6, [[100.01e6, -30]]), rowAt(100e6, [[100.01e6, -55]]), hole);
  near(heldAt(hold, 100.01e6), -55, 'smallest');
});

test('the average is that of powers, not of decibels', () => {
  const hold = traceOf('average', rowAt(100e6, [[100.01e6, -30]]), rowAt(100e6, [[100.01e6, -50]]), rowAt(100e6, [[100.01e6, -50]]));
  near(heldAt(hold, 100.01e6), 10 * Math.log10((1e-3 + 2e-5) / 3), 'mean');
});

for (const kind of ['max', 'average']) {
  test(`what is held stays at its frequency when the centre changes: ${kind}`, () => {
    const hold = traceOf(kind, rowAt(100e6, [[100.01e6, -30]]), rowAt(100.02e6, [[100.01e6, -30]]));
    near(heldAt(hold, 100.01e6), -30, 'carrier');
    near(heldAt(hold, 100.03e6), REST_DB, 'rest');
    near(heldAt(hold, 100.065e6), REST_DB, 'seen by the later row only');
  });
}

test('held peaks survive a finer and a coarser grid', () => {
  for (const bins of [400, 25]) {
    const hold = traceOf('max', rowAt(100e6, [[100.01e6, -30]]), rowAt(100e6, [], { bins }));
    near(heldAt(hold, 100.01e6), -30, `${bins} bins`);
    near(heldAt(hold, 99.97e6), REST_DB, `${bins} bins`);
  }
});

test('what is held survives rows of one byte a level, which a slow link brings', () => {
  const hold = traceOf('max', rowAt(100e6, [[100.01e6, -30]]), rowAt(100e6, [], { firstDb: -300, stepDb: 0.01 }));
  near(heldAt(hold, 100.01e6), -30, 'held');
});

test('after its time a level is forgotten, a part of the time later at most', () => {
  const hold = new HeldTrace('max');
  hold.holdMs = 8000;
  hold.add(rowAt(100e6, [[100.01e6, -30]], { time: 0 }));
  for (let time = 50; time < 8000; time += 50) hold.add(rowAt(100e6, [], { time }));
  near(heldAt(hold, 100.01e6), -30, 'within its time');
  hold.add(rowAt(100e6, [], { time: 8000 + 8000 / PARTS }));
  near(heldAt(hold, 100.01e6), REST_DB, 'after it');
});

test('a clock that is set back does not keep levels longer', () => {
  const hold = new HeldTrace('max');
  hold.holdMs = 8000;
  hold.add(rowAt(100e6, [[100.01e6, -30]], { time: 1e6 }));
  hold.add(rowAt(100e6, [], { time: 1e6 - 9000 }));
  near(heldAt(hold, 100.01e6), REST_DB, 'forgotten');
});

test('after it was cleared a trace begins again', () => {
  const hold = traceOf('max', rowAt(100e6, [[100.01e6, -30]]));
  hold.clear();
  assert.equal(hold.held, null);
  hold.add(rowAt(100e6, []));
  near(heldAt(hold, 100.01e6), REST_DB, 'cleared');
});
