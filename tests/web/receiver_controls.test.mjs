// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { betterCorrection } from '../../web/controls/correction.js';
import { GainAdviser, advice, isEnough, trialSteps } from '../../web/controls/gain_adviser.js';
import { nearestStep, stepShown } from '../../web/controls/gain_steps.js';
import { SweepControls, sweepText } from '../../web/controls/sweep_controls.js';
import { makePage, settled } from './small_page.mjs';

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

test('the way back is to the last sweep, also when the answer that ended it came before the status', async () => {
  const { at } = makePage();
  const state = { band: { fromHz: 88e6, toHz: 108e6 }, markers: [], status: { sweep: { hops: 12, hop: 3, revisit_seconds: 0.5 }, tuning: { span: '88000000:108000000' } } };
  const changes = [];
  const controls = new SweepControls(state, { tune: async (change) => void changes.push(change) });
  controls.update();
  state.status = { ...state.status, tuning: { span: 'none' } };
  controls.update();
  state.status = { ...state.status, sweep: null };
  controls.update();
  assert.equal(at('sweep-back').hidden, false);
  at('sweep-back').click();
  await settled();
  assert.deepEqual(changes, [{ span: '88000000:108000000' }]);
});

test('gains are tried from the lowest to the highest', () => {
  const trials = trialSteps(STEPS);
  assert.deepEqual([trials.length, trials[0], trials[9]], [10, 0, 49.6]);
  assert.deepEqual(trials, [...trials].sort((a, b) => a - b));
  assert.deepEqual(trialSteps([0, 14]), [0, 14]);
  assert.deepEqual(trialSteps([7]), [7]);
});

/** A radio whose converter has noise at -70 dBFS, and an antenna with `antennaDb` at no gain; it clips beyond `clipsAt`. */
const trialsOf = (antennaDb, clipsAt) => {
  const trials = [];
  for (const gain of trialSteps(STEPS)) {
    const floorDb = 10 * Math.log10(10 ** -7 + 10 ** ((antennaDb + gain) / 10));
    trials.push({ gain, floorDb, clipped: gain > clipsAt ? 0.02 : 0 });
    if (isEnough(trials)) break;
  }
  return trials;
};

test('the advice is the gain that lifts the noise of the antenna out of that of the converter', () => {
  const { gain, text } = advice(trialsOf(-95, Infinity));
  assert.ok(gain >= 34 && gain <= 43, `${gain}`); // 35 dB make the noise 10 dB stronger than the converter's
  assert.match(text, /more would cost headroom/);
});

test('the advice never clips, unless everything does', () => {
  const { gain, text } = advice(trialsOf(-95, 20));
  assert.ok(gain > 10 && gain <= 20, `${gain}`);
  assert.match(text, /more clips/);
  const loud = advice(trialsOf(-95, -1));
  assert.deepEqual([loud.gain, /attenuator/.test(loud.text)], [0, true]);
});

test('the advice is the highest gain where even that is not enough', () => {
  const { gain, text } = advice(trialsOf(-125, Infinity));
  assert.equal(gain, 49.6);
  assert.match(text, /the most there is/);
});

test('after a trial that failed no gain is said to be tried', async () => {
  const { at } = makePage();
  const gains = [];
  const tune = async ({ gain }) => {
    gains.push([gain, at('gain-advice').textContent]);
    if (gain === STEPS[0]) throw new Error('lost');
  };
  new GainAdviser({ status: { tuning: { gain: 30 }, source: { gains_db: STEPS } } }, { tune });
  at('gain-advise').click();
  await settled();
  assert.deepEqual(gains, [[0, 'trying 0 dB'], [30, '']]);
  assert.deepEqual([at('gain-advice').textContent, at('gain-advise').getAttribute('aria-invalid')], ['', 'true']);
});
