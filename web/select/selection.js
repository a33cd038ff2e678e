// SPDX-License-Identifier: MIT
// The rectangle on the waterfall: drawn by pointer or keys, its statistics, and what can be made of it.

import { button, element, onClick, saveBlob, setPressed } from '../controls/dom.js';
import { composeScreenshot } from '../controls/screenshot.js';
import { ApiError, getBinary, getBlob } from '../feed/api.js';
import { decodeRows } from '../feed/decode_row.js';
import { xOf, yOfTime } from '../plot/geometry.js';
import { msPerPixel } from '../state/state.js';
import { annotationOf, csvOf } from './exports.js';
import { between, inMiddle, moved } from './rectangle.js';
import { SelectGesture } from './select_gesture.js';
import { statisticsOf } from './statistics.js';
import { statisticsTexts } from './statistics_texts.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Stretch} Stretch */
/** @typedef {import('./statistics.js').Rectangle} Rectangle */

const SETTLED_MS = 250;
const ROWS = 1000;
const BINS = 1000;
const KEY_PART = 0.02; // of the screen
/** @type {Record<string, [number, number]>} right, up */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Selection {
  #timer = 0;
  #shown = 'null'; // the rectangle whose statistics are there, or on their way
  /** @type {AbortController | null} */
  #flight = null;
  /** @type {import('../feed/types.js').Row[]} of the rectangle */
  #rows = [];
  /** @type {import('./statistics.js').Statistics | null} */
  #statistics = null;

  /** @param {State} state @param {import('../plot/plot.js').Plot} plot @param {import('../state/actions.js').Actions} actions
   * @param {{screen: () => Stretch | null, drop: () => void, adopt: (row: import('../feed/types.js').Row) => void}} page */
  constructor(state, plot, actions, page) {
    this.state = state;
    this.plot = plot;
    this.actions = actions;
    this.page = page;
    this.box = element('selection', HTMLElement);
    this.card = element('selection-card', HTMLElement);
    this.gesture = new SelectGesture(plot, { drop: page.drop, began: () => actions.freeze(), drawn: (a, b, done) => this.#drawn(a, b, done) });
    this.box.addEventListener('keydown', (event) => this.#key(event));
    onClick('select', () => this.#arm(!this.gesture.armed));
    onClick('selection-close', () => this.#set(null));
    onClick('selection-link', () => button('share').click());
    onClick('selection-csv', () => this.#save(csvOf(this.#rows, this.#rectangle, 'max'), 'text/csv', 'csv'));
    onClick('selection-sigmf', () => this.#saveAnnotation());
    onClick('selection-picture', () => this.#savePicture());
  }

  get #rectangle() {
    return /** @type {Rectangle} */ (this.state.selection);
  }

  /** By keys: in the middle of the screen. */
  open() {
    const screen = this.page.screen();
    if (!screen) return;
    this.actions.freeze();
    if (!this.state.selection) this.#set(inMiddle(this.state.band, screen));
    this.drawn();
    this.box.focus({ preventScroll: true });
  }

  /** @param {boolean} armed the next drag draws */
  #arm(armed) {
    this.gesture.armed = armed;
    setPressed(button('select'), armed);
  }

  /** @param {{hz: number, time: number}} a @param {{hz: number, time: number}} b @param {boolean} done */
  #drawn(a, b, done) {
    const screen = this.page.screen();
    if (screen) this.#set(between(a, b, this.state.band, screen));
    if (done) this.#arm(false);
  }

  /** @param {Rectangle | null} rectangle */
  #set(rectangle) {
    this.state.selection = rectangle;
    if (!rectangle && document.activeElement === this.box) this.plot.element.focus({ preventScroll: true });
    this.actions.setDisplay({});
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const [screen, arrow] = [this.page.screen(), ARROWS[event.key]];
    if (!screen || !(arrow || event.key === 'Escape') || event.ctrlKey || event.metaKey) return;
    const sign = this.state.newestBelow ? -1 : 1;
    if (arrow) this.#set(moved(this.#rectangle, arrow[0] * KEY_PART, arrow[1] * sign * KEY_PART, event.shiftKey, this.state.band, screen));
    else this.#set(null);
    event.preventDefault();
    event.stopPropagation();
  }

  /** After each frame that is drawn: where the rectangle is now. */
  drawn() {
    const { state, plot: { geometry } } = this;
    const { selection } = state;
    this.box.hidden = !selection;
    if (!selection) return;
    const { waterfall } = geometry;
    const clip = (/** @type {number} */ value, /** @type {number} */ from, /** @type {number} */ length) => Math.max(from, Math.min(from + length, value));
    const [left, right] = [selection.fromHz, selection.toHz].map((hz) => clip(xOf(geometry, state, hz), waterfall.x, waterfall.width));
    const [top, bottom] = [selection.to, selection.from].map((time) => clip(yOfTime(geometry, state, time, msPerPixel(state)), waterfall.y, waterfall.height)).sort((a, b) => a - b);
    const place = `left:${left.toFixed(1)}px;top:${top.toFixed(1)}px;width:${(right - left).toFixed(1)}px;height:${(bottom - top).toFixed(1)}px`;
    if (this.box.style.cssText !== place) this.box.style.cssText = place;
  }

  /** Call when the display changed: fetches what the rectangle has, once it is left alone. */
  update() {
    this.card.hidden = !this.state.selection;
    if (this.#shown === JSON.stringify(this.state.selection)) return this.#show();
    this.#shown = JSON.stringify(this.state.selection);
    this.#statistics = null;
    this.#rows = [];
    this.#flight?.abort();
    window.clearTimeout(this.#timer);
    if (this.state.selection) this.#timer = window.setTimeout(() => this.#fetch(this.#rectangle), SETTLED_MS);
    return this.#show();
  }

  /** @param {Rectangle} rectangle */
  async #fetch({ fromHz, toHz, from, to }) {
    const flight = new AbortController();
    this.#flight = flight;
    const query = new URLSearchParams({ since: (from / 1000).toFixed(3), until: (to / 1000).toFixed(3), from: fromHz.toFixed(3), to: toHz.toFixed(3),
      rows: String(ROWS), bins: String(BINS), detectors: 'mean,max', bytes: '2', pool: 'mean' });
    try {
      const rows = decodeRows(await getBinary(`api/v1/history?${query}`, flight.signal)).filter(({ bins }) => bins > 0);
      for (const row of rows) this.page.adopt(row);
      this.#rows = rows;
      this.#statistics = statisticsOf(rows, { fromHz, toHz, from, to });
    } catch (reason) {
      if (flight.signal.aborted) return;
      console.info(`history unavailable: ${/** @type {Error} */ (reason).message}`);
    }
    this.#show();
  }

  #show() {
    const facts = element('selection-facts', HTMLElement);
    if (!this.state.selection) return facts.replaceChildren();
    for (const id of ['selection-csv', 'selection-picture']) button(id).disabled = this.#rows.length === 0;
    return facts.replaceChildren(...statisticsTexts(this.state, this.#rectangle, this.#statistics).flatMap(([name, text]) => {
      const [term, value] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = name;
      value.textContent = text;
      return [term, value];
    }));
  }

  get #name() {
    const { fromHz, toHz, from } = this.#rectangle;
    return `spectrum-${((fromHz + toHz) / 2e6).toFixed(3)}MHz-${new Date(from).toISOString().slice(0, 19).replace(/:/g, '')}Z`;
  }

  /** @param {string} text @param {string} type @param {string} suffix */
  #save(text, type, suffix) {
    saveBlob(new Blob([text], { type }), `${this.#name}.${suffix}`);
  }

  #saveAnnotation() {
    const { status, whole } = this.state;
    const facts = { label: this.#name, comment: statisticsTexts(this.state, this.#rectangle, this.#statistics).map((pair) => pair.join(': ')).join('; '),
      rateHz: whole.toHz - whole.fromHz, centerHz: (whole.fromHz + whole.toHz) / 2, version: status?.version ?? '' };
    this.#save(JSON.stringify(annotationOf(this.#rectangle, facts), null, 2), 'application/json', 'sigmf-meta');
  }

  /** The server's, of the rectangle; a server without such gets the picture of the page saved. */
  async #savePicture() {
    const { fromHz, toHz, from, to } = this.#rectangle;
    const query = new URLSearchParams({ since: (from / 1000).toFixed(3), until: (to / 1000).toFixed(3), from: fromHz.toFixed(3), to: toHz.toFixed(3) });
    try {
      saveBlob(await getBlob(`api/v1/history.png?${query}`), `${this.#name}.png`);
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason;
      composeScreenshot(this.plot).toBlob((blob) => blob && saveBlob(blob, `${this.#name}.png`));
    }
  }
}
