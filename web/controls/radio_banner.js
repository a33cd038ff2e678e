// SPDX-License-Identifier: MIT
// While the radio is unavailable: shows why over the plot, marks the plot as stale, and turns off the lamp next to "Live".

import { banner } from './banner.js';
import { button, element } from './dom.js';

let unavailable = false;

/** Called with every status and every change of the link, because other notes may have replaced the banner meanwhile.
 * @param {import('../state/state.js').State} state */
export function showRadioState({ status, link }) {
  const source = status?.source;
  button('live').dataset.radio = link === 'open' ? source?.state ?? 'connecting' : link;
  if (!source || link !== 'open') return; // the banner shows the lost connection
  const wasUnavailable = unavailable;
  unavailable = source.cause !== '';
  element('plot', HTMLElement).toggleAttribute('data-stale', unavailable);
  if (unavailable) banner(`Radio unavailable: ${source.reason}. ${nextAttempt(source)}`, 'bad');
  element('plot', HTMLElement).toggleAttribute('data-stale', unavailable || link === 'silent' || link === 'waiting');
  else if (wasUnavailable) banner('');
}

/** @param {import('../feed/types.js').ServerStatus['source']} source */
function nextAttempt({ state, retry_seconds: seconds }) {
  if (seconds !== null && seconds >= 1) return `Retrying in ${Math.ceil(seconds)} s.`;
  return state === 'opening' || state === 'warming' ? 'Retrying now.' : 'Retrying automatically.';
}
