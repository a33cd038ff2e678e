// SPDX-License-Identifier: MIT
// Rows of few detectors and coarse steps, as they come over slow links, next to those in full detail.
import test from 'node:test';
import assert from 'node:assert/strict';
import { RowStore } from '../../web/feed/row_store.js';
import { Traffic } from '../../web/feed/traffic.js';

const FULL = { flags: 0, duration: 50, centerHz: 100e6, spanHz: 2e6, bins: 3, firstDb: -120, stepDb: 1, binShiftHz: 0 };
const row = (time, levels, more = {}) => ({ ...FULL, time, sequence: time, levels, ...more });

test('a row gets the detectors it lacks from the last row that has them', () => {
  const store = new RowStore(100);
  const mean = Uint8Array.of(1, 2, 3);
  store.insert(row(0, { max: Uint8Array.of(9, 9, 9), mean }));
  store.insert(row(50, { max: Uint8Array.of(4, 5, 6) }));
  const { newest } = store;
  assert.deepEqual(store.completed(newest).levels, { max: Uint8Array.of(4, 5, 6), mean });
  assert.equal(newest.levels.mean, undefined, 'the row itself is as it came');
  assert.equal(store.completed(store.oldest), store.oldest);
});

test('but not from another view, from long ago, or from what comes after', () => {
  const both = { max: Uint8Array.of(9, 9, 9), mean: Uint8Array.of(1, 2, 3) };
  for (const [time, more] of [[0, { centerHz: 101e6 }], [0, { stepDb: 0.5 }], [-3000, {}], [100, {}]]) {
    const store = new RowStore(100);
    store.insert(row(time, both, more));
    const late = row(50, { max: Uint8Array.of(4, 5, 6) });
    store.insert(late);
    assert.equal(store.completed(late), late);
  }
});

test('traffic is what the server has sent between two answers', () => {
  const traffic = new Traffic();
  assert.ok(Number.isNaN(traffic.answered(5000, 0)));
  assert.equal(traffic.answered(29000, 2000), 12000);
  traffic.restart();
  assert.ok(Number.isNaN(traffic.answered(100, 4000)));
  assert.ok(Number.isNaN(traffic.answered(undefined, 6000)), 'of a server that does not count');
});
