// SPDX-License-Identifier: MIT
// Rows that are finer than the transform: the server makes them for a view that shows less than that resolves.

import { FLAG, binHz } from '../feed/decode_row.js';
import { frozenRow, transformBinHz } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('../feed/types.js').Row} Row */

/** What the server says of the view. @param {State} state
 * @param {{rbw_hz: number | null, window_seconds?: number, reason?: string}} message */
export function adoptZoom(state, { rbw_hz, window_seconds = 0, reason = '' }) {
  state.zoom = rbw_hz === null ? null : { rbwHz: rbw_hz, lookBackMs: window_seconds * 1000 };
  state.zoomRefusal = reason;
}

/** Whether the newest row is finer than the transform. @param {State} state */
export function isZoomed({ zoom, live }) {
  return zoom !== null && ((live.newest?.flags ?? 0) & FLAG.zoomed) !== 0;
}

/** Resolution bandwidth of the row that is shown, NaN before the first status. @param {State} state */
export function rbwHz(state) {
  return frozenRow(state)?.rbwHz ?? rbwNow(state);
}

/** @param {State} state */
function rbwNow(state) {
  return isZoomed(state) && state.zoom ? state.zoom.rbwHz : state.status?.rbw_hz ?? NaN;
}

/** The noise floor in a bin of the newest row; the server measures that of the transform. @param {State} state */
export function shownFloorDb(state) {
  return isZoomed(state) ? state.floorDb + 10 * Math.log10(rbwNow(state) / (state.status?.rbw_hz ?? NaN)) : state.floorDb;
}

/** Cells are drawn around the frequencies they stand for, which takes the width of a bin of their transform.
 * @param {State} state @param {Row} row */
export function binShiftHz(state, row) {
  const finest = row.flags & FLAG.zoomed && state.zoom ? 1000 / state.zoom.lookBackMs : transformBinHz(state);
  return Math.min(finest, binHz(row)) / 2;
}
