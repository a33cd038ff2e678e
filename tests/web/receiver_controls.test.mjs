// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { betterCorrection } from '../../web/controls/correction.js';
import { nearestStep, stepShown } from '../../web/controls/gain_steps.js';
import { sweepText } from '../../web/controls/sweep_controls.js';

const STEPS = [0, 0.9, 1.4, 2.7, 3.7, 7.7, 8.7, 12.5, 14.4, 15.7, 16.6, 19.7, 20.7, 22.9, 25.4, 28, 29.7, 32.8, 33.8, 36.4, 37.2,
  38.6, 40.2, 42.1, 43.4, 43.9, 44.5, 48, 49.6];

test('the step shown is the one that a stick applies', () => {
  assert.equal(nearestStep(STEPS, 30), 29.7);
  const status = (gain, applied) => ({ tuning: { gain }, source: { gain_db: applied } });
  assert.equal(stepShown(STEPS, status(30, null)), '29.7');
  assert.equal(stepShown(STEPS, status('auto', 20.7)), '20.7');
  assert.equal(stepShown(STEPS, status('auto', null)), 'auto');
});

test('a correction is offered where it makes a difference', () => {
  assert.equal(betterCorrection(25.46, 0), 25.5);
  assert.equal(betterCorrection(25.46, 25), null);
  assert.equal(betterCorrection(-1.2, 0), -1.2);
  assert.equal(betterCorrection(null, 0), null);
  assert.equal(betterCorrection(undefined, 0), null);
});

test('progress is shown of sweeps that take long enough to see it', () => {
  assert.equal(sweepText({ hops: 967, hop: 214, revisit_seconds: 33.14 }), 'hop 214 of 967, 33.1 s a sweep');
  assert.equal(sweepText({ hops: 967, hop: 3, revisit_seconds: null }), 'hop 3 of 967, first sweep');
  assert.equal(sweepText({ hops: 12, hop: 3, revisit_seconds: 0.534 }), '12 hops in 0.53 s');
  assert.equal(sweepText({ hops: 12, hop: null, revisit_seconds: null }), '12 hops, first sweep');
});
