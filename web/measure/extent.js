// SPDX-License-Identifier: MIT
// How far a signal reaches, for markers to be put around it. Pure.

import { cellsOf } from './power_spectrum.js';
import { noiseDensity } from './noise.js';

/** @typedef {import('./power_spectrum.js').PowerSpectrum} PowerSpectrum */
/** @typedef {import('../feed/types.js').Band} Band */

const OVER_NOISE = 2; // 3 dB
const DYNAMIC = 1e-5; // what is 50 dB below the strongest is the skirt of the window, or another signal
const GAP_RBW = 4; // inside of a signal

/** From a cell outwards, until a gap. @param {PowerSpectrum} spectrum @param {number} from @param {1 | -1} way
 * @param {number} limit */
function edgeFrom({ levels, cellHz, rbwHz }, from, way, limit) {
  const gap = Math.max(2, Math.ceil((GAP_RBW * rbwHz) / cellHz));
  let edge = from;
  for (let cell = from + way; Math.abs(cell - edge) <= gap && cell >= 0 && cell < levels.length; cell += way) {
    if (levels[cell] >= limit) edge = cell;
  }
  return edge;
}

/** The band of the strongest signal between two frequencies; null where there is only noise. It ends outside of the
 * last cells that stand out. @param {PowerSpectrum} spectrum @param {Band} within @returns {Band | null} */
export function signalExtent(spectrum, within) {
  const { levels, firstHz, cellHz, rbwHz } = spectrum;
  const noise = noiseDensity(spectrum, null) * rbwHz;
  const { first, last } = cellsOf(spectrum, within);
  let best = first;
  for (let cell = first; cell < last; ++cell) if (!(levels[cell] <= levels[best])) best = cell;
  if (!(levels[best] > 2 * OVER_NOISE * noise)) return null;
  const limit = Math.max(OVER_NOISE * noise, levels[best] * DYNAMIC);
  const [low, high] = [edgeFrom(spectrum, best, -1, limit), edgeFrom(spectrum, best, 1, limit)];
  return { fromHz: firstHz + low * cellHz - rbwHz, toHz: firstHz + (high + 1) * cellHz + rbwHz };
}
