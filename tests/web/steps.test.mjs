// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { STEPS, automaticStep, centerOf, digitHz, roundFor, stepped, tuningAt } from '../../web/state/steps.js';

test('steps meet the channels', () => {
  assert.equal(stepped(100.3e6, 100e3, 1), 100.4e6);
  assert.equal(stepped(100.33e6, 100e3, 1), 100.4e6, 'from between two');
  assert.equal(stepped(100.33e6, 100e3, -1), 100.3e6);
  assert.equal(stepped(7074e3, 500, -10), 7069e3);
  assert.equal(stepped(40, 100, -3), 0, 'not below 0');
});

test('every step, with its centers rounded to whole hertz, goes up and comes back to where it was', () => {
  for (const step of STEPS) {
    const start = Math.round(stepped(118e6, step, 1));
    let hz = start;
    for (let count = 0; count < 100; ++count) hz = Math.round(stepped(hz, step, 1));
    assert.ok(Math.abs(hz - start - 100 * step) <= 1, `${step}: ${hz - start}`);
    for (let count = 0; count < 100; ++count) hz = Math.round(stepped(hz, step, -1));
    assert.equal(hz, start, `${step}`);
  }
});

test('the automatic step is a tenth of the screen in round numbers', () => {
  for (const [span, step] of [[2.4e6, 200e3], [2e6, 200e3], [1e6, 100e3], [600e3, 50e3], [12.5e3, 1e3], [10, 1]]) {
    assert.equal(automaticStep(span), step, `${span}`);
  }
});

test('a digit of the frequency stands for its power of ten', () => {
  assert.deepEqual([...'100.300 MHz'].map((_, index) => digitHz('100.300 MHz', index)),
    [100e6, 10e6, 1e6, null, 100e3, 10e3, 1e3, null, null, null, null]);
  assert.equal(digitHz('1.420406 GHz', 7), 1e3);
  assert.equal(digitHz('7 Hz', 0), 1);
  assert.equal(digitHz('88 – 108 MHz', 0), null, 'a sweep');
  assert.equal(digitHz('100.300 MHz', -1), null);
});

test('a radio is moved by its center, a sweep by its span', () => {
  assert.deepEqual(tuningAt({ center: 100e6, span: 'none' }, 101e6), { center: 101e6 });
  const swept = { center: 98e6, span: '88M:108M' };
  assert.equal(centerOf(swept), 98e6);
  assert.deepEqual(tuningAt(swept, 99e6), { span: '89000000:109000000' });
});

test('centers are rounded to less than a pixel', () => {
  assert.equal(roundFor(101234567, 2.4e6), 101235e3);
  assert.equal(roundFor(101234567, 20e3), 101234570);
  assert.equal(roundFor(101234567.4, 50), 101234567);
});
