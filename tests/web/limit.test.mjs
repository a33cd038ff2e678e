// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { limitAt, parseLimit, worstAgainst } from '../../web/measure/limit.js';
import { limitVerdict, serverLimit, verdictText } from '../../web/plot/limit_line.js';
import { createState } from '../../web/state/state.js';

test('points are read as people write them, in any order', () => {
  const expected = [{ hz: 88e6, db: -60 }, { hz: 108e6, db: -55.5 }];
  for (const text of ['88M -60, 108M -55.5', '108 MHz −55.5; 88 −60']) assert.deepEqual(parseLimit(text), expected, text);
  assert.deepEqual(parseLimit('100,3M -60,5; 101M -50'), [{ hz: 100.3e6, db: -60.5 }, { hz: 101e6, db: -50 }], 'as a rule writes them where commas are decimal');
  assert.deepEqual(parseLimit(' '), []);
  for (const text of ['88M', '88M -60', '88M -60, FM -50']) assert.throws(() => parseLimit(text), /expected/, text);
});

test('between points the line is straight, outside there is no limit', () => {
  const points = parseLimit('100M -60, 101M -50');
  assert.equal(limitAt(points, 100.5e6), -55);
  assert.ok(Number.isNaN(limitAt(points, 99.9e6)));
  assert.ok(Number.isNaN(limitAt([], 100e6)));
});

/** 20 bins of 100 kHz around 100 MHz, all at -80 dB but the given ones. */
function rowWith(levels) {
  const mean = new Uint16Array(20).fill(1 + (300 - 80) * 100);
  for (const [bin, db] of levels) mean[bin] = 1 + (300 + db) * 100;
  return { bins: 20, centerHz: 100e6, spanHz: 2e6, firstDb: -300, stepDb: 0.01, binShiftHz: 50e3, levels: { mean } };
}

test('the worst bin decides, also where it is not the strongest', () => {
  const points = parseLimit('99M -20, 100.45M -20, 100.5M -60, 101M -60');
  const worst = worstAgainst(rowWith([[3, -30], [16, -57]]), 'mean', (hz) => limitAt(points, hz));
  assert.equal(worst.hz, 100.6e6);
  assert.ok(Math.abs(worst.overDb - 3) < 1e-6);
  assert.equal(verdictText(worst, 1000), 'Limit: FAIL by 3.0 dB at 100.600 MHz');
  assert.equal(worstAgainst(rowWith([]), 'mean', (hz) => limitAt(parseLimit('88M -60, 90M -60'), hz)), null);
});

test('a limit in dBm holds in whatever unit levels are shown, and after a change of gain', () => {
  const limit = { unit: 'dbm', text: '', points: parseLimit('99M -100, 101M -100') };
  const state = { ...createState(), limit, calibration: [{ unit: 'dBFS', hz: 100e6, gainDb: 20, offsetDb: -40 }] };
  state.status = { unit: 'dBFS', source: { gain_db: 20 } };
  for (const unit of ['server', 'dbm']) assert.equal(serverLimit({ ...state, unit }, 100e6), -60);
  state.status.source.gain_db = 30;
  assert.equal(serverLimit(state, 100e6), -50);
});

test('what is held is judged while it is shown', () => {
  const state = { ...createState(), limit: { unit: 'server', text: '', points: parseLimit('99M -60, 101M -60') } };
  state.traces.max.add(rowWith([[5, -40]]));
  assert.equal(verdictText(limitVerdict(state, rowWith([])), 1000), 'Limit: pass, 20.0 dB below at 99.000 MHz');
  assert.equal(verdictText(limitVerdict({ ...state, peakHold: true }, rowWith([])), 1000), 'Limit: FAIL by 20.0 dB at 99.500 MHz');
});
