// SPDX-License-Identifier: MIT
// What to request for the maximum of all, and what of the answer lies under a frequency. Pure.

import { LEVELS } from '../history/levels.js';
import { levelsOf } from './fleet.js';

/** @typedef {import('./fleet.js').Receiver} Receiver */
/** @typedef {import('./fleet.js').Maximum} Maximum */
/** @typedef {import('../feed/types.js').Band} Band */

const MOST_ROWS = 1440; // of each receiver, which is what a hub answers at once
const FINE_MS = 10_000; // rows of a second are reported around alarms, if at all

/** Levels that any of them reports and that are not too many rows, the finest first: its rows come soonest. Each has all
 * that was heard, as a row has the largest of its time. @param {Receiver[]} fleet @param {number} spanMs @returns {string[]} */
export function levelsForMaximum(fleet, spanMs) {
  const reported = LEVELS.filter(({ name }) => fleet.some((receiver) => levelsOf(receiver).includes(name)));
  const whole = reported.filter(({ stepMs }) => stepMs >= FINE_MS);
  return (whole.length > 0 ? whole : reported).filter(({ stepMs }) => spanMs <= stepMs * MOST_ROWS).map(({ name }) => name);
}

/** From the lowest to the highest that any of them receives; null if none says. @param {Receiver[]} receivers @returns {Band | null} */
export function bandOfAll(receivers) {
  const known = receivers.filter(({ span_hz: span }) => span > 0);
  if (known.length === 0) return null;
  return {
    fromHz: Math.max(0, Math.min(...known.map(({ center_hz: center, span_hz: span }) => center - span / 2))),
    toHz: Math.max(...known.map(({ center_hz: center, span_hz: span }) => center + span / 2)),
  };
}

/** @param {Maximum} maximum @param {number} bin */
export const binHz = ({ from_hz: from, to_hz: to, levels_db: levels }, bin) => from + ((bin + 0.5) * (to - from)) / levels.length;

/** The loudest bin near a place, so that a narrow line can be pointed at; null where there are no rows. @param {Maximum} maximum
 * @param {number} share of the band, from 0 to 1 @param {number} reach in bins */
export function loudestNear({ levels_db: levels }, share, reach) {
  const at = Math.floor(share * levels.length);
  let best = null;
  for (let bin = Math.max(0, at - reach); bin <= Math.min(levels.length - 1, at + reach); ++bin) {
    const level = levels[bin];
    if (level !== null && (best === null || level > /** @type {number} */ (levels[best]))) best = bin;
  }
  return best;
}
