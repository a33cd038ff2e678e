// SPDX-License-Identifier: MIT
// The table of the strongest signals: readable, clickable, summarised for screen readers.

import { element, setText } from './dom.js';
import { formatDb, formatWidth } from './numbers.js';
import { getJson } from '../feed/api.js';
import { unit } from '../state/state.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Peak} Peak */

const EVERY_MS = 1000;
const SPEAK_EVERY_MS = 15000;
const COUNT = 12;

export class PeaksTable {
  #spokenAt = -Infinity;
  #spoken = '';

  /** @param {State} state @param {import('../state/actions.js').Actions} actions */
  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    this.body = /** @type {HTMLElement} */ (element('peaks', HTMLTableElement).tBodies[0]);
    window.setInterval(() => this.#refresh(), EVERY_MS);
  }

  /** Then there is nothing to say about signals. */
  get #nothingReceived() {
    return this.state.status?.rows.sequence === 0;
  }

  async #refresh() {
    if (document.hidden || this.state.link !== 'open' || this.state.frozenAt !== null || this.#nothingReceived) return;
    try {
      this.state.peaks = (await getJson(`api/v1/peaks?count=${COUNT}`)).peaks;
    } catch {
      return; // the status line reports the connection; the table keeps its contents
    }
    this.state.stale.overlay = true;
    this.update();
  }

  update() {
    const { peaks } = this.state;
    element('no-peaks', HTMLElement).hidden = peaks.length > 0;
    setText('peaks-unit', unit(this.state));
    while (this.body.children.length > peaks.length) this.body.lastElementChild?.remove();
    while (this.body.children.length < peaks.length) this.body.append(this.#makeRow(this.body.children.length));
    peaks.forEach((peak, index) => this.#showRow(/** @type {HTMLElement} */ (this.body.children[index]), peak));
    this.#speak();
  }

  /** @param {number} index */
  #makeRow(index) {
    const row = document.createElement('tr');
    const go = document.createElement('button');
    go.type = 'button';
    go.title = 'Mark and show this signal';
    go.addEventListener('click', () => this.#show(this.state.peaks[index]));
    const cells = Array.from({ length: 4 }, () => document.createElement('td'));
    cells[0].append(go);
    row.append(...cells);
    return row;
  }

  /** @param {HTMLElement} row @param {Peak} peak */
  #showRow(row, peak) {
    const texts = [(peak.frequency_hz / 1e6).toFixed(4), formatDb(peak.level_db), formatDb(peak.snr_db),
      formatWidth(peak.width_hz)];
    texts.forEach((text, cell) => {
      const target = cell === 0 ? row.querySelector('button') : row.children[cell];
      if (target && target.textContent !== text) target.textContent = text;
    });
    const marker = this.state.markers[0];
    row.classList.toggle('marked', marker !== undefined && Math.abs(marker.hz - peak.frequency_hz) < peak.width_hz);
  }

  /** @param {Peak | undefined} peak */
  #show(peak) {
    if (!peak) return;
    const { band } = this.state;
    const span = band.toHz - band.fromHz;
    this.actions.setMarker(0, peak.frequency_hz);
    if (peak.frequency_hz < band.fromHz || peak.frequency_hz > band.toHz) {
      this.actions.show({ fromHz: peak.frequency_hz - span / 2, toHz: peak.frequency_hz + span / 2 });
    }
    this.update();
  }

  /** A summary for screen readers: every 15 s at most, and only if it changed. */
  #speak() {
    if (this.#nothingReceived || performance.now() - this.#spokenAt < SPEAK_EVERY_MS) return;
    const named = this.state.peaks.slice(0, 3).map((peak) => `${(peak.frequency_hz / 1e6).toFixed(3)} megahertz`);
    const text = named.length === 0 ? 'No signals above the noise.'
      : `${this.state.peaks.length} signals. Strongest: ${named.join(', ')}.`;
    this.#spokenAt = performance.now();
    if (text === this.#spoken) return;
    this.#spoken = text;
    setText('summary', text);
  }
}
