// SPDX-License-Identifier: MIT
// The powers of a row, linear and by frequency: what all measurements are computed from. A level is the power of a tone in
// its bin, so noise and wide signals read too high by the noise bandwidth of the window (ENBW): the power of a cell is its
// level times its width over the resolution bandwidth. Pure.

import { binHz, firstEdgeHz, levelDb } from '../feed/decode_row.js';

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../feed/types.js').Band} Band */
/**
 * @typedef {object} PowerSpectrum
 * @property {number} firstHz      lower edge of the first cell
 * @property {number} cellHz
 * @property {number} rbwHz        noise bandwidth of a bin of the transform
 * @property {number} averages     transforms, times bins in a cell
 * @property {Float64Array} levels 10 ** (dB / 10), NaN without data
 */

/** @param {number} ratio of powers */
export const decibels = (ratio) => 10 * Math.log10(ratio);

/** Of the mean powers of a row, which have to be pooled as means, too.
 * @param {Row} row @param {number} enbwBins of the window @param {number} transformBinHz @returns {PowerSpectrum} */
export function powerSpectrumOf(row, enbwBins, transformBinHz) {
  const levels = Float64Array.from({ length: row.bins }, (_, bin) => 10 ** (levelDb(row, 'mean', bin) / 10));
  const cellHz = binHz(row);
  const averages = Math.max(1, row.ffts) * Math.max(1, cellHz / transformBinHz);
  return { firstHz: firstEdgeHz(row), cellHz, rbwHz: enbwBins * transformBinHz, averages, levels };
}

/** What there are data of. @param {PowerSpectrum} spectrum @returns {Band} */
export function extentOf({ firstHz, cellHz, levels }) {
  return { fromHz: firstHz, toHz: firstHz + cellHz * levels.length };
}

/** The cells [first, last) that a band touches, as far as there are any. @param {PowerSpectrum} spectrum
 * @param {Band} band */
export function cellsOf({ firstHz, cellHz, levels }, { fromHz, toHz }) {
  const first = Math.max(0, Math.floor((fromHz - firstHz) / cellHz + 1e-9));
  return { first, last: Math.min(levels.length, Math.ceil((toHz - firstHz) / cellHz - 1e-9)) };
}

/** The power of the part of a cell that lies in a band. @param {PowerSpectrum} spectrum @param {number} cell
 * @param {Band} band */
export function powerOfCell({ firstHz, cellHz, rbwHz, levels }, cell, { fromHz, toHz }) {
  const edge = firstHz + cell * cellHz;
  const overlap = Math.min(toHz, edge + cellHz) - Math.max(fromHz, edge);
  return (levels[cell] * Math.max(0, overlap)) / rbwHz;
}

/** The power in a band; NaN where the spectrum does not have all of it. @param {PowerSpectrum} spectrum
 * @param {Band} band */
export function powerIn(spectrum, band) {
  const extent = extentOf(spectrum);
  if (!(band.fromHz >= extent.fromHz && band.toHz <= extent.toHz && band.fromHz < band.toHz)) return NaN;
  const { first, last } = cellsOf(spectrum, band);
  let sum = 0;
  for (let cell = first; cell < last; ++cell) sum += powerOfCell(spectrum, cell, band);
  return sum;
}
