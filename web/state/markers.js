// SPDX-License-Identifier: MIT
// Finds the signal that a marker is meant for.

import { binAt, binCenterHz, binHz, firstEdgeHz, levelDb } from '../feed/decode_row.js';
import { shownRow, stepHz } from './state.js';
import { shownFloorDb } from './zoom.js';

/** @typedef {import('./state.js').State} State */

const SNAP_PIXELS = 6;
const LEAST_OVER_FLOOR_DB = 8;

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

/** The strongest on the screen, or the next signal above or below the chosen marker (after the last, the first).
 * @param {State} state @param {'strongest' | 'next' | 'previous'} which @returns {number | null} */
export function signalFor(state, which) {
  const { fromHz, toHz } = state.band;
  if (which === 'strongest') return strongestBetween(state, fromHz, toHz);
  const way = which === 'next' ? 1 : -1;
  const onwards = state.peaks.map((peak) => peak.frequency_hz).filter((hz) => hz >= fromHz && hz <= toHz);
  const now = state.markers[state.chosenMarker]?.hz ?? -way * Infinity;
  onwards.sort((a, b) => way * (a - b));
  return onwards.find((hz) => way * (hz - now) > stepHz(state, 1000)) ?? onwards[0] ?? null;
}

/** Moves markers that follow their signals to where these are in the newest row; over noise they stay.
 * @param {State} state @param {number} columns CSS pixels of the plot */
export function followSignals(state, columns) {
  const row = state.live.newest && state.live.completed(state.live.newest);
  if (!state.markersFollow || !row || state.frozenAt !== null) return;
  const detector = row.levels.mean ? 'mean' : 'max';
  for (const marker of state.markers) {
    const hz = snapToSignal(state, marker.hz, columns);
    const over = levelDb(row, detector, binAt(row, hz)) - shownFloorDb(state);
    if (over > LEAST_OVER_FLOOR_DB) marker.hz = hz;
  }
  state.stale.overlay = true;
}
