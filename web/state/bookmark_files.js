// SPDX-License-Identifier: MIT
// Bookmarks as files: of this page (JSON for another browser, CSV for spreadsheets), and of other programs, known by their
// content. Pure.

import { fromChirp, isChirp, toChirp } from '../bookmark_files/chirp.js';
import { cell, cellsOf, linesOf } from '../bookmark_files/cells.js';
import { fromFreqman, isFreqman } from '../bookmark_files/freqman.js';
import { fromGqrx, isGqrx, toGqrx } from '../bookmark_files/gqrx.js';
import { fromOpenwebrx, isOpenwebrx, toOpenwebrx } from '../bookmark_files/openwebrx.js';
import { fromSdrpp, isSdrpp, toSdrpp } from '../bookmark_files/sdrpp.js';
import { fromSdrsharp, isSdrsharp, toSdrsharp } from '../bookmark_files/sdrsharp.js';
import { say } from '../words/text.js';

/** @typedef {import('./bookmarks.js').Bookmark} Bookmark */

const COLUMNS = ['name', 'from_hz', 'to_hz', 'mode', 'width_hz', 'group'];
const LONGEST_NAME = 40;
const HIGHEST_HZ = 1e12;

/** What can be saved, by the name of the choice.
 * @type {Record<string, {file: string, type: string, write: (list: Bookmark[]) => string}>} */
export const BOOKMARK_FILES = {
  json: { file: 'bookmarks.json', type: 'application/json', write: bookmarksJson },
  csv: { file: 'bookmarks.csv', type: 'text/csv', write: bookmarksCsv },
  gqrx: { file: 'bookmarks.csv', type: 'text/csv', write: toGqrx },
  sdrsharp: { file: 'frequencies.xml', type: 'application/xml', write: toSdrsharp },
  sdrpp: { file: 'sdrpp_bookmarks.json', type: 'application/json', write: toSdrpp },
  openwebrx: { file: 'bookmarks.json', type: 'application/json', write: toOpenwebrx },
  chirp: { file: 'chirp.csv', type: 'text/csv', write: toChirp },
};

/** @param {Bookmark[]} list */
function bookmarksJson(list) {
  const bookmarks = list.map(({ name, fromHz, toHz, mode, widthHz, group }) => ({ name, from_hz: fromHz, to_hz: toHz,
    ...(mode && { mode }), ...(widthHz && { width_hz: widthHz }), ...(group && { group }) }));
  return `${JSON.stringify({ bookmarks }, null, 1)}\n`;
}

/** @param {Bookmark[]} list */
function bookmarksCsv(list) {
  const lines = list.map(({ name, fromHz, toHz, mode = '', widthHz = '', group = '' }) => [cell(name), fromHz, toHz, cell(mode), widthHz, cell(group)].join(','));
  return [COLUMNS.join(','), ...lines, ''].join('\r\n');
}

/** The bookmarks of a file of any kind, each once. Throws with the line or the entry that cannot be read.
 * @param {string} text @returns {Bookmark[]} */
export function parseBookmarks(text) {
  const content = text.replace(/^\uFEFF/, '').trim();
  const found = /^[[{]/.test(content) ? fromJson(content) : fromText(content);
  const once = [...new Map(found.map((bookmark) => [`${bookmark.fromHz} ${bookmark.toHz} ${bookmark.name}`, bookmark])).values()];
  if (once.length === 0) throw new Error(say('bookmarks.none'));
  return once;
}

/** Of another program, what makes no sense is left out: its files have entries without a frequency. @param {Bookmark[]} list */
const sensible = (list) => list.map(({ name, fromHz, toHz, ...rest }) => tidy({ name: name.trim(), fromHz, toHz, ...rest }))
  .filter(({ name, fromHz, toHz }) => name !== '' && fromHz > 0 && toHz >= fromHz && toHz <= HIGHEST_HZ);

/** Without what is empty. @param {Bookmark} bookmark @returns {Bookmark} */
function tidy({ name, fromHz, toHz, mode, widthHz, group }) {
  return { name: name.slice(0, LONGEST_NAME), fromHz, toHz, ...(mode && { mode: mode.slice(0, LONGEST_NAME) }),
    ...(widthHz !== undefined && widthHz > 0 && { widthHz }), ...(group && { group: group.slice(0, LONGEST_NAME) }) };
}

/** @param {string} text */
function fromText(text) {
  if (isSdrsharp(text)) return sensible(fromSdrsharp(text));
  if (isChirp(text)) return sensible(fromChirp(text));
  if (isGqrx(text)) return sensible(fromGqrx(text));
  return isFreqman(text) ? sensible(fromFreqman(text)) : fromCsv(text);
}

/** @param {string} text */
function fromJson(text) {
  const given = JSON.parse(text);
  if (isSdrpp(given)) return sensible(fromSdrpp(given));
  if (isOpenwebrx(given)) return sensible(fromOpenwebrx(given));
  const list = Array.isArray(given) ? given : given.bookmarks;
  if (!Array.isArray(list)) throw new Error(say('bookmarks.none'));
  return list.map((entry, index) => bookmarkOf(entry ?? {}, index + 1));
}

/** Columns by the names in the first line, separated by commas or semicolons. @param {string} text */
function fromCsv(text) {
  const lines = linesOf(text);
  const separator = (lines[0] ?? '').includes(';') ? ';' : ',';
  const names = cellsOf(lines.shift() ?? '', separator).map((name) => name.toLowerCase());
  return lines.map((line, index) => {
    const cells = cellsOf(line, separator);
    return bookmarkOf(Object.fromEntries(names.map((name, column) => [name, cells[column] ?? ''])), index + 2);
  });
}

/** `from_hz` and `to_hz`, or a `frequency`. @param {Record<string, unknown>} entry @param {number} line @returns {Bookmark} */
function bookmarkOf(entry, line) {
  const name = String(entry.name ?? '').trim();
  const fromHz = Number(entry.from_hz ?? entry.frequency);
  const toHz = Number(entry.to_hz || fromHz);
  if (name === '' || !(fromHz > 0) || !(toHz >= fromHz) || toHz > HIGHEST_HZ) throw new Error(say('bookmarks.line', { line }));
  return tidy({ name, fromHz, toHz, mode: String(entry.mode ?? ''), widthHz: Number(entry.width_hz ?? 0), group: String(entry.group ?? '') });
}
