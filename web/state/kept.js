// SPDX-License-Identifier: MIT
// What this browser keeps between visits. Where it keeps nothing (private windows, a full disk) pages work without.

const PREFIX = 'spectrumd.';

/** Even to look at them may be refused. @typedef {() => Storage} Place */
/** @type {Place} */
const OF_VISITS = () => localStorage;
/** @type {Place} */
const OF_TAB = () => sessionStorage;

/** Null if there is none. @param {Place} place @param {string} name */
function read(place, name) {
  try {
    return place().getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** False if the browser refuses. @param {Place} place @param {string} name @param {string} text */
function write(place, name, text) {
  try {
    place().setItem(PREFIX + name, text);
    return true;
  } catch {
    return false;
  }
}

/** @template Value @param {string} name @param {Value} otherwise @returns {Value} */
export function kept(name, otherwise) {
  try {
    const text = read(OF_VISITS, name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** False if the browser refuses. @param {string} name @param {unknown} value */
export const keep = (name, value) => write(OF_VISITS, name, JSON.stringify(value));

/** As it is, where `kept` reads JSON. @param {string} name */
export const keptText = (name) => read(OF_VISITS, name) ?? '';

/** @param {string} name @param {string} text */
export const keepText = (name, text) => write(OF_VISITS, name, text);

/** The same for this tab alone: it is there after a reload, and gone with the tab. @param {string} name */
export const keptByTab = (name) => read(OF_TAB, name) ?? '';

/** False if the browser refuses: the tab forgets. @param {string} name @param {string} text */
export const keepByTab = (name, text) => write(OF_TAB, name, text);

/** In this tab and between visits. @param {string} name */
export function forget(name) {
  for (const place of [OF_TAB, OF_VISITS]) {
    try {
      place().removeItem(PREFIX + name);
    } catch {
      // what cannot be reached keeps nothing
    }
  }
}
