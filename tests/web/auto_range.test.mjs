// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { AutoRange } from '../../web/plot/auto_range.js';

const BAND = { fromHz: 99e6, toHz: 101e6 };
const QUIET_DB = -100;
const LOUD_DB = -60;

/** The upper 30 % of the band is loud, so that the 90th percentile is far from the noise. */
function row(noiseDb = QUIET_DB) {
  const mean = new Uint16Array(1000);
  for (let bin = 0; bin < mean.length; ++bin) mean[bin] = 1 + ((bin < 700 ? noiseDb : LOUD_DB) + 130) / 0.5;
  return { bins: 1000, centerHz: 100e6, spanHz: 2e6, firstDb: -130, stepDb: 0.5, binShiftHz: 0, levels: { mean, max: mean } };
}

const stateOf = () => ({
  autoRange: true, dragging: false, detector: 'mean', band: BAND,
  range: { floorDb: -20, ceilingDb: 0 }, axisRange: { floorDb: -20, ceilingDb: 0 },
});

test('the first row sets range and axis by the noise, not by what is strong', () => {
  const state = stateOf();
  new AutoRange().follow(state, row());
  assert.ok(state.range.floorDb < QUIET_DB && state.range.floorDb > QUIET_DB - 10, `${state.range.floorDb}`);
  assert.ok(state.axisRange.floorDb < QUIET_DB - 10 && state.axisRange.floorDb > QUIET_DB - 20, `${state.axisRange.floorDb}`);
  assert.ok(state.axisRange.ceilingDb > LOUD_DB);
});

test('later rows move it slowly, a restart at once', () => {
  const state = stateOf();
  const auto = new AutoRange();
  auto.follow(state, row());
  const { floorDb } = state.range;
  for (let turn = 0; turn < 3; ++turn) auto.follow(state, row(QUIET_DB + 20));
  assert.ok(state.range.floorDb > floorDb && state.range.floorDb < floorDb + 10, `${state.range.floorDb}`);
  auto.restart();
  auto.follow(state, row(QUIET_DB + 20));
  assert.equal(state.range.floorDb, floorDb + 20);
});

test('a range set by hand, or held by a finger, stays', () => {
  for (const hold of [{ autoRange: false }, { dragging: true }]) {
    const state = { ...stateOf(), ...hold };
    new AutoRange().follow(state, row());
    assert.deepEqual(state.range, stateOf().range);
  }
});
