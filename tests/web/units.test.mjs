// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { offsetAt, parseAntennaFactors, withPoint } from '../../web/state/calibration.js';
import { differenceDb, isUnitKnown, levelText, powerText, sText, unitName, unitOfThen, unitShift } from '../../web/state/units.js';
import { FLAG } from '../../web/feed/decode_row.js';
import { axisRangeFor, levelTicks } from '../../web/plot/level_ticks.js';
import { createState } from '../../web/state/state.js';

const near = (actual, expected, what) => assert.ok(Math.abs(actual - expected) < 1e-9, `${what}: ${actual} is not ${expected}`);
const point = (hz, gainDb, offsetDb) => ({ unit: 'dBFS', hz, gainDb, offsetDb });
const at = (hz, gainDb) => ({ unit: 'dBFS', hz, gainDb });

/** A radio: what it makes of a signal. Its gain is off by 0.1 dB a step, and its front end loses 3 dB from 100 to 200 MHz. */
const radio = (dbm, hz, gainDb) => dbm + gainDb * 1.01 - 20 - (3 * (hz - 100e6)) / 100e6;

test('calibration round trip: levels of known signals come back, at points, between them, and at other gains', () => {
  let table = [];
  for (const hz of [100e6, 200e6]) {
    for (const gainDb of [10, 30]) table = withPoint(table, point(hz, gainDb, -50 - radio(-50, hz, gainDb)));
  }
  for (const [hz, gainDb] of [[100e6, 10], [200e6, 30], [150e6, 10], [125e6, 30]]) {
    near(radio(-73, hz, gainDb) + offsetAt(table, at(hz, gainDb)), -73, `${hz} Hz at ${gainDb} dB`);
  }
  near(radio(-73, 100e6, 12) + offsetAt(table, at(100e6, 12)), -73 + 2 * 0.01, 'a gain without a point: as far as gains are true');
});

test('below and above the table its ends count, and without one there is no offset', () => {
  const table = [point(100e6, 20, -40), point(200e6, 20, -44)];
  near(offsetAt(table, at(50e6, 20)), -40, 'below');
  near(offsetAt(table, at(300e6, 20)), -44, 'above');
  assert.ok(Number.isNaN(offsetAt([], at(100e6, 20))));
  assert.ok(Number.isNaN(offsetAt(table, { ...at(100e6, 20), unit: 'dBm' })), 'of another scale of the server');
  assert.ok(Number.isNaN(offsetAt(table, at(100e6, null))), 'the gain is not known');
  near(offsetAt([point(100e6, null, -33)], at(100e6, null)), -33, 'a radio that reports no gain');
});

test('a point replaces the one of its frequency and gain', () => {
  const table = withPoint(withPoint([point(100e6, 20, -40)], point(100e6, 30, -50)), point(100e6, 20, -41));
  assert.deepEqual(table.map(({ gainDb, offsetDb }) => [gainDb, offsetDb]), [[20, -41], [30, -50]]);
});

test('antenna factors are read as antennas come with them', () => {
  const expected = [{ hz: 30e6, db: 18.2 }, { hz: 100e6, db: 9.5 }];
  assert.deepEqual(parseAntennaFactors('# biconical\n100 9.5\n30\t18.2\n'), expected);
  assert.deepEqual(parseAntennaFactors('Frequency,AF\r\n30,18.2\r\n100,9.5\r\n'), expected);
  assert.deepEqual(parseAntennaFactors('30;18,2\n100;9,5'), expected);
  assert.throws(() => parseAntennaFactors('100 9.5\n120'), /line 2/);
  assert.throws(() => parseAntennaFactors('# nothing'), /no line/);
});

/** A page whose 0 dBFS is -40 dBm, with bins of 1 kHz noise bandwidth. */
function stateIn(unit, centerHz = 100e6) {
  return { ...createState(), unit, calibration: [point(centerHz, 20, -40)], band: { fromHz: centerHz - 1e6, toHz: centerHz + 1e6 },
    antennaFactors: [{ hz: 100e6, db: 10 }], status: { unit: 'dBFS', rbw_hz: 1000, source: { gain_db: 20 } } };
}

test('a level in each unit', () => {
  const texts = { server: '−30.0 dBFS', dbm: '−70.0 dBm', 'dbm-hz': '−100.0 dBm/Hz', dbuv: '37.0 dBµV', 'dbuv-m': '47.0 dBµV/m', s: 'S9+23' };
  for (const [unit, text] of Object.entries(texts)) assert.equal(levelText(stateIn(unit), -30, 100e6), text);
  assert.equal(levelText(stateIn('s', 7.1e6), -30, 7.1e6), 'S9+3', 'S9 is -73 dBm below 30 MHz');
});

