// SPDX-License-Identifier: MIT
// How wide a signal is, by the two definitions of ITU-R SM.328: the band that has 99 % of the power, and the band outside
// of which all is x dB below the strongest. Pure.

import { cellsOf, decibels, powerIn, powerOfCell } from './power_spectrum.js';

/** @typedef {import('./power_spectrum.js').PowerSpectrum} PowerSpectrum */
/** @typedef {import('../feed/types.js').Band} Band */

/** The frequency below which a power of the band lies. @param {PowerSpectrum} spectrum @param {Band} band
 * @param {number} power */
function edgeAt(spectrum, band, power) {
  const { first, last } = cellsOf(spectrum, band);
  let sum = 0;
  for (let cell = first; cell < last; ++cell) {
    const here = powerOfCell(spectrum, cell, band);
    if (sum + here >= power) {
      const left = Math.max(band.fromHz, spectrum.firstHz + cell * spectrum.cellHz);
      const right = Math.min(band.toHz, spectrum.firstHz + (cell + 1) * spectrum.cellHz);
      return left + ((power - sum) / here) * (right - left);
    }
    sum += here;
  }
  return band.toHz;
}

/** The part of a band with a share of its power, equal powers below and above; null without data.
 * @param {PowerSpectrum} spectrum @param {Band} band @param {number} share @returns {Band | null} */
export function occupiedBand(spectrum, band, share) {
  const total = powerIn(spectrum, band);
  if (!(total > 0)) return null;
  const rest = (total * (1 - share)) / 2;
  return { fromHz: edgeAt(spectrum, band, rest), toHz: edgeAt(spectrum, band, total - rest) };
}

/** Where the line between the middles of two cells crosses a level, in dB.
 * @param {PowerSpectrum} spectrum @param {number} outside cell below the level @param {number} inside cell above it
 * @param {number} limit */
function crossing({ firstHz, cellHz, levels }, outside, inside, limit) {
  const [low, high] = [decibels(levels[outside]), decibels(levels[inside])];
  const way = (high - decibels(limit)) / (high - low);
  return firstHz + (inside + 0.5 + (outside - inside) * way) * cellHz;
}

/** The part of a band outside of which all is `downDb` below its strongest cell; ends with the band if it is not.
 * @param {PowerSpectrum} spectrum @param {Band} band @param {number} downDb @returns {Band | null} */
export function bandDownBy(spectrum, band, downDb) {
  const { levels } = spectrum;
  const { first, last } = cellsOf(spectrum, band);
  let strongest = -Infinity;
  for (let cell = first; cell < last; ++cell) if (levels[cell] > strongest) strongest = levels[cell];
  if (!(strongest > 0)) return null;
  const limit = strongest * 10 ** (-downDb / 10);
  let [low, high] = [first, last - 1];
  while (!(levels[low] >= limit)) ++low;
  while (!(levels[high] >= limit)) --high;
  return {
    fromHz: low > first ? Math.max(band.fromHz, crossing(spectrum, low - 1, low, limit)) : band.fromHz,
    toHz: high < last - 1 ? Math.min(band.toHz, crossing(spectrum, high + 1, high, limit)) : band.toHz,
  };
}
