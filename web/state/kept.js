// SPDX-License-Identifier: MIT
// What this browser keeps between visits. Where it keeps nothing (private windows, a full disk) pages work without.

const PREFIX = 'spectrumd.';

/** @template Value @param {string} name @param {Value} otherwise @returns {Value} */
export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** The same for this tab alone: it is there after a reload, and gone with the tab. @param {string} name */
export function keptByTab(name) {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? '';
  } catch {
    return '';
  }
}

/** False if the browser refuses: the tab forgets. @param {string} name @param {string} text */
export function keepByTab(name, text) {
  try {
    sessionStorage.setItem(PREFIX + name, text);
    return true;
  } catch {
    return false;
  }
}

/** As it is, where `kept` reads JSON. @param {string} name */
export function keptText(name) {
  try {
    return localStorage.getItem(PREFIX + name) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} name @param {string} text */
export function keepText(name, text) {
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // it is as on a first visit the next time
  }
}

/** In this tab and between visits. @param {string} name */
export function forget(name) {
  for (const storage of [() => sessionStorage, () => localStorage]) {
    try {
      storage().removeItem(PREFIX + name);
    } catch {
      // what cannot be reached keeps nothing
    }
  }
}

/** False if the browser refuses. @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
