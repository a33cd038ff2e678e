// SPDX-License-Identifier: MIT
// bookmarks.json of OpenWebRX: an array of names, frequencies and modulations. Pure.

/** @typedef {import('../state/bookmarks.js').Bookmark} Bookmark */

/** @param {any} json */
export const isOpenwebrx = (json) => Array.isArray(json) && json.some((entry) => entry?.frequency !== undefined && entry?.modulation !== undefined);

/** @param {any} json @returns {Bookmark[]} */
export const fromOpenwebrx = (json) => json.map((/** @type {any} */ entry) => ({ name: String(entry?.name ?? ''), fromHz: Number(entry?.frequency),
  toHz: Number(entry?.frequency), mode: String(entry?.modulation ?? '') }));

/** @param {Bookmark[]} list */
export function toOpenwebrx(list) {
  return `${JSON.stringify(list.map(({ name, fromHz, toHz, mode }) => ({ name, frequency: Math.round((fromHz + toHz) / 2), modulation: mode || 'nfm' })), null, 4)}\n`;
}
