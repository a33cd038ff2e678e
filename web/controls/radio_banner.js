// SPDX-License-Identifier: MIT
// While the radio is unavailable: shows why over the plot, marks the plot as stale, and turns off the lamp next to "Live".
// During the first of long sweeps, when there is no row yet: how long one takes.
// While any radio is waited for, the card says why (radio_card.js).

import { banner } from './banner.js';
import { button, element } from './dom.js';
import { formatBand } from './numbers.js';
import { say } from '../words/text.js';

const LONG_MS = 2000; // of a sweep

let unavailable = false;
let shown = false;
let sweeping = false;

/** Called with every status and every change of the link, because other notes may have replaced the banner meanwhile.
 * @param {import('../state/state.js').State} state */
export function showRadioState({ status, link, sweepMs }) {
  const source = status?.source;
  button('live').dataset.radio = link === 'open' ? source?.state ?? 'connecting' : link;
  if (source && link === 'open') unavailable = source.cause !== '';
  element('plot', HTMLElement).toggleAttribute('data-stale', unavailable || link === 'silent' || link === 'waiting');
  if (!source || link !== 'open') return; // the banner shows the lost connection
  const wasShown = shown;
  shown = unavailable && source.state !== 'waiting';
  if (shown) banner(say('radio.unavailable', { reason: source.reason, next: nextAttempt(source) }), 'bad');
  else if (wasShown) banner('');
  else showFirstSweep(status.sweep, sweepMs);
}

/** @param {import('../feed/types.js').ServerStatus['sweep']} sweep @param {number} sweepMs */
function showFirstSweep(sweep, sweepMs) {
  const wasSweeping = sweeping;
  sweeping = sweep !== null && sweep.revisit_seconds === null && sweepMs > LONG_MS;
  if (sweep && sweeping) {
    banner(say('sweep.first', { band: formatBand(sweep.from_hz, sweep.to_hz), hops: sweep.hops, seconds: Math.round(sweepMs / 1000) }));
  } else if (wasSweeping) {
    banner('');
  }
}

/** @param {import('../feed/types.js').ServerStatus['source']} source */
export function nextAttempt({ state, retry_seconds: seconds }) {
  if (seconds !== null && seconds >= 1) return say('radio.retry-in', { seconds: Math.ceil(seconds) });
  return state === 'opening' || state === 'warming' ? say('radio.retry-now') : say('radio.retry');
}
