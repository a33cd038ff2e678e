// SPDX-License-Identifier: MIT
// The noise between and next to signals, per hertz. Pure.

import { cellsOf, extentOf } from './power_spectrum.js';

/** @typedef {import('./power_spectrum.js').PowerSpectrum} PowerSpectrum */
/** @typedef {import('../feed/types.js').Band} Band */

const QUARTILE = -0.6745; // of the normal distribution: three quarters of the cells may have signals on top
const LEAST_CELLS = 8;

/** The lower quartile of the mean of `averages` powers of noise, relative to their expectation: these have a gamma
 * distribution, for which this is Wilson's and Hilferty's approximation. @param {number} averages */
export function quartileOfNoise(averages) {
  return (1 - 1 / (9 * averages) + QUARTILE / (3 * Math.sqrt(averages))) ** 3;
}

/** Power per hertz of the noise outside of a band, or of all; NaN where too little of it is seen.
 * @param {PowerSpectrum} spectrum @param {Band | null} without @returns {number} */
export function noiseDensity(spectrum, without) {
  const { levels, rbwHz, averages } = spectrum;
  const skipped = without ? cellsOf(spectrum, without) : { first: 0, last: 0 };
  const seen = levels.filter((level, cell) => !Number.isNaN(level) && (cell < skipped.first || cell >= skipped.last)).sort();
  if (seen.length < LEAST_CELLS) return NaN;
  return seen[Math.floor(seen.length / 4)] / quartileOfNoise(averages) / rbwHz;
}

/** The density next to a band: of its surroundings at most its own width away, so that slopes of the radio's filters count
 * less. @param {PowerSpectrum} spectrum @param {Band} band */
export function noiseAround(spectrum, band) {
  const extent = extentOf(spectrum);
  const width = band.toHz - band.fromHz;
  const near = cellsOf(spectrum, { fromHz: Math.max(extent.fromHz, band.fromHz - 2 * width), toHz: Math.min(extent.toHz, band.toHz + 2 * width) });
  const part = { ...spectrum, firstHz: spectrum.firstHz + near.first * spectrum.cellHz, levels: spectrum.levels.subarray(near.first, near.last) };
  return noiseDensity(part, band);
}
