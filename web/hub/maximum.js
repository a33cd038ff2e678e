// SPDX-License-Identifier: MIT
// The most that any receiver had, as a line over frequency, and which one it was. Requested while it can be seen.

import { element, isOpen, setText } from '../controls/dom.js';
import { formatBand, formatDb, formatFrequency } from '../controls/numbers.js';
import { ApiError } from '../feed/api.js';
import { maximum } from './fleet.js';
import { bandOfAll, binHz, levelsForMaximum, loudestNear } from './maximum_plan.js';
import { drawMaximum } from './maximum_plot.js';
import { timeText } from './tables.js';

/** @typedef {import('./state.js').HubState} HubState */

const AFTER_MS = 400; // the last change of the time: a drag is many
const EVERY_MS = 60_000;
const POINTER_PIXELS = 4;
const LEAST_WIDTH = 100;

export class MaximumOfAll {
  /** @type {import('./fleet.js').Maximum | null} */
  #maximum = null;
  /** @type {number | null} */
  #cursor = null;
  #level = '';
  #timer = 0;
  #requestedAt = 0;
  #asked = ''; // for which time and band

  /** @param {HubState} state @param {{choose: (id: number) => void}} on */
  constructor(state, on) {
    this.state = state;
    this.section = element('maximum-section', HTMLDetailsElement);
    this.canvas = element('maximum', HTMLCanvasElement);
    this.section.addEventListener('toggle', () => this.changed());
    this.canvas.addEventListener('pointermove', ({ clientX }) => this.#point(clientX));
    this.canvas.addEventListener('click', ({ clientX }) => {
      this.#point(clientX);
      this.#choose(on.choose);
    });
    this.canvas.addEventListener('keydown', (event) => {
      const steps = { ArrowLeft: -1, ArrowRight: 1, PageDown: -50, PageUp: 50 }[event.key];
      if (steps) this.#step(steps);
      else if (event.key === 'Enter') this.#choose(on.choose);
      else return;
      event.preventDefault();
    });
  }

  /** After the time, the band or the receivers have changed, and now and then. */
  changed() {
    if (!isOpen(this.section) || document.hidden) return;
    this.draw();
    const { span, fleet } = this.state;
    const wanted = JSON.stringify([span.end, span.lengthMs, this.#band(), levelsForMaximum(fleet, span.lengthMs)]);
    if (wanted === this.#asked && Date.now() - this.#requestedAt < EVERY_MS) return;
    this.#asked = wanted;
    this.#requestedAt = Date.now();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#request(wanted), AFTER_MS);
  }

  draw() {
    drawMaximum(this.canvas, this.#width, this.#maximum, this.#cursor);
  }

  get #width() {
    return Math.max(LEAST_WIDTH, this.section.clientWidth);
  }

  #band() {
    const { band, chosen, fleet } = this.state;
    return band ?? bandOfAll(chosen) ?? bandOfAll(fleet);
  }

  /** The finest level that is not too much. @param {string} wanted */
  async #request(wanted) {
    const { stretch } = this.state.span;
    const band = this.#band();
    const levels = levelsForMaximum(this.state.fleet, stretch.to - stretch.from);
    let trouble = this.state.fleet.length > 0 ? 'Too much time for the rows that are reported.' : '';
    let answer = null;
    for (const level of band ? levels : []) {
      try {
        answer = await maximum(level, stretch, band ?? { fromHz: 0, toHz: 0 }, Math.round(this.#width));
        this.#level = level;
        trouble = '';
        break;
      } catch (reason) {
        trouble = /** @type {Error} */ (reason).message;
        if (!(reason instanceof ApiError && reason.status === 400)) break;
      }
    }
    if (wanted !== this.#asked) return; // it has changed meanwhile
    this.#maximum = answer;
    if (answer && this.#cursor !== null && this.#cursor >= answer.levels_db.length) this.#cursor = null;
    this.#say(trouble);
    this.draw();
  }

  /** @param {number} clientX */
  #point(clientX) {
    if (!this.#maximum) return;
    const { left, width } = this.canvas.getBoundingClientRect();
    this.#move(loudestNear(this.#maximum, (clientX - left) / width, POINTER_PIXELS));
  }

  /** @param {number} bins */
  #step(bins) {
    const last = (this.#maximum?.levels_db.length ?? 0) - 1;
    if (last >= 0) this.#move(Math.max(0, Math.min(last, (this.#cursor ?? Math.round(last / 2)) + bins)));
  }

  /** @param {number | null} cursor */
  #move(cursor) {
    this.#cursor = cursor;
    this.#say('');
    this.draw();
  }

  /** @param {(id: number) => void} choose */
  #choose(choose) {
    const receiver = this.#maximum?.receivers[this.#cursor ?? -1];
    if (receiver) choose(receiver);
  }

  /** @param {string} trouble */
  #say(trouble) {
    const found = this.#maximum;
    const cursor = this.#cursor;
    if (!found) {
      setText('maximum-text', trouble);
    } else if (cursor !== null) {
      const [level, receiver] = [found.levels_db[cursor], found.receivers[cursor]];
      const frequency = formatFrequency(binHz(found, cursor), (found.to_hz - found.from_hz) / found.levels_db.length);
      setText('maximum-text', level === null || receiver === null ? `${frequency}: no rows` : `${frequency}: ${formatDb(level)} dB, ${this.state.nameOf(receiver)}`);
    } else {
      const { from, to } = this.state.span.stretch;
      const heard = new Set(found.receivers.filter((receiver) => receiver !== null)).size;
      setText('maximum-text', `${formatBand(found.from_hz, found.to_hz)}, ${timeText(from)} to ${timeText(to)}, by rows of ${this.#level}: ${heard} receivers`);
    }
  }
}
