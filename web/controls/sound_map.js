// SPDX-License-Identifier: MIT
// What a spectrum sounds like: a level is a pitch, a place is a direction. Pure.

const LOWEST_HZ = 180; // of the tone, for the weakest level
const OCTAVES = 3; // up to the strongest; small loudspeakers and old ears follow there
const EDGE = 0.9; // of the way to one ear: a tone in one ear alone is unpleasant with headphones

/** @typedef {import('../feed/types.js').LevelRange} LevelRange */
/** @typedef {import('../feed/types.js').Band} Band */

/** The pitch of a level, Hz; null: silent, because there is no data. Equal steps in dB are equal steps of the scale.
 * @param {number} db @param {LevelRange} range of the axis */
export function pitchOf(db, { floorDb, ceilingDb }) {
  if (!Number.isFinite(db)) return null;
  const share = Math.min(1, Math.max(0, (db - floorDb) / Math.max(1, ceilingDb - floorDb)));
  return LOWEST_HZ * 2 ** (OCTAVES * share);
}

/** −1 (left) to 1 (right). @param {number} hz @param {Band} band on the screen */
export function panOf(hz, { fromHz, toHz }) {
  const share = Math.min(1, Math.max(0, (hz - fromHz) / (toHz - fromHz)));
  return EDGE * (2 * share - 1);
}

/** Whether the cursor has passed a place, or has come to stand on it. @param {number} beforeHz @param {number} nowHz
 * @param {number} placeHz */
export function passes(beforeHz, nowHz, placeHz) {
  if (beforeHz === nowHz) return false;
  return nowHz > beforeHz ? placeHz > beforeHz && placeHz <= nowHz : placeHz < beforeHz && placeHz >= nowHz;
}

/** Where a scan from the left to the right is, Hz; null once it has ended. @param {Band} band @param {number} elapsedMs
 * @param {number} scanMs */
export function scanHz({ fromHz, toHz }, elapsedMs, scanMs) {
  return elapsedMs > scanMs ? null : fromHz + ((toHz - fromHz) * Math.max(0, elapsedMs)) / scanMs;
}
