// SPDX-License-Identifier: MIT
// Positions of the ticks of an axis.

/** The smallest of 1, 2, 5 times a power of ten that is at least `least`. @param {number} least */
export function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  for (const factor of [1, 2, 5]) if (factor * power >= least * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

/** Multiples of the step within [from, to]; counted, so that no rounding adds up.
 * @param {number} from @param {number} to @param {number} step */
export function multiples(from, to, step) {
  const ticks = [];
  const last = Math.floor(to / step + 1e-9);
  for (let count = Math.ceil(from / step - 1e-9); count <= last; ++count) ticks.push(count * step);
  return ticks;
}

// The axes on the screen are drawn with each row, and seldom change.
const AXES = 8;
/** @type {{from: number, to: number, pixels: number, spacing: number, ticks: AxisTicks}[]} */
const drawn = [];
let next = 0;

/** @typedef {{step: number, major: readonly number[], minor: readonly number[]}} AxisTicks */

/** Labelled ticks at least `spacing` pixels apart and unlabelled ones between them.
 * @param {number} from @param {number} to @param {number} pixels @param {number} spacing
 * @returns {AxisTicks} the same for the same axis */
export function axisTicks(from, to, pixels, spacing) {
  const same = drawn.find((axis) => axis.from === from && axis.to === to && axis.pixels === pixels && axis.spacing === spacing);
  if (same) return same.ticks;
  const step = niceStep(((to - from) * spacing) / Math.max(1, pixels));
  const parts = Math.abs(step / 10 ** Math.floor(Math.log10(step * (1 + 1e-9))) - 2) < 0.01 ? 4 : 5;
  const ticks = { step, major: multiples(from, to, step), minor: multiples(from, to, step / parts) };
  drawn[next] = { from, to, pixels, spacing, ticks };
  next = (next + 1) % AXES;
  return ticks;
}

const CLOCK_STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 43200, 86400];

/** Times (ms since 1970) on marks of the clock, at least `spacing` pixels apart.
 * @param {number} from @param {number} to @param {number} pixels @param {number} spacing
 * @returns {{step: number, major: number[]}} */
export function timeTicks(from, to, pixels, spacing) {
  const least = ((to - from) * spacing) / Math.max(1, pixels) / 1000;
  const seconds = CLOCK_STEPS.find((step) => step >= least) ?? 86400;
  return { step: seconds * 1000, major: multiples(from, to, seconds * 1000) };
}
