// SPDX-License-Identifier: MIT
// The strip under the waterfall: the last 24 hours, or the day that is shown, with what is on the screen in a frame. A click
// or a drag goes there; with keys it is a slider.

import { element } from '../controls/dom.js';
import { dateTimeText, tickText } from '../controls/clock_text.js';
import { getBinary } from '../feed/api.js';
import { decodeRows } from '../feed/decode_row.js';
import { colourWords } from '../plot/palettes.js';
import { label } from '../plot/overlay.js';
import { FONT, sizeCanvas } from '../plot/theme.js';
import { serverNow } from '../state/state.js';
import { dayAround } from './calendar.js';
import { stripLevels, stripPeriod } from './strip_picture.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../feed/types.js').Stretch} Stretch */

const REFRESH_MS = 120_000;
const SETTLED_MS = 350;
const ROWS = 480;
const BINS = 64;
const HOUR_MS = 3_600_000;
const TICK_MS = 4 * HOUR_MS;

export class DayStrip {
  /** @type {Stretch} */
  #period = { from: 0, to: 1 };
  /** @type {Row[]} */
  #rows = [];
  #width = 0;
  #shown = ''; // what has been fetched
  #fetchedAt = -Infinity;
  #timer = 0;
  #drawn = ''; // what the picture was made of
  /** @type {AbortController | null} */
  #flight = null;

