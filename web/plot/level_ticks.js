// SPDX-License-Identifier: MIT
// Where the axis of levels has lines, in the unit that levels are shown in. Pure.

import { axisTicks, multiples } from './ticks.js';
import { isUnitKnown, sText, unitShift } from '../state/units.js';
import { decimal } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').LevelRange} LevelRange */
/** `db`: of the server; no text where there is no room for it. @typedef {{db: number, text: string}} LevelTick */

export const DIVISIONS = 10;
const SPACING = 26; // pixels
const LEAST_SPACING = 16;
const S_UNITS = [...[1, 3, 5, 7, 9].map((units) => (units - 9) * 6), 20, 40, 60]; // dB over S9

/** The range that the axis gets for one that it should show: with fixed divisions its top is on a line.
 * @param {State} state @param {LevelRange} range @returns {LevelRange} */
export function axisRangeFor(state, range) {
  const { dbPerDivision, band } = state;
  if (!dbPerDivision) return range;
  const shiftDb = unitShift(state, (band.fromHz + band.toHz) / 2);
  const ceilingDb = Math.ceil((range.ceilingDb + shiftDb) / dbPerDivision - 1e-6) * dbPerDivision - shiftDb;
  return { floorDb: ceilingDb - DIVISIONS * dbPerDivision, ceilingDb };
}

/** @param {number} shown */
const numberText = (shown) => decimal(String(Math.round(shown * 10) / 10).replace('-', '−'));

/** @param {State} state @param {number} pixels high @returns {LevelTick[]} */
export function levelTicks(state, pixels) {
  const { floorDb, ceilingDb } = state.axisRange;
  const hz = (state.band.fromHz + state.band.toHz) / 2;
  const shift = unitShift(state, hz);
  const [from, to] = [floorDb + shift, ceilingDb + shift];
  if (state.unit === 's' && isUnitKnown(state, hz)) {
    return S_UNITS.filter((over) => over >= from && over <= to).map((over) => ({ db: over - shift, text: over > 0 ? `+${over}` : sText(over) }));
  }
  if (state.dbPerDivision === 0) {
    return axisTicks(from, to, pixels, SPACING).major.map((shown) => ({ db: shown - shift, text: numberText(shown) }));
  }
  const every = (state.dbPerDivision * pixels) / (to - from) < LEAST_SPACING ? 2 : 1;
  return multiples(from, to, state.dbPerDivision).map((shown) => ({ db: shown - shift,
    text: Math.round(shown / state.dbPerDivision) % every === 0 ? numberText(shown) : '' }));
}
