// SPDX-License-Identifier: MIT
// How much data this page may receive: a choice that is kept in this browser, and what the browser reports of its network.

import { select } from './dom.js';
import { keepText, keptText } from '../state/kept.js';

/** @typedef {import('../feed/link_kind.js').DataChoice} DataChoice */

const NAME = 'data';

/** @param {string} text @returns {DataChoice} */
function choiceOf(text) {
  return text === 'saved' || text === 'full' ? text : 'auto';
}

/** @param {import('../state/state.js').State} state @param {() => void} changed */
export function chooseData(state, changed) {
  const choice = select('data');
  choice.value = state.dataChoice = choiceOf(keptText(NAME));
  choice.addEventListener('change', () => {
    state.dataChoice = choiceOf(choice.value);
    keepText(NAME, state.dataChoice);
    changed();
  });
  /** @type {any} */ (navigator).connection?.addEventListener('change', changed);
}
