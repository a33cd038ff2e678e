// SPDX-License-Identifier: MIT
// SDR++: frequency_manager_config.json, with lists of bookmarks, or the export of one list. Pure.

/** @typedef {import('../state/bookmarks.js').Bookmark} Bookmark */

const MODES = ['nfm', 'wfm', 'am', 'dsb', 'usb', 'cw', 'lsb', 'raw']; // by their numbers
const USUAL_WIDTH_HZ = 12500;

/** @param {any} json */
export const isSdrpp = (json) => json?.lists instanceof Object || (json?.bookmarks instanceof Object && !Array.isArray(json.bookmarks));

/** @param {any} json @returns {Bookmark[]} */
export function fromSdrpp(json) {
  const lists = json.lists ? Object.entries(json.lists) : [['', json]];
  return lists.flatMap(([group, list]) => Object.entries(list?.bookmarks ?? list ?? {}).map(([name, entry]) => ({ name, fromHz: Number(entry?.frequency),
    toHz: Number(entry?.frequency), mode: MODES[entry?.mode] ?? String(entry?.mode ?? ''), widthHz: Number(entry?.bandwidth), group })));
}

/** Names are keys there: of several bookmarks of one name each gets its frequency behind it. @param {Bookmark[]} list */
export function toSdrpp(list) {
  /** @type {Record<string, object>} */
  const bookmarks = {};
  for (const { name, fromHz, toHz, mode, widthHz } of list) {
    const frequency = (fromHz + toHz) / 2;
    const number = MODES.indexOf(mode ?? '');
    bookmarks[Object.hasOwn(bookmarks, name) ? `${name} ${frequency / 1e6}` : name] = { bandwidth: widthHz || toHz - fromHz || USUAL_WIDTH_HZ, frequency,
      mode: number < 0 ? 0 : number };
  }
  return `${JSON.stringify({ bookmarks }, null, 4)}\n`;
}
