// SPDX-License-Identifier: MIT
// Texts that several controls show. Pure.

import { ApiError } from '../feed/api.js';
import { lossAt } from './losses.js';
import { tunedText } from './tuned_by.js';
import { decimal, isWord, say } from '../words/text.js';

/** That of a later server is shown as it is. @param {string} state of `status.source` @returns {string} */
export function radioStateText(state) {
  return isWord(`state.${state}`) ? say(`state.${state}`) : state;
}

/** The message for a request that failed. @param {unknown} reason @returns {string} */
export function reasonText(reason) {
  if (reason instanceof ApiError) return reason.message;
  return reason instanceof TypeError ? say('server.silent') : String(reason);
}

/** The text of an event; of lost samples also when; of a change of the tuning who made it.
 * @param {{kind?: string, text: string, time: string, via?: string, by?: string, name?: string}} event */
export function eventText({ kind, text, time, via, by, name }) {
  if (kind === 'retune' && via !== undefined) return tunedText({ via, by, name }, text);
  const lost = kind === 'gap' && /^([\d.]+ m?s) lost$/.exec(text);
  return lost ? lossAt(decimal(lost[1]), Date.parse(time)) : text;
}
