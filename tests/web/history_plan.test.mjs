// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { HistoryPace, joined, newestMissing, rowsIn } from '../../web/feed/history_plan.js';

const SCREEN = { from: 1000, to: 2000 };
const LEVELS = { fine: 2000, coarse: 1000 };

test('the newest part that is missing comes first', () => {
  assert.deepEqual(newestMissing(SCREEN, null, 10), SCREEN);
  assert.deepEqual(newestMissing(SCREEN, { from: 1600, to: 1900 }, 10), { from: 1900, to: 2000 });
  assert.deepEqual(newestMissing(SCREEN, { from: 1600, to: 1995 }, 10), { from: 1000, to: 1600 });
  assert.equal(newestMissing(SCREEN, { from: 1005, to: 1995 }, 10), null);
  assert.deepEqual(newestMissing(SCREEN, { from: 5000, to: 6000 }, 10), SCREEN, 'another time');
});

test('pieces side by side are one stretch, a piece elsewhere starts again', () => {
  assert.deepEqual(joined(null, { from: 1, to: 2 }), { from: 1, to: 2 });
  assert.deepEqual(joined({ from: 5, to: 9 }, { from: 3, to: 5 }), { from: 3, to: 9 });
  assert.deepEqual(joined({ from: 5, to: 9 }, { from: 1, to: 2 }), { from: 1, to: 2 });
});

test('a screen is fetched piece by piece without a gap', () => {
  let has = null;
  let pieces = 0;
  for (let missing; (missing = newestMissing(SCREEN, has, 1)); ++pieces) {
    has = joined(has, { from: Math.max(missing.from, missing.to - 130), to: missing.to });
  }
  assert.equal(pieces, 8);
});

test('rows are asked for so that those at the edges are not merged', () => {
  assert.ok(rowsIn({ from: 0, to: 1000 }, 50) >= 21);
  assert.ok(rowsIn({ from: 0, to: 1000 }, 50) < 25);
});

test('the first piece is small, later ones as large as the link carries in about two seconds', () => {
  const pace = new HistoryPace();
  const first = pace.next(LEVELS, false);
  assert.ok(first.lines * LEVELS.fine * first.bytesPerLevel < 200e3);
  assert.equal(first.coarse, false);
  pace.answered(1e6, 1000);
  const next = pace.next(LEVELS, false);
  assert.ok(Math.abs(next.lines * LEVELS.fine * next.bytesPerLevel - 2e6) < 0.1e6);
});

test('a slow link gets one byte a level and one detector', () => {
  const pace = new HistoryPace();
  pace.answered(128e3, 4000);
  assert.deepEqual(pace.next(LEVELS, true), { coarse: true, bytesPerLevel: 1, lines: 64 });
});

test('an answer stays within the limits of the server', () => {
  const pace = new HistoryPace();
  pace.answered(1e9, 1);
  for (const levels of [16, 2000, 8192]) {
    const { lines } = pace.next({ fine: levels, coarse: levels }, false);
    const rows = rowsIn({ from: 0, to: lines * 50 }, 50);
    assert.ok(rows <= 2000 && rows * levels <= 2 ** 21, `${rows} rows of ${levels}`);
  }
});
