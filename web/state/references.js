// SPDX-License-Identifier: MIT
// Stored traces, by name, in this browser. Levels are kept in steps of 0.01 dB, two bytes each, as base64.

import { keep, kept } from './kept.js';
import { say } from '../words/text.js';

/** @typedef {import('../feed/types.js').Row} Row */
/** What of a row its place on the screen depends on.
 * @typedef {{time: number, centerHz: number, spanHz: number, bins: number, firstDb: number, stepDb: number, binShiftHz: number,
 *   unit: string, levels: string}} Stored */

const KEY = 'traces';
const MOST = 20;
const NOT_STORED = { sequence: 0, generation: 0, flags: 0, skipped: 0, duration: 0, ffts: 0, coverage: 1, clipped: 0 };
const FACTS = /** @type {const} */ (['time', 'centerHz', 'spanHz', 'bins', 'firstDb', 'stepDb', 'binShiftHz']);

/** @returns {Record<string, Stored>} */
const all = () => kept(KEY, {});

/** Those in the unit of the server. @param {string} unit @returns {string[]} */
export function referenceNames(unit) {
  return Object.entries(all()).filter(([, stored]) => stored.unit === unit).map(([name]) => name).sort();
}

/** @param {ArrayLike<number>} levels */
function encoded(levels) {
  let text = '';
  for (let bin = 0; bin < levels.length; ++bin) text += String.fromCharCode(levels[bin] & 0xff, levels[bin] >> 8);
  return btoa(text);
}

/** @param {string} text @returns {Uint16Array} */
function decoded(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return Uint16Array.from({ length: bytes.length / 2 }, (_, bin) => bytes[2 * bin] + 256 * bytes[2 * bin + 1]);
}

/** Throws if the browser has no room for it. @param {string} name @param {Row} row with `max` levels @param {string} unit */
export function storeReference(name, row, unit) {
  const others = all();
  delete others[name];
  if (Object.keys(others).length >= MOST) throw new Error(say('trace.full', { count: MOST }));
  const facts = Object.fromEntries(FACTS.map((fact) => [fact, row[fact]]));
  const stored = { ...facts, unit, levels: encoded(row.levels.max ?? []) };
  if (!keep(KEY, { ...others, [name]: stored })) throw new Error(say('trace.unkept'));
}

/** Null if there is none of the name. @param {string} name @returns {{name: string, row: Row} | null} */
export function loadReference(name) {
  const stored = all()[name];
  if (!stored) return null;
  const { unit: _, levels, ...facts } = stored;
  return { name, row: { ...NOT_STORED, ...facts, levels: { max: decoded(levels) } } };
}

/** @param {string} name */
export function deleteReference(name) {
  const others = all();
  delete others[name];
  keep(KEY, others);
}
