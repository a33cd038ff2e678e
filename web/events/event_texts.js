// SPDX-License-Identifier: MIT
// An event in words.

import { dateTimeText, spanText } from '../controls/clock_text.js';
import { formatDb, formatFrequency } from '../controls/numbers.js';
import { levelText } from '../state/units.js';
import { isWord, say } from '../words/text.js';

/** @typedef {import('./event_log.js').LogEvent} LogEvent */
/** @typedef {import('../state/state.js').State} State */

export const KINDS = ['above', 'below', 'appear', 'vanish', 'mask', 'floor_rise', 'occupancy', 'health'];

/** @param {string} kind that a later server may have */
export const kindText = (kind) => (isWord(`kind.${kind}`) ? say(`kind.${kind}`) : kind);

/** @param {State} state @param {LogEvent} event */
export const titleOf = (state, { begin, frequency_hz: hz }) => `${dateTimeText(state, Date.parse(begin))}${hz ? `, ${formatFrequency(hz, 1000)}` : ''}`;

/** @param {State} state @param {LogEvent} event */
export function factsOf(state, { name, kind, peak, unit, seconds, state: open, frequency_hz: hz }) {
  const level = unit === '%' ? `${formatDb(peak)} %` : levelText(state, peak, hz ?? (state.whole.fromHz + state.whole.toHz) / 2);
  return [name === kind ? '' : name, kindText(kind), level, open === 'open' ? say('events.open') : spanText(seconds * 1000)].filter(Boolean).join(', ');
}
