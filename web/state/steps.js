// SPDX-License-Identifier: MIT
// Steps of tuning, and what to request for them. Pure.

import { parseFrequencyEntry } from '../controls/numbers.js';

/** @typedef {import('../feed/types.js').TuningState} TuningState */

/** Hz; those that channels of radio services have. */
export const STEPS = [10, 100, 500, 1e3, 2.5e3, 5e3, 6.25e3, 25e3 / 3, 9e3, 10e3, 12.5e3, 25e3, 50e3, 100e3, 200e3, 500e3,
  1e6, 2e6, 5e6, 10e6];

/** A tenth of what is on the screen, as 1, 2 or 5 times a power of ten. @param {number} spanHz */
export function automaticStep(spanHz) {
  const power = 10 ** Math.floor(Math.log10(spanHz / 10));
  const digit = [5, 2].find((factor) => factor * power <= spanHz / 10) ?? 1;
  return Math.max(1, digit * power);
}

/** The frequency so many steps away. Frequencies between two steps go to the next one, so that channels are met.
 * @param {number} hz @param {number} step @param {number} count */
export function stepped(hz, step, count) {
  const at = hz / step;
  const slack = 0.5 / step; // frequencies are whole hertz, steps such as 8.33 kHz are not
  const start = count > 0 ? Math.floor(at + slack) : Math.ceil(at - slack);
  return Math.max(0, (start + count) * step);
}

/** Hz that the digit at a place of a text such as "100.300 MHz" stands for; null if there is no digit.
 * @param {string} text @param {number} index */
export function digitHz(text, index) {
  const match = /^(\d+)(?:[.,](\d+))? (G|M|k|)Hz$/.exec(text);
  if (!match || !/\d/.test(text[index] ?? '')) return null;
  const [, ones, , prefix] = match;
  const scale = { '': 0, k: 3, M: 6, G: 9 }[prefix] ?? 0;
  const place = index < ones.length ? ones.length - 1 - index : ones.length - index;
  return 10 ** (scale + place);
}

/** The span that is swept, null if none is. @param {{span?: string}} tuning */
export function sweptBand({ span }) {
  const entry = span ? parseFrequencyEntry(span) : null;
  return entry?.kind === 'band' ? entry : null;
}

/** The middle of what is tuned to. @param {TuningState} tuning */
export function centerOf(tuning) {
  const swept = sweptBand(tuning);
  return swept ? (swept.fromHz + swept.toHz) / 2 : tuning.center;
}

/** The request that moves the radio: of a sweep the span moves. @param {TuningState} tuning @param {number} centerHz */
export function tuningAt(tuning, centerHz) {
  const swept = sweptBand(tuning);
  const center = Math.round(centerHz);
  if (!swept) return { center };
  const half = (swept.toHz - swept.fromHz) / 2;
  return { span: `${Math.max(0, center - half)}:${center + half}` };
}

/** Rounded to less than a pixel of the screen. @param {number} hz @param {number} spanHz */
export function roundFor(hz, spanHz) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(spanHz / 1000)));
  return Math.round(hz / unit) * unit;
}
