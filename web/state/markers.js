// SPDX-License-Identifier: MIT
// Finds the signal that a marker is meant for.

import { binCenterHz, binHz, firstEdgeHz, levelDb } from '../feed/decode_row.js';
import { shownRow, stepHz } from './state.js';

/** @typedef {import('./state.js').State} State */

const SNAP_PIXELS = 6;

/** The strongest bin of the row shown in a stretch of frequency. @param {State} state @param {number} fromHz
 * @param {number} toHz @returns {number | null} */
function strongestBetween(state, fromHz, toHz) {
  const row = shownRow(state, NaN);
  if (!row) return null;
  const detector = row.levels.mean ? 'mean' : 'max';
  const first = Math.max(0, Math.floor((fromHz - firstEdgeHz(row)) / binHz(row)));
  const last = Math.min(row.bins - 1, Math.floor((toHz - firstEdgeHz(row)) / binHz(row)));
  let best = first;
  for (let bin = first; bin <= last; ++bin) if (levelDb(row, detector, bin) > levelDb(row, detector, best)) best = bin;
  return first <= last ? binCenterHz(row, best) : null;
}

/** The strongest frequency within a few pixels of a click. @param {State} state @param {number} hz
 * @param {number} columns CSS pixels of the plot @returns {number} */
export function snapToSignal(state, hz, columns) {
  const reach = stepHz(state, columns) * SNAP_PIXELS;
  return strongestBetween(state, hz - reach, hz + reach) ?? hz;
}

/** The strongest on the screen, or the next signal above marker 1 (after the highest, the lowest).
 * @param {State} state @param {'strongest' | 'next'} which @returns {number | null} */
export function signalFor(state, which) {
  const { fromHz, toHz } = state.band;
  if (which === 'strongest') return strongestBetween(state, fromHz, toHz);
  const upwards = state.peaks.map((peak) => peak.frequency_hz).filter((hz) => hz >= fromHz && hz <= toHz);
  const now = state.markers[0]?.hz ?? -Infinity;
  upwards.sort((a, b) => a - b);
  return upwards.find((hz) => hz > now + stepHz(state, 1000)) ?? upwards[0] ?? null;
}
