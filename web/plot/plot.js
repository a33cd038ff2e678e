// SPDX-License-Identifier: MIT
// The plot: lays the canvases out and draws, once a frame at most, what is stale.

import { Waterfall } from './waterfall.js';
import { SpectrumPlot } from './spectrum_plot.js';
import { drawAxes } from './overlay.js';
import { drawMarks } from './overlay_marks.js';
import { layOut, timeAt } from './geometry.js';
import { ScrollClock } from '../feed/clock.js';
import { msPerPixel, shownRow } from '../state/state.js';
import { readTheme, sizeCanvas } from './theme.js';

/** @typedef {import('../state/state.js').State} State */

export class Screen {
  #clock = new ScrollClock();
  #lastFrame = 0;
  #calm = matchMedia('(prefers-reduced-motion: reduce)');

  /** @param {HTMLElement} plot @param {State} state @param {boolean} allowGl */
  constructor(plot, state, allowGl) {
    this.plot = plot;
    this.state = state;
    this.waterfall = new Waterfall(canvasIn(plot, '#waterfall'), allowGl);
    this.spectrum = new SpectrumPlot(canvasIn(plot, '#spectrum'));
    this.overlay = canvasIn(plot, '#overlay');
    this.geometry = layOut(320, 240, 1);
    this.theme = readTheme();
    /** called after a new size, and each frame that was drawn */
    this.resized = () => {};
    this.drawn = () => {};
    new ResizeObserver(() => this.#sizeChanged() && this.layOut()).observe(plot);
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => this.layOut());
    this.layOut();
    requestAnimationFrame((now) => this.#frame(now));
  }

  #sizeChanged() {
    return this.plot.clientWidth !== this.geometry.width || this.plot.clientHeight !== this.geometry.height;
  }

  layOut() {
    const { clientWidth, clientHeight } = this.plot;
    this.theme = readTheme();
    this.geometry = layOut(Math.max(64, clientWidth), Math.max(120, clientHeight), devicePixelRatio);
    const { spectrum, waterfall, pixelRatio, width, height } = this.geometry;
    this.spectrum.resize(spectrum.width, spectrum.height, pixelRatio);
    this.waterfall.resize(this.geometry);
    sizeCanvas(this.overlay, width, height, pixelRatio);
    place(this.spectrum.canvas, spectrum);
    place(this.waterfall.canvas, waterfall);
    Object.assign(this.state.stale, { projection: true, spectrum: true, overlay: true });
    this.resized();
  }

  /** @param {number} now */
  #frame(now) {
    requestAnimationFrame((next) => this.#frame(next));
    const moved = this.#moveTime(now - this.#lastFrame);
    this.#lastFrame = now;
    const { stale } = this.state;
    if (moved || stale.spectrum || stale.overlay || stale.projection) this.draw();
  }

  /** @param {number} elapsedMs @returns {boolean} whether the picture scrolls */
  #moveTime(elapsedMs) {
    const { state } = this;
    const before = state.topTime;
    const newest = state.live.newest;
    if (newest) state.topTime = this.#clock.advance(elapsedMs, newest, !this.#calm.matches);
    if (state.frozenAt !== null) state.topTime = state.frozenAt;
    return state.topTime !== before;
  }

  /** The moment under the pointer, NaN when it is not on the waterfall. */
  cursorTime() {
    const { cursor } = this.state;
    return cursor ? timeAt(this.geometry, this.state, cursor.y, msPerPixel(this.state)) : NaN;
  }

  shownRow() {
    return shownRow(this.state, this.cursorTime());
  }

  draw() {
    const { state, geometry, theme } = this;
    this.waterfall.draw(state);
    if (state.stale.spectrum) this.spectrum.draw(state, geometry, theme, this.shownRow());
    const context = /** @type {CanvasRenderingContext2D} */ (this.overlay.getContext('2d'));
    const sheet = { context, state, geometry, theme, msPerPixel: msPerPixel(state) };
    drawAxes(sheet);
    drawMarks(sheet);
    Object.assign(state.stale, { spectrum: false, overlay: false });
    this.drawn();
  }
}

/** @param {HTMLElement} plot @param {string} selector */
function canvasIn(plot, selector) {
  const found = plot.querySelector(selector);
  if (!(found instanceof HTMLCanvasElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** @param {HTMLCanvasElement} canvas @param {import('../feed/types.js').Rect} rect */
function place(canvas, rect) {
  Object.assign(canvas.style, { left: `${rect.x}px`, top: `${rect.y}px` });
}
