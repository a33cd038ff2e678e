// SPDX-License-Identifier: MIT
// How much data this page may receive: a choice that is kept in this browser, and what the browser reports of its network.

import { select } from './dom.js';

/** @typedef {import('../feed/link_kind.js').DataChoice} DataChoice */

const KEY = 'spectrumd.data';

/** @param {string | null} text @returns {DataChoice} */
function choiceOf(text) {
  return text === 'saved' || text === 'full' ? text : 'auto';
}

/** @param {import('../state/state.js').State} state @param {() => void} changed */
export function chooseData(state, changed) {
  const choice = select('data');
  choice.value = state.dataChoice = choiceOf(localStorage.getItem(KEY));
  choice.addEventListener('change', () => {
    state.dataChoice = choiceOf(choice.value);
    localStorage.setItem(KEY, state.dataChoice);
    changed();
  });
  /** @type {any} */ (navigator).connection?.addEventListener('change', changed);
}
