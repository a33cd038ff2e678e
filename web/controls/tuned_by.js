// SPDX-License-Identifier: MIT
// Who has tuned the radio, in words. Pure.

/** @typedef {{via: string, by?: string}} Requester   `by`: the address of a client */

const OTHERS = { reload: 'the configuration', restart: 'the last run', rtl_tcp: 'an rtl_tcp program' };

/** "192.168.1.7", "192.168.1.7 (rtl_tcp)", "the configuration" @param {Requester} requester */
export function requesterText({ via, by }) {
  if (by === undefined) return OTHERS[/** @type {keyof typeof OTHERS} */ (via)] ?? 'another program';
  return via === 'rtl_tcp' ? `${by} (rtl_tcp)` : by;
}

/** "Tuned by 192.168.1.7: center 145 MHz" @param {Requester} requester @param {string} what as the server writes it */
export function tunedText(requester, what) {
  return `Tuned by ${requesterText(requester)}: ${what.replace(/(\d)([kMG]?(?:Hz|S\/s))/g, '$1 $2')}`;
}
