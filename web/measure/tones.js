// SPDX-License-Identifier: MIT
// Finds tones, and what distortion makes of them: harmonics, and the third-order products of two. A tone's power is that of
// the main lobe of the window without the noise under it, wherever the tone lies between the bins. Pure.

import { cellsOf, decibels, extentOf, powerOfCell } from './power_spectrum.js';
import { noiseDensity } from './noise.js';

/** @typedef {import('./power_spectrum.js').PowerSpectrum} PowerSpectrum */
/** @typedef {import('../feed/types.js').Band} Band */
/** @typedef {{hz: number, power: number}} Tone linear; 0 where it does not stand out of the noise */

const LOBE_RBW = 2; // half the width of a main lobe: 2 of 1.5 bins for Hann, 4 of 2 for Blackman-Harris
const LEAST_OVER_NOISE = 4;

/** @param {PowerSpectrum} spectrum */
const halfLobe = ({ rbwHz, cellHz }) => LOBE_RBW * rbwHz + cellHz / 2;

/** @param {number} hz @param {number} halfHz @returns {Band} */
const around = (hz, halfHz) => ({ fromHz: hz - halfHz, toHz: hz + halfHz });

/** The strongest cell of a band that is not taken. @param {PowerSpectrum} spectrum @param {Band} band
 * @param {Tone[]} taken */
function strongestCell(spectrum, band, taken) {
  const { firstHz, cellHz, levels } = spectrum;
  const { first, last } = cellsOf(spectrum, band);
  let best = -1;
  for (let cell = first; cell < last; ++cell) {
    if (!(levels[cell] > (best < 0 ? 0 : levels[best]))) continue;
    const hz = firstHz + (cell + 0.5) * cellHz;
    if (taken.every((tone) => Math.abs(tone.hz - hz) > 2 * halfLobe(spectrum))) best = cell;
  }
  return best;
}

/** The tone whose strongest cell this is. @param {PowerSpectrum} spectrum @param {number} cell @param {number} noise
 * power per hertz @returns {Tone} */
function toneAt(spectrum, cell, noise) {
  const { firstHz, cellHz } = spectrum;
  const lobe = around(firstHz + (cell + 0.5) * cellHz, halfLobe(spectrum));
  const { first, last } = cellsOf(spectrum, lobe);
  let [power, moment] = [0, 0];
  for (let at = first; at < last; ++at) {
    const here = powerOfCell(spectrum, at, lobe) - noise * cellHz;
    power += here;
    moment += here * (at - cell);
  }
  return { hz: firstHz + (cell + 0.5 + moment / power) * cellHz, power };
}

/** The strongest tones of a band, strongest first, fewer if fewer stand out. @param {PowerSpectrum} spectrum
 * @param {Band} band @param {number} count @returns {Tone[]} */
export function strongestTones(spectrum, band, count) {
  const noise = noiseDensity(spectrum, null);
  /** @type {Tone[]} */
  const found = [];
  while (found.length < count) {
    const cell = strongestCell(spectrum, band, found);
    if (cell < 0 || !(spectrum.levels[cell] > LEAST_OVER_NOISE * noise * spectrum.rbwHz)) break;
    found.push(toneAt(spectrum, cell, noise));
  }
  return found;
}

/** The tone at a frequency; null where there are no data, of power 0 where the noise hides it.
 * @param {PowerSpectrum} spectrum @param {number} hz @returns {Tone | null} */
export function toneNear(spectrum, hz) {
  const lobe = around(hz, halfLobe(spectrum));
  const extent = extentOf(spectrum);
  if (!(lobe.fromHz >= extent.fromHz && lobe.toHz <= extent.toHz)) return null;
  const noise = noiseDensity(spectrum, null);
  const cell = strongestCell(spectrum, lobe, []);
  const hidden = !(spectrum.levels[cell] > LEAST_OVER_NOISE * noise * spectrum.rbwHz);
  return hidden ? { hz, power: 0 } : toneAt(spectrum, cell, noise);
}

/** Tones at the multiples of a fundamental, as far as they are received, and their total to it: THD.
 * @param {PowerSpectrum} spectrum @param {Tone} fundamental @param {number} most */
export function harmonicsOf(spectrum, fundamental, most) {
  const harmonics = [];
  for (let order = 2; order <= most; ++order) {
    const tone = toneNear(spectrum, order * fundamental.hz);
    if (tone) harmonics.push({ order, hz: tone.hz, dbc: decibels(tone.power / fundamental.power) });
  }
  const total = harmonics.reduce((sum, { dbc }) => sum + 10 ** (dbc / 10), 0);
  return { harmonics, thdDb: harmonics.length > 0 ? decibels(total) : NaN };
}

/** The third-order products of two tones, in dB to the stronger tone, and the level where they would meet it (IP3).
 * @param {PowerSpectrum} spectrum @param {[Tone, Tone]} tones */
export function thirdOrder(spectrum, [one, two]) {
  const [low, high] = one.hz < two.hz ? [one, two] : [two, one];
  const products = [2 * low.hz - high.hz, 2 * high.hz - low.hz].map((hz) => toneNear(spectrum, hz));
  const reference = Math.max(one.power, two.power);
  const [lowerDbc, upperDbc] = products.map((tone) => (tone ? decibels(tone.power / reference) : NaN));
  const worst = Math.max(...[lowerDbc, upperDbc].filter(Number.isFinite));
  return { lowerDbc, upperDbc, ip3Db: Number.isFinite(worst) ? decibels(reference) - worst / 2 : NaN };
}
