// SPDX-License-Identifier: MIT
// The table of signals, a line for each as long as it stays: readable, clickable, summarised for screen readers.

import { element, setText } from './dom.js';
import { formatDb, formatWidth } from './numbers.js';
import { SignalSummary } from './signal_summary.js';
import { signalClassText, signalMegahertz } from './signal_text.js';
import { getJson } from '../feed/api.js';
import { forPower, levelNumber, unitName } from '../state/units.js';
import { worded } from '../words/page_words.js';
import { onLanguage, say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Peak} Peak */

const EVERY_MS = 1000;
const REDUCED_EVERY = 5; // times that, while data is saved
const COUNT = 20;

export class PeaksTable {
  #summary = new SignalSummary();
  #leftOut = 0;
  #isAnswered = false;

  /** @param {State} state @param {import('../state/actions.js').Actions} actions */
  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    this.body = /** @type {HTMLElement} */ (element('peaks', HTMLTableElement).tBodies[0]);
    window.setInterval(() => this.#refresh(), EVERY_MS);
    onLanguage(() => (this.#summary = new SignalSummary())); // the sentence again, in the new language
  }

  async #refresh() {
    if (document.hidden || this.state.link !== 'open' || this.state.frozenAt !== null) return;
    if (this.state.thrifty && this.#isAnswered && ++this.#leftOut % REDUCED_EVERY !== 0) return;
    if (!this.state.status?.rows.sequence) return; // the server has no row yet, and would refuse
    try {
      const answer = await getJson(`api/v1/signals?count=${COUNT}`);
      Object.assign(this.state, { peaks: answer.signals, floorDb: answer.floor_db ?? NaN });
    } catch {
      return; // the status line reports the connection; the table keeps its contents
    }
    this.#isAnswered = true;
    this.state.stale.overlay = true;
    this.update();
    const sentence = this.#summary.next(this.state.peaks.filter(({ active }) => active), performance.now());
    if (sentence !== null && !this.state.narrated) setText('summary', sentence);
  }

  update() {
    const { peaks } = this.state;
    element('no-peaks', HTMLElement).hidden = !this.#isAnswered || peaks.length > 0;
    setText('peaks-unit', unitName(forPower(this.state)));
    while (this.body.children.length > peaks.length) this.body.lastElementChild?.remove();
    while (this.body.children.length < peaks.length) this.body.append(this.#makeRow(this.body.children.length));
    peaks.forEach((peak, index) => this.#showRow(/** @type {HTMLElement} */ (this.body.children[index]), peak));
  }

  /** @param {number} index */
  #makeRow(index) {
    const row = document.createElement('tr');
    const go = document.createElement('button');
    go.type = 'button';
    worded(go, { title: 'peak.show' });
    go.addEventListener('click', () => this.#show(this.state.peaks[index]));
    const cells = Array.from({ length: 5 }, () => document.createElement('td'));
    cells[0].append(go);
    row.append(...cells);
    return row;
  }

  /** @param {HTMLElement} row @param {Peak} peak */
  #showRow(row, peak) {
    const texts = [signalMegahertz(peak), levelNumber(forPower(this.state), peak.power_db, peak.frequency_hz), formatDb(peak.snr_db),
      formatWidth(peak.width_hz), signalClassText(peak.class)];
    texts.forEach((text, cell) => {
      const target = cell === 0 ? row.querySelector('button') : row.children[cell];
      if (target && target.textContent !== text) target.textContent = text;
    });
    const marker = this.state.markers[0];
    row.classList.toggle('marked', marker !== undefined && Math.abs(marker.hz - peak.frequency_hz) < peak.width_hz);
    row.classList.toggle('paused', !peak.active);
    row.title = peak.active ? '' : say('peak.paused');
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
}
