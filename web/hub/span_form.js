// SPDX-License-Identifier: MIT
// The controls above the strips: how much time, which band, in which order.

import { element, input, onClick } from '../controls/dom.js';
import { parseFrequencyEntry } from '../controls/numbers.js';

/** @param {import('./state.js').HubState} state @param {{moved: () => void, arrange: () => void}} page */
export function listenToForm(state, { moved, arrange }) {
  const { span } = state;
  element('span-form', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault());
  for (const button of document.querySelectorAll('[data-hours]')) {
    button.addEventListener('click', () => {
      span.zoom((Number(button.getAttribute('data-hours')) * 3_600_000) / span.lengthMs);
      moved();
    });
  }
  onClick('to-now', () => {
    span.end = null;
    moved();
  });
  input('panorama').addEventListener('change', () => {
    state.isPanorama = input('panorama').checked;
    arrange();
  });
  input('live-rows').addEventListener('change', () => {
    state.isLive = input('live-rows').checked;
    moved();
  });
  input('band').addEventListener('change', () => {
    const band = parseFrequencyEntry(input('band').value);
    const isAll = input('band').value.trim() === '';
    element('band-refusal', HTMLElement).hidden = isAll || band?.kind === 'band';
    if (isAll) state.band = null;
    if (band?.kind === 'band') state.band = band;
    moved();
  });
}
