// SPDX-License-Identifier: MIT
// While the radio is away: says so over the plot, marks what is shown as of before, and puts out the lamp beside "Live".

import { banner } from './banner.js';
import { button, element } from './dom.js';

let away = false;

/** With every status and every change of the link: other notes may have taken the line meanwhile.
 * @param {import('../state/state.js').State} state */
export function showRadioState({ status, link }) {
  const source = status?.source;
  button('live').dataset.radio = link === 'open' ? source?.state ?? 'connecting' : link;
  if (!source || link !== 'open') return; // the line is taken by the connection's trouble
  const wasAway = away;
  away = source.cause !== '';
  element('plot', HTMLElement).toggleAttribute('data-stale', away);
  if (away) banner(`Radio ${source.state}: ${source.reason}. ${nextAttempt(source)}`, 'bad');
  else if (wasAway) banner('');
}

/** @param {import('../feed/types.js').ServerStatus['source']} source */
function nextAttempt({ state, retry_seconds: seconds }) {
  if (seconds !== null && seconds >= 1) return `Again in ${Math.ceil(seconds)} s.`;
  return state === 'opening' || state === 'warming' ? 'Trying now.' : 'Trying again by itself.';
}
