// SPDX-License-Identifier: MIT
// Spots that other programs have placed: fetched now and then, flags in the spectrum, and a list in the panel.

import { element, refill } from './dom.js';
import { formatFrequency } from './numbers.js';
import { getJson } from '../feed/api.js';
import { onLanguage, say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Spot} Spot */

const EVERY_MS = 1000;
const SPOTS_EVERY = 5; // times that, unless there is a dial among them, which is turned by hand
const REDUCED_EVERY = 30; // while data is saved
const MOST_LISTED = 50;

/** Of rigctl, or of the rig that is followed. @param {Spot} spot */
const isDial = ({ label, source }) => label === 'dial' && (source === 'rigctl' || source === 'follow');

/** What is shown of it; renewing it changes its times only. @param {Spot} spot */
const shownOf = ({ label, frequency_hz: hz, comment, source }) => [label, hz, comment, source];

export class SpotList {
  #leftOut = 0;
  #shown = '';

  /** @param {State} state @param {{go: (spot: Spot) => void}} on */
  constructor(state, on) {
    this.state = state;
    this.on = on;
    window.setInterval(() => this.#refresh(), EVERY_MS);
    onLanguage(() => this.#show());
  }

  async #refresh() {
    const { state } = this;
    if (document.hidden || state.link !== 'open' || !state.placesShown) return;
    const every = state.thrifty ? REDUCED_EVERY : state.spots.some(isDial) ? 1 : SPOTS_EVERY;
    if (this.#leftOut++ % every !== 0) return;
    try {
      const { spots } = await getJson('api/v1/spots');
      const text = JSON.stringify(spots.map(shownOf));
      if (text === this.#shown) return;
      this.#shown = text;
      state.spots = spots;
    } catch {
      return; // the status line reports the connection
    }
    state.stale.overlay = true;
    this.#show();
  }

  #show() {
    const { spots } = this.state;
    element('spots-part', HTMLElement).hidden = spots.length === 0;
    refill(element('spots', HTMLUListElement), spots.slice(0, MOST_LISTED).map((spot) => this.#line(spot)));
  }

  /** @param {Spot} spot */
  #line(spot) {
    const [line, go, place] = [document.createElement('li'), document.createElement('button'), document.createElement('span')];
    go.type = 'button';
    go.className = 'place';
    go.title = [say('spot.go', { label: spot.label }), spot.comment, spot.source].filter(Boolean).join('\n');
    place.textContent = formatFrequency(spot.frequency_hz, 100);
    go.append(spot.label, place);
    go.addEventListener('click', () => this.on.go(spot));
    line.append(go);
    line.dataset.key = String(spot.id);
    return line;
  }
}
