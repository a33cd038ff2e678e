// SPDX-License-Identifier: MIT
// Measurements of one channel: its power, how much of it is signal, and what its neighbours get of it. Pure.

import { decibels, powerIn } from './power_spectrum.js';
import { noiseAround } from './noise.js';
import { bandDownBy, occupiedBand } from './bandwidth.js';

/** @typedef {import('./power_spectrum.js').PowerSpectrum} PowerSpectrum */
/** @typedef {import('../feed/types.js').Band} Band */
/**
 * Levels in dB of the row's unit, NaN where there are no data for them.
 * @typedef {object} ChannelReading
 * @property {Band} band
 * @property {number} powerDb
 * @property {number} densityDb   per hertz
 * @property {number} noiseDb     per hertz, of the noise around
 * @property {number} snrDb       of the power above the noise to the noise in the channel
 * @property {Band | null} occupied
 * @property {Band | null} down   by x dB
 * @property {number} lowerDbc    power of the lower neighbour to that of the channel
 * @property {number} upperDbc
 */

/** @param {Band} band @param {number} byHz @returns {Band} */
const shifted = (band, byHz) => ({ fromHz: band.fromHz + byHz, toHz: band.toHz + byHz });

/** @param {PowerSpectrum} spectrum @param {Band} band
 * @param {{spacingHz: number, share: number, downDb: number}} how spacing of the neighbours, from middle to middle; share of
 * the power that the occupied band has @returns {ChannelReading} */
export function measureChannel(spectrum, band, { spacingHz, share, downDb }) {
  const width = band.toHz - band.fromHz;
  const power = powerIn(spectrum, band);
  const noise = noiseAround(spectrum, band);
  const signal = power - noise * width;
  return {
    band,
    powerDb: decibels(power),
    densityDb: decibels(power / width),
    noiseDb: decibels(noise),
    snrDb: signal > 0 ? decibels(signal / (noise * width)) : NaN,
    occupied: occupiedBand(spectrum, band, share),
    down: bandDownBy(spectrum, band, downDb),
    lowerDbc: decibels(powerIn(spectrum, shifted(band, -spacingHz)) / power),
    upperDbc: decibels(powerIn(spectrum, shifted(band, spacingHz)) / power),
  };
}
