// SPDX-License-Identifier: MIT
// The unit that levels are shown in. The state keeps levels as the server sends them; texts and axes add a shift, which
// depends on frequency, gain and resolution. Pure.

import { formatDb } from '../controls/numbers.js';
import { interpolated, offsetAt } from './calibration.js';
import { frozenRow, unit } from './state.js';
import { rbwHz } from './zoom.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {'server' | 'dbm' | 'dbm-hz' | 'dbuv' | 'dbuv-m' | 's'} Unit */

/** With what the page calls them, unless that is a word. @type {[Unit, string][]} */
export const UNITS = [['server', ''], ['dbm', 'dBm'], ['dbm-hz', 'dBm/Hz'], ['dbuv', 'dBµV'], ['dbuv-m', 'dBµV/m'],
  ['s', 'S']];

const DBUV_OF_DBM = 10 * Math.log10(50 * 1e-3) + 120; // in 50 ohms: 106.99
const VHF_HZ = 30e6;
const [S9_HF_DBM, S9_VHF_DBM] = [-73, -93]; // IARU region 1, technical recommendation R.1
const DB_PER_S = 6;

/** @param {State} state */
function gainShown(state) {
  const then = frozenRow(state)?.gainDb;
  return then === undefined ? state.status?.source.gain_db ?? null : then;
}

/** What to add to a level of the server for dBm; NaN if not known. @param {State} state @param {number} hz
 * @param {number | null} [gainDb] at which it was measured */
export function dbmShift(state, hz, gainDb = gainShown(state)) {
  const calibrated = offsetAt(state.calibration, { unit: unit(state), hz, gainDb });
  return Number.isNaN(calibrated) && unit(state) === 'dBm' ? 0 : calibrated;
}

/** @param {number} hz */
const s9Dbm = (hz) => (hz < VHF_HZ ? S9_HF_DBM : S9_VHF_DBM);

/** A level of the server above that of S9; NaN if not known. @param {State} state @param {number} db @param {number} hz */
export const overS9Db = (state, db, hz) => db + dbmShift(state, hz) - s9Dbm(hz);

/** @param {State} state @param {number} hz @param {number | null} [gainDb] */
function shiftTo(state, hz, gainDb = gainShown(state)) {
  if (state.unit === 'server') return 0;
  const dbm = dbmShift(state, hz, gainDb);
  switch (state.unit) {
    case 'dbm': return dbm;
    case 'dbm-hz': return dbm - 10 * Math.log10(rbwHz(state));
    case 'dbuv': return dbm + DBUV_OF_DBM;
    case 'dbuv-m': return dbm + DBUV_OF_DBM + interpolated(state.antennaFactors, hz);
    default: return dbm - s9Dbm(hz); // dB over S9
  }
}

/** What to add to a level of the server; 0 where the unit that was chosen cannot be computed. @param {State} state
 * @param {number} hz */
export function unitShift(state, hz) {
  return shiftTo(state, hz) || 0;
}

/** Whether levels are in the unit that was chosen: the table of dBm, and the antenna factors, may be missing.
 * @param {State} state @param {number} hz */
export function isUnitKnown(state, hz) {
  return !Number.isNaN(shiftTo(state, hz));
}

/** @param {State} state */
const middleOf = ({ band }) => (band.fromHz + band.toHz) / 2;

/** @param {State} state @param {boolean} [perHz] a density, not the power in a bin */
export function unitName(state, perHz = false) {
  const known = isUnitKnown(state, middleOf(state)) ? state.unit : 'server';
  if (known === 'server') return unit(state) + (perHz ? '/Hz' : '');
  const name = { dbm: 'dBm', 'dbm-hz': 'dBm/Hz', dbuv: 'dBµV', 'dbuv-m': 'dBµV/m', s: 'S' }[known];
  if (!perHz || known === 'dbm-hz') return name;
  return known === 's' ? 'dBm/Hz' : `${name}/Hz`;
}

/** S are not decibels, and S9 is another power above 30 MHz: dBm. @param {State} state @returns {State} */
const inDecibels = (state) => (state.unit === 's' ? { ...state, unit: 'dbm' } : state);

/** For levels of the whole band that were measured earlier, each at the gain of its time; the shift is NaN where that says
 * nothing. Steps of S are too coarse for a noise floor: dBm. @param {State} state
 * @returns {{name: string, shiftAt: (gainDb: number | null) => number}} */
export function unitOfThen(state) {
  const shown = { ...inDecibels(state), band: state.whole, zoom: null, frozenAt: null };
  const hz = middleOf(shown);
  return { name: unitName(shown), shiftAt: isUnitKnown(shown, hz) ? (gainDb) => shiftTo(shown, hz, gainDb) : () => 0 };
}

/** "S7", "S9", "S9+12", "S0−10": below S9 a unit is 6 dB. @param {number} overS9Db */
export function sText(overS9Db) {
  if (Number.isNaN(overS9Db)) return '—';
  const units = Math.round(9 + overS9Db / DB_PER_S);
  if (overS9Db >= DB_PER_S / 2) return `S9+${Math.round(overS9Db)}`;
  return units >= 0 ? `S${Math.min(9, units)}` : `S0−${Math.round(-overS9Db - 9 * DB_PER_S)}`;
}

/** For the power of a signal, of all its bins together and not per hertz. @param {State} state @returns {State} */
export const forPower = (state) => (state.unit === 'dbm-hz' ? { ...state, unit: 'dbm' } : state);

/** @param {State} state @param {number} db of the server @param {number} hz */
export const powerText = (state, db, hz) => levelText(forPower(state), db, hz);

/** How much one level is above another one, dB as they are shown. @param {State} state
 * @param {{db: number, hz: number}} low @param {{db: number, hz: number}} high */
export function differenceDb(state, low, high) {
  const shown = inDecibels(state);
  return high.db + unitShift(shown, high.hz) - low.db - unitShift(shown, low.hz);
}

/** A level of the server as it is shown, without the unit. @param {State} state @param {number} db @param {number} hz */
export function levelNumber(state, db, hz) {
  const shown = db + unitShift(state, hz);
  return state.unit === 's' && isUnitKnown(state, hz) ? sText(shown) : formatDb(shown);
}

/** @param {State} state @param {number} db of the server @param {number} hz @param {boolean} [perHz] a density: in the unit
 * per hertz, where there is one */
export function levelText(state, db, hz, perHz = false) {
  if (perHz && (state.unit === 's' || state.unit === 'dbm-hz')) {
    const dbm = dbmShift(state, hz);
    return `${formatDb(db + (dbm || 0))} ${Number.isNaN(dbm) ? `${unit(state)}/Hz` : 'dBm/Hz'}`;
  }
  const text = levelNumber(state, db, hz);
  if (text.startsWith('S')) return text;
  return `${text} ${unitName(state, perHz)}`;
}
