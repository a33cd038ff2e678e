// SPDX-License-Identifier: MIT
// Values between samples: a sinc under a Blackman window, from a table. Pure.

export const HALF_TAPS = 12; // on each side: flat to 0.4 of the rate, images 60 dB down
const STEPS = 512; // between two samples
const CUT = 0.96; // of half the rate

/** @param {number} x in samples */
function kernel(x) {
  if (Math.abs(x) >= HALF_TAPS) return 0;
  const turn = (Math.PI * x) / HALF_TAPS;
  const window = 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
  return window * (x === 0 ? CUT : Math.sin(Math.PI * CUT * x) / (Math.PI * x));
}

/** For each place between two samples the weights of those around it, which sum up to 1. */
const WEIGHTS = Array.from({ length: STEPS + 1 }, (_, step) => {
  const row = Float32Array.from({ length: 2 * HALF_TAPS }, (_, tap) => kernel(tap - HALF_TAPS + 1 - step / STEPS));
  const sum = row.reduce((total, weight) => total + weight);
  return row.map((weight) => weight / sum);
});

/** @param {Float32Array} ring @param {number} frames in it @param {number} at at least HALF_TAPS from either end */
export function interpolate(ring, frames, at) {
  const before = Math.floor(at);
  const exact = (at - before) * STEPS;
  const step = Math.floor(exact);
  const [low, high, share] = [WEIGHTS[step], WEIGHTS[step + 1], exact - step];
  let sum = 0;
  let place = (before - HALF_TAPS + 1 + frames) % frames;
  for (let tap = 0; tap < 2 * HALF_TAPS; ++tap) {
    sum += ring[place] * (low[tap] + share * (high[tap] - low[tap]));
    if (++place === frames) place = 0;
  }
  return sum;
}
