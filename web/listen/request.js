// SPDX-License-Identifier: MIT
// What is asked of the server: the keys of a message `listen`, and of a change of it. Pure.

import { has, passBandOf } from './settings.js';

/** @typedef {import('./settings.js').ListenSettings} ListenSettings */
/** @typedef {ReturnType<typeof receptionOf>} Reception */

/** With what the mode has not as on a new server, which would refuse it. @param {ListenSettings & {centerHz: number}} settings */
export function receptionOf(settings) {
  const { centerHz, mode, squelchDb, gainDb, noiseSquelchDb, autoNotch, noiseReductionDb } = settings;
  const { lowHz, highHz } = passBandOf(settings);
  return {
    center: Math.round(centerHz),
    mode,
    low: lowHz,
    high: highHz,
    squelch_db: squelchDb,
    noise_squelch_db: has(mode, 'noiseSquelchDb') ? noiseSquelchDb : null,
    agc: !has(mode, 'gainDb') || gainDb === null,
    gain_db: has(mode, 'gainDb') ? gainDb ?? 0 : 0,
    deemphasis_us: mode === 'nfm' || mode === 'wfm' ? settings.deemphasisUs[mode] : null,
    auto_notch: has(mode, 'autoNotch') && autoNotch,
    noise_reduction_db: has(mode, 'noiseReductionDb') ? noiseReductionDb : 0,
    pitch_hz: settings.pitchHz,
  };
}

/** The keys that differ; with another mode all, since its edges and options are others. Null: none does.
 * @param {Reception} before @param {Reception} after @returns {Partial<Reception> | null} */
export function changeOf(before, after) {
  if (before.mode !== after.mode) return after;
  const keys = /** @type {(keyof Reception)[]} */ (Object.keys(after)).filter((key) => before[key] !== after[key]);
  return keys.length > 0 ? Object.fromEntries(keys.map((key) => [key, after[key]])) : null;
}

/** The request that records this, with pauses left out where a squelch has any. @param {Reception} reception */
export const recordingOf = ({ center, mode, low, high, squelch_db: squelchDb }) =>
  ({ center, mode, low, high, squelch_db: squelchDb, format: 'opus', ...(squelchDb !== null && { split: true }) });
