// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { followSignals, signalFor } from '../../web/state/markers.js';
import { FLAG } from '../../web/feed/decode_row.js';
import { createState } from '../../web/state/state.js';

const COLUMNS = 1000; // 2.4 kHz each
const FLOOR_DB = -90;

function stateWith(carrierHz, markers) {
  const state = { ...createState(), floorDb: FLOOR_DB, markersFollow: true, markers: markers.map((hz) => ({ hz })) };
  const mean = new Uint16Array(2400).fill(1 + (300 + FLOOR_DB) * 100);
  mean[Math.round((carrierHz - 98.8e6) / 1000)] = 1 + (300 - 40) * 100;
  state.live.insert({ time: 0, duration: 50, flags: 0, centerHz: 100e6, spanHz: 2.4e6, bins: 2400, firstDb: -300, stepDb: 0.01, binShiftHz: 500, levels: { mean } });
  return state;
}

test('a marker follows its signal as it drifts, and stays where there is only noise', () => {
  const state = stateWith(100.005e6, [100e6, 99e6]);
  followSignals(state, COLUMNS);
  assert.deepEqual(state.markers, [{ hz: 100.005e6 }, { hz: 99e6 }]);
});

test('in a zoomed view the noise is lower, and a weak signal is followed', () => {
  const state = stateWith(100.005e6, [100e6]);
  Object.assign(state, { floorDb: -42, zoom: { rbwHz: 10, lookBackMs: 100 }, status: { rbw_hz: 1000 } });
  followSignals(state, COLUMNS);
  assert.deepEqual(state.markers, [{ hz: 100e6 }], 'the transform is shown: 2 dB over its noise');
  state.live.newest.flags = FLAG.zoomed;
  followSignals(state, COLUMNS);
  assert.deepEqual(state.markers, [{ hz: 100.005e6 }], '22 dB over the noise of this row');
});

test('markers that are not to follow stay, and so do those of a frozen picture', () => {
  for (const change of [{ markersFollow: false }, { frozenAt: 10 }]) {
    const state = Object.assign(stateWith(100.005e6, [100e6]), change);
    followSignals(state, COLUMNS);
    assert.deepEqual(state.markers, [{ hz: 100e6 }]);
  }
});

test('from signal to signal, up and down, and around the ends', () => {
  const state = { ...createState(), peaks: [99.4e6, 100.3e6, 100.7e6].map((hz) => ({ frequency_hz: hz })) };
  const from = (hz, which) => signalFor({ ...state, markers: hz === null ? [] : [{ hz }] }, which);
  assert.equal(from(100.3e6, 'next'), 100.7e6);
  assert.equal(from(100.7e6, 'next'), 99.4e6);
  assert.equal(from(100.3e6, 'previous'), 99.4e6);
  assert.equal(from(99.4e6, 'previous'), 100.7e6);
  assert.equal(from(null, 'next'), 99.4e6);
  assert.equal(from(null, 'previous'), 100.7e6);
});
