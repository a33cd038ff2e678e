// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { PeakHold } from '../../web/feed/peak_hold.js';
import { binAt } from '../../web/feed/decode_row.js';

const BIN_HZ = 1000;

/** A row of 100 bins of 1 kHz; the level of a bin is 10 but where `carriers` say otherwise. */
function rowAt(centerHz, carriers, changes = {}) {
  const row = { bins: 100, centerHz, spanHz: 100 * BIN_HZ, firstDb: -130, stepDb: 0.5, binShiftHz: 0, ...changes };
  const levels = new Uint16Array(row.bins).fill(10);
  for (const [hz, level] of carriers) levels[binAt(row, hz)] = level;
  return { ...row, levels: { max: levels } };
}

const heldAt = (hold, hz) => hold.held.levels.max[binAt(hold.held, hz)];

test('the strongest level of each bin is kept', () => {
  const hold = new PeakHold();
  hold.add(rowAt(100e6, [[100.01e6, 200]]));
  hold.add(rowAt(100e6, [[100.01e6, 150], [99.98e6, 90]]));
  assert.equal(heldAt(hold, 100.01e6), 200);
  assert.equal(heldAt(hold, 99.98e6), 90);
  assert.equal(heldAt(hold, 100.03e6), 10);
});

test('held peaks stay at their frequency when the centre changes', () => {
  const hold = new PeakHold();
  hold.add(rowAt(100e6, [[100.01e6, 200]]));
  hold.add(rowAt(100.02e6, []));
  assert.equal(heldAt(hold, 100.01e6), 200);
  assert.equal(heldAt(hold, 100.03e6), 10);
  assert.equal(hold.held.levels.max.filter((level) => level === 200).length, 1);
});

test('held peaks survive a finer and a coarser grid', () => {
  for (const bins of [400, 25]) {
    const hold = new PeakHold();
    hold.add(rowAt(100e6, [[100.01e6, 200]]));
    hold.add(rowAt(100e6, [], { bins }));
    assert.equal(heldAt(hold, 100.01e6), 200, `${bins} bins`);
    assert.equal(heldAt(hold, 99.97e6), 10, `${bins} bins`);
  }
});

test('levels on another scale start again', () => {
  const hold = new PeakHold();
  hold.add(rowAt(100e6, [[100.01e6, 200]]));
  hold.add(rowAt(100e6, [], { firstDb: -200 }));
  assert.equal(heldAt(hold, 100.01e6), 10);
});
