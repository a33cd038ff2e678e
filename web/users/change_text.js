// SPDX-License-Identifier: MIT
// A line of the audit log, in words. Pure.

import { isWord, say } from '../words/text.js';

/** @typedef {{time: string, who: string, address: string, what: string, values?: string, times?: number}} Change */

/** "(token)" has a name in each language. @param {string} who */
function whoText(who) {
  const name = who.replace(/[()]/g, '');
  return name !== who && isWord(`who.${name}`) ? say(`who.${name}`) : who;
}

/** "2026-11-21 08:03:49 anna (192.168.1.7): PATCH tuning {"center":145500000} × 12" @param {Change} change */
export function changeText({ time, who, address, what, values, times }) {
  const where = address === '' ? '' : ` (${address})`;
  const more = values ? ` ${values}` : '';
  const often = times && times > 1 ? ` × ${times}` : '';
  return `${time.slice(0, 19).replace('T', ' ')} ${whoText(who)}${where}: ${what.replace(/\/api\/v1\//, '')}${more}${often}`;
}
