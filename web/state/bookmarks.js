// SPDX-License-Identifier: MIT
// Named frequencies and bands, kept in this browser.

import { parseFrequencyEntry } from '../controls/numbers.js';
import { keep, kept } from './kept.js';
import { say } from '../words/text.js';

/** fromHz and toHz are the same for a single frequency.
 * @typedef {{name: string, fromHz: number, toHz: number}} Bookmark */

const NAME = 'bookmarks';

/** @param {unknown} entry @returns {entry is Bookmark} */
function isBookmark(entry) {
  const { name, fromHz, toHz } = /** @type {Bookmark} */ (entry ?? {});
  return typeof name === 'string' && fromHz > 0 && toHz >= fromHz;
}

export class Bookmarks {
  /** @type {Bookmark[]} lowest first */
  list;

  constructor() {
    const found = kept(NAME, /** @type {unknown} */ ([]));
    this.list = Array.isArray(found) ? found.filter(isBookmark) : [];
  }

  /** In any case; null if there is none. @param {string} name */
  find(name) {
    const wanted = name.trim().toLowerCase();
    return this.list.find((bookmark) => bookmark.name.toLowerCase() === wanted) ?? null;
  }

  /** Why a name cannot be used; empty if it can. @param {string} name */
  faultOf(name) {
    if (name.trim() === '') return say('bookmark.unnamed');
    return parseFrequencyEntry(name) ? say('bookmark.taken', { name: name.trim() }) : '';
  }

  /** Replaces one of the same name. False if the browser keeps nothing. @param {Bookmark} bookmark */
  add(bookmark) {
    const others = this.list.filter(({ name }) => name.toLowerCase() !== bookmark.name.toLowerCase());
    this.list = [...others, bookmark].sort((a, b) => a.fromHz - b.fromHz);
    return keep(NAME, this.list);
  }

  /** @param {string} name */
  remove(name) {
    this.list = this.list.filter((bookmark) => bookmark.name !== name);
    keep(NAME, this.list);
  }
}
