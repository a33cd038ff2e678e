// SPDX-License-Identifier: MIT
// Noise floor, gain and overload over hours to months, in the panel. A click goes to the time.

import { element, fillSelect, isOpen, select, setText, showRefusal } from '../controls/dom.js';
import { clockTicks, tickText } from '../controls/clock_text.js';
import { reasonText } from '../controls/wording.js';
import { getJson } from '../feed/api.js';
import { formatDb } from '../controls/numbers.js';
import { axisTicks } from '../plot/ticks.js';
import { FONT, sizeCanvas } from '../plot/theme.js';
import { serverNow } from '../state/state.js';
import { unitOfThen } from '../state/units.js';
import { say } from '../words/text.js';
import { extremesOf, trendOf } from './trend_line.js';

/** @typedef {import('./trend_line.js').Subject} Subject */
/** @typedef {import('./trend_line.js').FloorFacts} FloorFacts */

const HOUR_MS = 3_600_000;
/** @type {Record<string, number>} */
const PERIODS = { day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month: 31 * 24 * HOUR_MS, year: 366 * 24 * HOUR_MS };
const MOST = 50_000; // of the server
const HEIGHT = 132;
const LEFT = 34;
const BELOW = 16;

export class TrendPlot {
  /** @type {FloorFacts[]} */
  #list = [];
  #stretch = { from: 0, to: 1 };

  /** @param {import('../state/state.js').State} state @param {{theme: () => Record<string, string>, showMiddle: (time: number) => void}} page */
  constructor(state, page) {
    this.state = state;
    this.page = page;
    this.canvas = element('trend', HTMLCanvasElement);
    this.section = element('trends-section', HTMLDetailsElement);
    fillSelect('trend-subject', () => ['floor', 'gain', 'overload'].map((name) => [name, say(`trend.${name}`)]));
    fillSelect('trend-period', () => Object.keys(PERIODS).map((name) => [name, say(`events.${name}`)]));
    this.section.addEventListener('toggle', () => this.#refresh());
    select('trend-period').addEventListener('change', () => this.#refresh());
    select('trend-subject').addEventListener('change', () => this.draw());
    this.canvas.addEventListener('click', ({ offsetX }) => {
      const { from, to } = this.#stretch;
      if (offsetX >= LEFT) page.showMiddle(from + ((offsetX - LEFT) / (this.canvas.clientWidth - LEFT)) * (to - from));
    });
    new ResizeObserver(() => this.draw()).observe(this.section);
  }

  async #refresh() {
    if (!isOpen(this.section)) return;
    const to = serverNow(this.state);
    const from = to - PERIODS[select('trend-period').value];
    try {
      this.#list = (await getJson(`api/v1/floor?since=${(from / 1000).toFixed(0)}&until=${(to / 1000).toFixed(0)}&limit=${MOST}`)).values;
      this.#stretch = { from, to };
      showRefusal(select('trend-subject'), '');
      this.draw();
    } catch (reason) {
      showRefusal(select('trend-subject'), reasonText(reason));
    }
  }

  draw() {
    const width = this.section.clientWidth - 28;
    if (!this.section.open || width < 2 * LEFT) return;
    sizeCanvas(this.canvas, width, HEIGHT, Math.min(2, devicePixelRatio));
    const subject = /** @type {Subject} */ (select('trend-subject').value);
    const { name, shiftAt } = unitOfThen(this.state);
    const trend = trendOf(this.#list, subject, this.#stretch, width - LEFT, shiftAt);
    const extremes = extremesOf(trend);
    const unit = subject === 'floor' ? name : subject === 'gain' ? 'dB' : '%';
    setText('trend-text', extremes ? say('trend.text', { mean: formatDb(extremes.mean), low: formatDb(extremes.low), high: formatDb(extremes.high), unit }) : say('no-data'));
    if (extremes) this.#plot(trend, extremes, width);
  }

  /** @param {import('./trend_line.js').Column[]} trend @param {{low: number, high: number}} extremes @param {number} width */
  #plot(trend, extremes, width) {
    const context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    const theme = this.page.theme();
    const room = Math.max(0.5, (extremes.high - extremes.low) * 0.1);
    const [low, high] = [extremes.low - room, extremes.high + room];
    const y = (/** @type {number} */ value) => (1 - (value - low) / (high - low)) * (HEIGHT - BELOW);
    context.font = FONT;
    context.fillStyle = theme.grid;
    const { major } = axisTicks(low, high, HEIGHT - BELOW, 26);
    for (const value of major) context.fillRect(LEFT, Math.round(y(value)), width - LEFT, 1);
    this.#labels(context, theme, major.map((value) => [formatDb(value).replace(/[.,]0$/, ''), y(value)]), width);
    context.fillStyle = theme['trace-band'];
    trend.forEach(({ low: least, high: most }, column) => context.fillRect(LEFT + column, y(most), 1, Math.max(1, y(least) - y(most))));
    context.fillStyle = theme.trace;
    trend.forEach(({ mean }, column) => context.fillRect(LEFT + column, y(mean) - 0.75, 1, 1.5));
  }

  /** @param {CanvasRenderingContext2D} context @param {Record<string, string>} theme @param {[string, number][]} levels @param {number} width */
  #labels(context, theme, levels, width) {
    const { from, to } = this.#stretch;
    context.fillStyle = theme['label-dim'];
    Object.assign(context, { textAlign: 'right', textBaseline: 'middle' });
    for (const [text, y] of levels) if (y > 5 && y < HEIGHT - BELOW - 2) context.fillText(text, LEFT - 4, y);
    Object.assign(context, { textAlign: 'center', textBaseline: 'alphabetic' });
    const { step, major } = clockTicks(this.state, from, to, width - LEFT, 90);
    for (const time of major) {
      const x = LEFT + ((time - from) / (to - from)) * (width - LEFT);
      const text = tickText(this.state, time, step).replace(/:00$/, '');
      const half = context.measureText(text).width / 2;
      if (x - half > LEFT - 8 && x + half < width) context.fillText(text, x, HEIGHT - 3);
    }
  }
}
