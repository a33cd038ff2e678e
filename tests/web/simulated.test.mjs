// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { joined, simulatedStretches } from '../../web/plot/simulated.js';
import { FLAG } from '../../web/feed/decode_row.js';

const rows = (flags) => flags.map((flag, n) => ({ time: 1000 * n, duration: 1000, flags: flag ? FLAG.simulated : 0 }));

test('stretches of simulated rows end where others begin', () => {
  assert.deepEqual(simulatedStretches(rows([1, 1, 0, 0, 1, 1, 1, 0]), 0, 1e6), [{ from: 4000, to: 7000 }, { from: 0, to: 2000 }]);
  assert.deepEqual(simulatedStretches(rows([0, 0, 0]), 0, 1e6), []);
  assert.deepEqual(simulatedStretches([], 0, 1e6), []);
});

test('rows that are not on the screen do not count', () => {
  assert.deepEqual(simulatedStretches(rows([1, 1, 1, 1, 1]), 2000, 1e6), [{ from: 2000, to: 5000 }]);
  assert.deepEqual(simulatedStretches(rows([1, 1, 1, 1, 1]), 0, 3000), [{ from: 0, to: 3000 }]);
});

test('rows of the history and of the connection make one stretch', () => {
  assert.deepEqual(joined([{ from: 10000, to: 20000 }, { from: 0, to: 9950 }]), [{ from: 0, to: 20000 }]);
  assert.deepEqual(joined([{ from: 0, to: 20000 }, { from: 10000, to: 15000 }]), [{ from: 0, to: 20000 }]);
  assert.deepEqual(joined([{ from: 0, to: 1000 }, { from: 9000, to: 9500 }]), [{ from: 0, to: 1000 }, { from: 9000, to: 9500 }]);
});
