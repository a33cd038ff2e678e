// SPDX-License-Identifier: MIT
// Named frequencies and bands, kept in this browser.

import { parseFrequencyEntry } from '../controls/numbers.js';
import { keep, kept } from './kept.js';
import { say } from '../words/text.js';

/** fromHz and toHz are the same for a single frequency. The rest is from files of other programs: a mode of the page or
 * one that it does not have, the width of the pass band, the list or the tags that it was in.
 * @typedef {{name: string, fromHz: number, toHz: number, mode?: string, widthHz?: number, group?: string}} Bookmark */

const NAME = 'bookmarks';
const MOST = 5000;

/** @param {unknown} entry @returns {entry is Bookmark} */
function isBookmark(entry) {
  const { name, fromHz, toHz } = /** @type {Bookmark} */ (entry ?? {});
  return typeof name === 'string' && fromHz > 0 && toHz >= fromHz;
}

/** Of a name and a frequency there is one. @param {Bookmark} bookmark */
const keyOf = ({ name, fromHz, toHz }) => `${fromHz} ${toHz} ${name}`;

/** @returns {Bookmark[]} */
function stored() {
  const found = kept(NAME, /** @type {unknown} */ ([]));
  return Array.isArray(found) ? found.filter(isBookmark) : [];
}

export class Bookmarks {
  /** @type {Bookmark[]} lowest first */
  list = stored();
  #isKept = true; // else the list is all there is

  /** In any case; null if there is none, and for a frequency or a band, as some files call a bookmark. @param {string} name */
  find(name) {
    const wanted = name.trim().toLowerCase();
    return parseFrequencyEntry(name) ? null : this.list.find((bookmark) => bookmark.name.toLowerCase() === wanted) ?? null;
  }

  /** Why a name cannot be used; empty if it can. @param {string} name */
  faultOf(name) {
    if (name.trim() === '') return say('bookmark.unnamed');
    return parseFrequencyEntry(name) ? say('bookmark.taken', { name: name.trim() }) : '';
  }

  /** Replaces one of the same name. False if the browser keeps nothing. @param {Bookmark} bookmark */
  add(bookmark) {
    const name = bookmark.name.toLowerCase();
    return this.#change((list) => [...list.filter((other) => other.name.toLowerCase() !== name), bookmark].sort((a, b) => a.fromHz - b.fromHz));
  }

  /** Those of a file, which may have a name several times. False if the browser keeps nothing. @param {Bookmark[]} found */
  addAll(found) {
    return this.#change((list) => {
      const all = new Map([...list, ...found].map((bookmark) => [keyOf(bookmark), bookmark]));
      return [...all.values()].sort((a, b) => a.fromHz - b.fromHz).slice(0, MOST);
    });
  }

  /** @param {Bookmark} gone */
  remove(gone) {
    this.#change((list) => list.filter((bookmark) => keyOf(bookmark) !== keyOf(gone)));
  }

  /** Of what is stored now: another tab may have changed it. @param {(list: Bookmark[]) => Bookmark[]} change */
  #change(change) {
    this.list = change(this.#isKept ? stored() : this.list);
    this.#isKept = keep(NAME, this.list);
    return this.#isKept;
  }
}
