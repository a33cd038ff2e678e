// SPDX-License-Identifier: MIT
// A signal as people write it. Pure.

import { decimal, isWord, say } from '../words/text.js';

/** @typedef {import('../feed/types.js').Peak} Peak */

const WIDE_HZ = 5000;

/** A hint that the page does not have a word for is none. @param {string} hint */
export function signalClassText(hint) {
  return isWord(`class.${hint}`) ? say(`class.${hint}`) : '?';
}

/** Wide signals have no more of a frequency than to the kilohertz; 100 Hz of it would never hold still.
 * @param {Pick<Peak, 'frequency_hz' | 'width_hz'>} signal */
export function signalMegahertz({ frequency_hz: hz, width_hz: width }) {
  return decimal((hz / 1e6).toFixed(width > WIDE_HZ ? 3 : 4));
}
