// SPDX-License-Identifier: MIT
// The statistics of a rectangle as pairs of name and text.

import { dateTimeText, spanText, timeText } from '../controls/clock_text.js';
import { formatFrequency, formatWidth } from '../controls/numbers.js';
import { levelText } from '../state/units.js';
import { decimal, say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */

const SHORT_MS = 120_000;

/** @param {number} ms */
const lengthText = (ms) => (ms < SHORT_MS ? `${decimal((ms / 1000).toFixed(ms < 1000 ? 2 : 1))} s` : spanText(ms));

/** @param {State} state @param {import('./statistics.js').Rectangle} rectangle @param {import('./statistics.js').Statistics | null} found null: not yet, or no data
 * @returns {[string, string][]} */
export function statisticsTexts(state, { fromHz, toHz, from, to }, found) {
  const step = Math.max(1, (toHz - fromHz) / 100);
  /** @type {[string, string][]} */
  const texts = [[say('select.band'), `${formatFrequency((fromHz + toHz) / 2, step)} ± ${formatWidth((toHz - fromHz) / 2)}`],
    [say('select.time'), `${dateTimeText(state, from)} + ${lengthText(to - from)}`]];
  if (!found) return texts;
  const level = (/** @type {number} */ db) => levelText(state, db, found.maxHz);
  return [...texts, [say('select.max'), level(found.maxDb)], [say('select.at'), `${formatFrequency(found.maxHz, step)}, ${timeText(state, found.maxTime)}`],
    [say('select.mean'), level(found.meanDb)], [say('select.width'), formatWidth(found.widthHz)],
    [say('select.duration'), found.occupancy === 1 ? say('select.all') : `${lengthText(found.occupiedMs)}, ${timeText(state, found.firstMs)} – ${timeText(state, found.lastMs)}`],
    [say('select.occupancy'), `${decimal((100 * found.occupancy).toFixed(1))} % > ${level(found.thresholdDb)}`]];
}
