// SPDX-License-Identifier: MIT
// The strips of the receivers that were chosen, one above the other on one axis of time.

import { formatBand } from '../controls/numbers.js';
import { element, setText } from '../controls/dom.js';
import { noDataColour, paletteTable } from '../plot/palettes.js';
import { suitableRange } from '../plot/level_range.js';
import { TileReader } from '../history/tile_reader.js';
import { Strip } from './strip.js';
import { timeText } from './tables.js';

/** @typedef {import('./state.js').HubState} HubState */
/** @typedef {import('./fleet.js').Receiver} Receiver */

const STRIP_PIXELS = 120;
const PANORAMA_PIXELS = 480;
const PALETTE = 'aurora';
const LIVE_MS = 400;
const EVERY = 61; // not a divisor of a column's pixels
const EMPTY_RANGE = { floorDb: -100, ceilingDb: 0 };

export class Picture {
  #tiles = new TileReader();
  #colours = new Uint32Array(paletteTable(PALETTE).slice().buffer);
  #noData = new Uint32Array(new Uint8Array([...noDataColour(PALETTE), 255]).buffer)[0];
  /** @type {Map<number, Strip>} */
  #strips = new Map();
  #isDue = false;
  #soon = 0;

  /** @param {HubState} state */
  constructor(state) {
    this.state = state;
    this.place = element('strips', HTMLElement);
  }

  /** After receivers were chosen, or what is known of them has changed. */
  arrange() {
    const { chosen, isPanorama } = this.state;
    for (const [id, strip] of this.#strips) {
      if (chosen.some((receiver) => receiver.id === id)) continue;
      strip.close();
      this.#strips.delete(id);
    }
    const figures = chosen.map((receiver) => this.#figure(receiver));
    const { place } = this;
    const isSame = figures.length === place.children.length && figures.every((figure, index) => place.children[index] === figure);
    if (!isSame) place.replaceChildren(...figures);
    place.classList.toggle('joined', isPanorama);
    this.draw();
  }

  /** Once for all that changes before the next frame. */
  draw = () => {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#show();
    });
  };

  /** Rows of several receivers come many times a second. */
  #drawSoon = () => {
    if (this.#soon !== 0) return;
    this.#soon = window.setTimeout(() => {
      this.#soon = 0;
      this.draw();
    }, LIVE_MS);
  };

  /** What is under the pointer; null between strips. @param {PointerEvent} event */
  at({ clientX, clientY }) {
    for (const strip of this.#strips.values()) {
      const { left, top, width, height, bottom } = strip.canvas.getBoundingClientRect();
      if (clientY < top || clientY >= bottom) continue;
      const { from, to } = this.state.span.stretch;
      const band = this.#bandOf(strip);
      const time = from + ((clientX - left) / width) * (to - from);
      const frequencyHz = band.fromHz + (1 - (clientY - top) / height) * (band.toHz - band.fromHz);
      return { strip, time, frequencyHz, lineMs: (to - from) / strip.canvas.width, lineHz: (band.toHz - band.fromHz) / strip.canvas.height };
    }
    return null;
  }

  /** @param {Strip} strip */
  #bandOf(strip) {
    return this.state.band ?? strip.ownBand;
  }

  /** @param {Receiver} receiver @returns {HTMLElement} */
  #figure(receiver) {
    const known = this.#strips.get(receiver.id);
    if (known) {
      known.receiver = receiver;
      return /** @type {HTMLElement} */ (known.canvas.parentElement);
    }
    const figure = document.createElement('figure');
    const caption = figure.appendChild(document.createElement('figcaption'));
    const canvas = figure.appendChild(document.createElement('canvas'));
    canvas.setAttribute('role', 'img');
    caption.textContent = receiver.name;
    this.#strips.set(receiver.id, new Strip(receiver, canvas, { tiles: this.#tiles, changed: this.draw, news: this.#drawSoon }));
    return figure;
  }

  #size() {
    const all = [...this.#strips.values()];
    const whole = all.reduce((sum, { receiver }) => sum + receiver.span_hz, 0);
    for (const strip of all) {
      const width = Math.max(100, this.place.clientWidth);
      const height = this.state.isPanorama && whole > 0 ? Math.max(20, Math.round((PANORAMA_PIXELS * strip.receiver.span_hz) / whole)) : STRIP_PIXELS;
      if (strip.canvas.width !== width) strip.canvas.width = width;
      if (strip.canvas.height !== height) strip.canvas.height = height;
    }
  }

  #show() {
    this.#size();
    const { stretch, end } = this.state.span;
    const strips = [...this.#strips.values()];
    for (const strip of strips) {
      const band = this.#bandOf(strip);
      strip.watch(this.state.isLive);
      strip.fill(stretch, band);
      const caption = strip.canvas.previousElementSibling;
      if (caption) caption.textContent = `${strip.receiver.name}, ${formatBand(band.fromHz, band.toHz)}${strip.liveText}`;
      strip.canvas.setAttribute('aria-label', `Levels of ${strip.receiver.name}`);
    }
    const range = this.#commonRange();
    for (const strip of strips) strip.paint(range, this.#colours, this.#noData);
    setText('span-text', `${timeText(stretch.from)} to ${timeText(stretch.to)}${end === null ? ', now' : ''}; ${range.floorDb.toFixed(0)} to ${range.ceilingDb.toFixed(0)} dB`);
  }

  /** What the colours span, for all strips alike. A pixel in so many is enough. */
  #commonRange() {
    const some = [...this.#strips.values()].flatMap(({ levels }) => Array.from({ length: Math.floor(levels.length / EVERY) }, (_, index) => levels[index * EVERY]));
    return suitableRange(some) ?? EMPTY_RANGE;
  }
}
