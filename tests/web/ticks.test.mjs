// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { axisTicks, multiples, niceStep, timeTicks } from '../../web/plot/ticks.js';

test('steps are 1, 2 or 5 times a power of ten and never too small', () => {
  for (const least of [0.001, 0.3, 1, 1.01, 2, 4.9, 7, 99, 12345]) {
    const step = niceStep(least);
    assert.ok(step >= least * (1 - 1e-6) && step < least * 2.6, `${least}: ${step}`);
    assert.match((step / 10 ** Math.floor(Math.log10(step) + 1e-9)).toFixed(6), /^[125]\.000000$/);
  }
});

test('ticks of a band stand on round frequencies, inside, far enough apart', () => {
  const { step, major, minor } = axisTicks(98.8e6, 101.2e6, 1000, 96);
  assert.equal(step, 5e5);
  assert.deepEqual(major, [99e6, 99.5e6, 100e6, 100.5e6, 101e6]);
  assert.equal(minor.length, 25);
});

test('ticks do not drift in a narrow stretch of a high frequency', () => {
  const { major } = axisTicks(1420405700, 1420405800, 800, 90);
  for (const hz of major) assert.equal(hz % 20, 0, String(hz));
});

test('a negative axis ends on its edges', () => assert.deepEqual(multiples(-90, -60, 10), [-90, -80, -70, -60]));

test('times stand on marks of the clock', () => {
  const noon = Date.parse('2026-11-21T12:00:00Z');
  const { step, major } = timeTicks(noon - 26_000, noon + 700, 530, 56);
  assert.equal(step, 5000);
  assert.deepEqual(major.map((time) => new Date(time).toISOString().slice(11, 19)),
    ['11:59:35', '11:59:40', '11:59:45', '11:59:50', '11:59:55', '12:00:00']);
  assert.equal(timeTicks(noon - 86400_000, noon, 500, 56).step, 10800_000 * 2);
});
