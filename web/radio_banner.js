// SPDX-License-Identifier: MIT
// While the radio is away: says so over the plot, and marks what is shown as of before.

import { banner } from './banner.js';
import { element } from './dom.js';

let away = false;

/** With every status: other notes may have taken the line meanwhile. @param {import('./types.js').ServerStatus} status */
export function showRadioState({ source }) {
  const wasAway = away;
  away = source.cause !== '';
  element('plot', HTMLElement).toggleAttribute('data-stale', away);
  if (away) banner(`No samples: ${source.reason}. Trying again by itself.`, 'bad');
  else if (wasAway) banner('');
}
