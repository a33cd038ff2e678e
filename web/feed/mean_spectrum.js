// SPDX-License-Identifier: MIT
// Fetches what measurements need and the screen does not: the mean powers of some rows, pooled as means, merged by the
// server, of the present or of the time a frozen picture shows.

import { getBinary } from './api.js';
import { decodeRows } from './decode_row.js';
import { powerSpectrumOf } from '../measure/power_spectrum.js';
import { rowMs, shownRow } from '../state/state.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('./types.js').Band} Band */
/** @typedef {import('../measure/power_spectrum.js').PowerSpectrum} PowerSpectrum */

const LEAST_MS = 1000;
const LEAST_ROWS = 2.5; // so that a row begins in it, however long rows are
const MOST_BINS = 8192;
const MOST_BINS_THRIFTY = 1024;

/** Of rows that begin in a stretch of time. @param {Band} band @param {number} bins @param {import('./types.js').Stretch} stretch */
export function meanQuery(band, bins, { from, to }) {
  return new URLSearchParams({ from: band.fromHz.toFixed(3), to: band.toHz.toFixed(3), bins: String(bins), rows: '1', pool: 'mean',
    detectors: 'mean', bytes: '2', since: (from / 1000).toFixed(3), until: (to / 1000).toFixed(3) });
}

/** Null if there is no row, or one of an earlier tuning, whose transform is not known. @param {ArrayBuffer} answer
 * @param {import('./types.js').ServerStatus} status @returns {PowerSpectrum | null} */
export function spectrumOf(answer, status) {
  const rows = decodeRows(answer);
  const row = rows[rows.length - 1];
  if (!row || row.bins === 0 || row.generation !== (status.source.generation & 0xffff)) return null;
  const transformBinHz = status.rows.bin_hz;
  row.binShiftHz = transformBinHz / 2;
  return powerSpectrumOf(row, status.rbw_hz / transformBinHz, transformBinHz);
}

/** Null if there is nothing to measure. Throws as requests do. @param {State} state @param {Band} band @returns {Promise<PowerSpectrum | null>} */
export async function fetchMeanSpectrum(state, band) {
  const { status } = state;
  const newest = shownRow(state, NaN);
  if (!status || !newest) return null;
  const length = Math.max(LEAST_MS, LEAST_ROWS * rowMs(state));
  const bins = state.thrifty ? MOST_BINS_THRIFTY : MOST_BINS;
  const query = meanQuery(band, bins, { from: newest.time - length, to: newest.time + 1 });
  return spectrumOf(await getBinary(`api/v1/history?${query}`), status);
}
