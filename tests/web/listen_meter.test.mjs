// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { levelOf, lampsOf } from '../../web/controls/listen_meter.js';
import { validSettings } from '../../web/listen/settings.js';
import { createState } from '../../web/state/state.js';
import { overS9Db, sText } from '../../web/state/units.js';

const METER = { level_db: -60, level_dbm: null, snr_db: null, squelch_open: true, agc_gain_db: 0, carrier_offset_hz: null, ctcss_hz: null, stereo: false, notches_hz: [] };
const lamps = (meter, settings) => Object.fromEntries(Object.entries(lampsOf({ ...METER, ...meter }, validSettings(settings))).filter(([, lamp]) => lamp)
  .map(([name, { text, lit }]) => [name, lit ? text : `(${text})`]));

test('there is a lamp for what the mode finds, and for a squelch where one is set', () => {
  assert.deepEqual(lamps({ ctcss_hz: 88.5 }, { mode: 'nfm' }), { tone: 'CTCSS 88.5 Hz' });
  assert.deepEqual(lamps({ ctcss_hz: 100 }, { mode: 'nfm', noiseSquelchDb: 9 }), { squelch: 'Squelch open', tone: 'CTCSS 100.0 Hz' });
  assert.deepEqual(lamps({}, { mode: 'am', noiseSquelchDb: 9 }), {}, 'that of NFM is not in force in AM');
  assert.deepEqual(lamps({ squelch_open: false }, { mode: 'am', squelchDb: -50 }), { squelch: '(Squelch closed)' });
  assert.deepEqual(lamps({}, { mode: 'wfm' }), { stereo: '(Stereo)' });
  assert.deepEqual(lamps({ stereo: true }, { mode: 'wfm' }), { stereo: 'Stereo' });
  assert.deepEqual(lamps({}, { mode: 'sam' }), { carrier: '(No carrier)' });
  assert.deepEqual(lamps({ carrier_offset_hz: 12.34 }, { mode: 'sam' }), { carrier: 'Carrier +12.3 Hz' });
});

test('the level is in the unit of the rows', () => {
  assert.deepEqual(levelOf(METER), { name: 'dBFS', db: -60 });
  assert.deepEqual(levelOf({ ...METER, level_dbm: -73 }), { name: 'dBm', db: -73 });
  assert.ok(Number.isNaN(levelOf(null).db));
});

test('S units need a calibration, and are other ones on short waves', () => {
  const state = createState();
  assert.ok(Number.isNaN(overS9Db(state, -60, 7e6)));
  state.calibration = [{ unit: 'dBFS', hz: 7e6, gainDb: null, offsetDb: -13 }];
  assert.equal(sText(overS9Db(state, -60, 7e6)), 'S9');
  assert.equal(sText(overS9Db(state, -40, 145e6)), 'S9+40');
});