test('a density is in the unit per hertz', () => {
  assert.equal(levelText(stateIn('server'), -110, 100e6, true), '−110.0 dBFS/Hz');
  for (const unit of ['dbm', 'dbm-hz', 's']) assert.equal(levelText(stateIn(unit), -110, 100e6, true), '−150.0 dBm/Hz');
});

test('S-units are 6 dB, decibels are counted above S9', () => {
  assert.deepEqual([-54, -48, -6, 0, 2, 10, 60, -60].map(sText), ['S0', 'S1', 'S8', 'S9', 'S9', 'S9+10', 'S9+60', 'S0−6']);
});

test('without a calibration levels stay what they are, and are called so', () => {
  const state = { ...stateIn('dbm'), calibration: [] };
  assert.equal(levelText(state, -30, 100e6), '−30.0 dBFS');
  assert.equal(unitName(state), 'dBFS');
  assert.equal(unitShift(state, 100e6), 0);
  assert.ok(!isUnitKnown(state, 100e6));
  const server = { ...state, status: { ...state.status, unit: 'dBm' } };
  assert.equal(levelText(server, -30, 100e6), '−30.0 dBm', 'of a server that has an offset configured');
});

test('an axis of fixed divisions has its top on a line of the unit shown', () => {
  const state = { ...stateIn('dbm'), calibration: [point(100e6, 20, -40.2)], dbPerDivision: 5 };
  const range = axisRangeFor(state, { floorDb: -97.3, ceilingDb: -12.3 });
  near(range.ceilingDb - 40.2, -50, 'ceiling');
  near(range.ceilingDb - range.floorDb, 50, 'ten divisions');
  const any = { floorDb: -97.3, ceilingDb: -12.3 };
  assert.deepEqual(axisRangeFor(stateIn('dbm'), any), any);
});

test('lines of the axis are round in the unit shown', () => {
  const state = { ...stateIn('dbm'), dbPerDivision: 10 };
  state.axisRange = axisRangeFor(state, { floorDb: -90, ceilingDb: -5 });
  const ticks = levelTicks(state, 300);
  assert.deepEqual(ticks.map(({ text }) => text), ['−140', '−130', '−120', '−110', '−100', '−90', '−80', '−70', '−60', '−50', '−40']);
  near(ticks[10].db, 0, 'the top is -40 dBm');
  assert.deepEqual(levelTicks({ ...stateIn('s'), axisRange: { floorDb: -110, ceilingDb: -20 } }, 300).map(({ text }) => text),
    ['S1', 'S3', 'S5', 'S7', 'S9', '+20']);
});

test('the power of a signal is not per hertz', () => {
  assert.equal(powerText(stateIn('dbm-hz'), -30, 100e6), '−70.0 dBm');
  assert.equal(powerText(stateIn('dbuv'), -30, 100e6), '37.0 dBµV', 'other units stay');
});

test('the difference of two levels is that of what is shown', () => {
  const state = { ...stateIn('dbuv-m'), antennaFactors: [{ hz: 30e6, db: 10 }, { hz: 100e6, db: 20 }] };
  near(differenceDb(state, { db: -30, hz: 30e6 }, { db: -30, hz: 100e6 }), 10, 'antenna factors');
  near(differenceDb(stateIn('s'), { db: -30, hz: 29e6 }, { db: -40, hz: 31e6 }), -10, 'S9 below and above 30 MHz');
  near(differenceDb(stateIn('server'), { db: -30, hz: 30e6 }, { db: -28.5, hz: 31e6 }), 1.5, 'of the server');
});

test('floors of the past are those of the transform, however fine the rows on the screen are', () => {
  const state = { ...stateIn('dbm-hz'), whole: { fromHz: 99e6, toHz: 101e6 } };
  const zoomed = { ...state, zoom: { rbwHz: 10, lookBackMs: 100 }, live: { newest: { flags: FLAG.zoomed } } };
  near(unitOfThen(zoomed).shiftAt(20), unitOfThen(state).shiftAt(20), 'per hertz');
});

test('a frozen moment has the gain and the resolution of its time', () => {
  const state = { ...stateIn('dbm'), calibration: [point(100e6, 20, -40), point(100e6, 40, -60)], frozenAt: 1001 };
  state.past.insert({ time: 0, duration: 2000, gainDb: 40, rbwHz: 100, levels: {} });
  near(unitShift(state, 100e6), -60, 'at 40 dB, not at 20 as now');
  near(unitShift({ ...state, unit: 'dbm-hz' }, 100e6), -80, 'in 100 Hz, not in 1 kHz as now');
  near(unitShift({ ...state, frozenAt: null }, 100e6), -40, 'now');
});