  /** @param {State} state @param {{theme: () => Record<string, string>, screen: () => Stretch | null, showMiddle: (time: number) => void,
   *   goLive: () => void, marks: () => number[]}} page marks: times of events */
  constructor(state, page) {
    this.state = state;
    this.page = page;
    this.host = element('day-strip', HTMLElement);
    this.canvas = /** @type {HTMLCanvasElement} */ (this.host.querySelector('canvas'));
    this.window = element('day-window', HTMLElement);
    this.host.addEventListener('pointerdown', (event) => this.#grab(event));
    this.host.addEventListener('pointermove', (event) => event.buttons === 1 && this.#go(event));
    this.host.addEventListener('keydown', (event) => this.#key(event));
    new ResizeObserver(() => this.update()).observe(this.host);
  }

  get msPerPixel() {
    return (this.#period.to - this.#period.from) / Math.max(1, this.#width);
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    if (event.button !== 0) return;
    this.host.setPointerCapture(event.pointerId);
    this.#go(event);
  }

  /** @param {PointerEvent} event */
  #go(event) {
    const { left, width } = this.host.getBoundingClientRect();
    const way = Math.max(0, Math.min(1, (event.clientX - left) / width));
    this.page.showMiddle(this.#period.from + way * (this.#period.to - this.#period.from));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const screen = this.page.screen();
    if (!screen || event.ctrlKey || event.metaKey || event.altKey) return;
    const small = Math.max(60_000, Math.min(HOUR_MS, (screen.to - screen.from) / 4));
    const moves = /** @type {Record<string, number>} */ ({ ArrowLeft: -small, ArrowDown: -small, ArrowRight: small, ArrowUp: small, PageDown: -HOUR_MS, PageUp: HOUR_MS });
    const middle = (screen.from + screen.to) / 2;
    if (event.key === 'Home') this.page.showMiddle(this.#period.from);
    else if (event.key === 'End') this.page.goLive();
    else if (moves[event.key]) this.page.showMiddle(middle + moves[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation(); // the page has these keys, too
  }

  /** Call when time, view or display changed, and with every status. */
  update() {
    const screen = this.page.screen();
    this.#width = this.host.clientWidth;
    if (!screen || this.#width === 0) return;
    const middle = (screen.from + screen.to) / 2;
    const isInside = middle >= this.#period.from && middle <= this.#period.to;
    const isOld = performance.now() - this.#fetchedAt > REFRESH_MS && this.#period.to > serverNow(this.state) - 25 * HOUR_MS;
    if (!isInside || isOld) this.#period = stripPeriod(serverNow(this.state), middle, (time) => dayAround(this.state, time));
    const wanted = JSON.stringify([this.#period, this.state.whole]);
    if (wanted !== this.#shown) this.#settle(wanted);
    this.follow();
    this.#describe(middle);
    this.#draw();
  }

  /** While the time moves: the frame around what is on the screen, by whole pixels. */
  follow() {
    const screen = this.page.screen();
    if (!screen) return;
    const { from, to } = this.#period;
    const [left, right] = [screen.from, screen.to].map((time) => Math.round(Math.max(0, Math.min(1, (time - from) / (to - from))) * this.#width));
    const place = `left: ${left}px; width: ${right - left}px;`;
    if (this.window.style.cssText !== place) this.window.style.cssText = place;
  }

  /** For screen readers. @param {number} middle */
  #describe(middle) {
    const { from, to } = this.#period;
    const values = { 'aria-valuemin': from, 'aria-valuemax': to, 'aria-valuenow': Math.max(from, Math.min(to, middle)) };
    for (const [name, value] of Object.entries(values)) this.host.setAttribute(name, String(Math.round(value / 1000)));
    this.host.setAttribute('aria-valuetext', dateTimeText(this.state, Math.round(middle / 1000) * 1000));
  }

  /** A drag through days fetches none of them. @param {string} wanted */
  #settle(wanted) {
    this.#shown = wanted;
    this.#rows = [];
    this.#fetchSoon();
  }

  #fetchSoon() {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.state.dragging ? this.#fetchSoon() : this.#fetch()), SETTLED_MS);
  }

  async #fetch() {
    this.#flight?.abort();
    const flight = new AbortController();
    this.#flight = flight;
    this.#fetchedAt = performance.now();
    const { fromHz, toHz } = this.state.whole;
    const query = new URLSearchParams({ since: (this.#period.from / 1000).toFixed(3), until: (this.#period.to / 1000).toFixed(3), rows: String(ROWS), bins: String(BINS),
      detectors: 'max', bytes: '1', from: String(fromHz), to: String(toHz) });
    try {
      this.#rows = decodeRows(await getBinary(`api/v1/history?${query}`, flight.signal)).filter(({ bins }) => bins > 0);
      this.#drawn = '';
      this.#draw();
    } catch (reason) {
      if (!flight.signal.aborted) console.info(`history unavailable: ${/** @type {Error} */ (reason).message}`);
    }
  }

  #draw() {
    const { palette, range, gamma, whole, localTime } = this.state;
    const [width, height] = [this.host.clientWidth, this.host.clientHeight];
    const marks = this.page.marks();
    const drawn = JSON.stringify([this.#shown, this.#rows.length, palette, Math.round(range.floorDb), Math.round(range.ceilingDb), gamma, localTime, width, height, marks.length]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    sizeCanvas(this.canvas, width, height, 1);
    const context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    const scale = this.#rows[0] ?? { firstDb: -120, stepDb: 0.5 };
    const value = (/** @type {number} */ db) => (db - scale.firstDb) / scale.stepDb + 1;
    const words = colourWords(palette, value(range.floorDb), value(range.ceilingDb), gamma);
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    stripLevels(this.#rows, this.#period, whole, width, height).forEach((level, at) => { pixels[at] = words[level]; });
    context.putImageData(image, 0, 0);
    this.#drawMarks(context, width, height, marks);
  }

  /** @param {CanvasRenderingContext2D} context @param {number} width @param {number} height @param {number[]} marks */
  #drawMarks(context, width, height, marks) {
    const theme = this.page.theme();
    const { from, to } = this.#period;
    const x = (/** @type {number} */ time) => ((time - from) / (to - from)) * width;
    Object.assign(context, { font: FONT, textAlign: 'left', textBaseline: 'alphabetic' });
    const midnight = dayAround(this.state, to).from;
    for (let time = midnight - 6 * TICK_MS; time < to; time += TICK_MS) {
      if (time < from) continue;
      context.fillStyle = theme['on-picture'];
      context.fillRect(Math.round(x(time)), height - 6, 1, 6);
      if (x(time) < width - 40) label({ context }, tickText(this.state, time, HOUR_MS).slice(0, time === midnight ? 10 : 5), x(time) + 4, height - 4, theme['on-picture'], theme['on-picture-halo']);
    }
    context.fillStyle = theme.warn;
    for (const time of marks) if (time >= from && time <= to) context.fillRect(Math.round(x(time)) - 1, 0, 3, 7);
  }
}
