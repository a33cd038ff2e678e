// SPDX-License-Identifier: MIT
// Rows that come through a hub, of a second each.

import test from 'node:test';
import assert from 'node:assert/strict';
import { LiveRows } from '../../web/hub/live_rows.js';

const BEGIN = 1_700_000_000_000;

const rowAt = (ms, levels = [1, 2], more = {}) => ({ time: BEGIN + ms, duration: 200, centerHz: 1e8, spanHz: 2e6, bins: 2, firstDb: -120, stepDb: 0.5,
  levels: { max: Uint8Array.from(levels) }, ...more });

test('rows of one second become one, with the most of each bin', () => {
  const live = new LiveRows();
  for (const [ms, levels] of [[0, [1, 9]], [400, [5, 2]], [800, [3, 3]], [1000, [4, 4]]]) live.add(rowAt(ms, levels));
  assert.deepEqual(live.rows.map(({ time, duration, levels }) => [time - BEGIN, duration, ...levels.max]), [[0, 1000, 5, 9], [1000, 200, 4, 4]]);
});

test('rows of another tuning stay apart, and one that comes again is there once', () => {
  const live = new LiveRows();
  live.add(rowAt(0));
  live.add(rowAt(0));
  live.add(rowAt(200, [7, 7], { centerHz: 2e8 }));
  live.add(rowAt(400, [8, 8], { levels: {} }));
  assert.deepEqual(live.rows.map(({ centerHz, levels }) => [centerHz, ...levels.max]), [[1e8, 1, 2], [2e8, 7, 7]]);
});

test('an hour is kept, also where the clock of a receiver goes back', () => {
  const live = new LiveRows();
  for (let second = 0; second < 4000; ++second) live.add(rowAt(1000 * second));
  assert.equal(live.rows.length, 3601);
  assert.equal(live.rows[0].time, BEGIN + 399_000);
  for (let second = 8000; second > 0; --second) live.add(rowAt(1000 * second));
  assert.ok(live.rows.length <= 7200);
});
