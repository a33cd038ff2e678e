// SPDX-License-Identifier: MIT
// Who has tuned the radio, in words. Pure.

import { say } from '../words/text.js';

/** @typedef {{via: string, by?: string, name?: string}} Requester   `by`: the address of a client, `name` of a user */

/** What the server writes for a client whose address the reader may not see. */
const HIDDEN = 'another client';

const PAGES = ['http', 'websocket']; // and programs like them
const OTHERS = { reload: 'tuned.reload', restart: 'tuned.restart', rtl_tcp: 'tuned.rtl-tcp' };

/** "anna", "192.168.1.7", "192.168.1.7 (rtl_tcp)", "the configuration" @param {Requester} requester */
export function requesterText({ via, by, name }) {
  if (name !== undefined) return name;
  if (by === undefined) return say(OTHERS[/** @type {keyof typeof OTHERS} */ (via)] ?? 'tuned.other');
  const client = by === HIDDEN ? say('tuned.hidden') : by;
  return PAGES.includes(via) ? client : `${client} (${via})`;
}

/** "Tuned by 192.168.1.7: center 145 MHz" @param {Requester} requester @param {string} what as the server writes it */
export function tunedText(requester, what) {
  return say('tuned.by', { who: requesterText(requester), what: what.replace(/(\d)([kMG]?(?:Hz|S\/s))/g, '$1 $2') });
}
