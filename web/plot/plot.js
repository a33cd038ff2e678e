// SPDX-License-Identifier: MIT
// The plot: lays out its canvases and redraws what is stale, at most once a frame.

import { Waterfall } from './waterfall.js';
import { SpectrumPlot } from './spectrum_plot.js';
import { drawAxes } from './overlay.js';
import { drawMarks } from './overlay_marks.js';
import { layOut, timeAt } from './geometry.js';
import { ScrollClock, newestPart } from '../feed/clock.js';
import { msPerPixel, shownRow } from '../state/state.js';
import { readTheme, sizeCanvas } from './theme.js';

/** @typedef {import('../state/state.js').State} State */

export class Plot {
  #clock = new ScrollClock();
  #lastFrame = 0;
  #newestLine = NaN; // of pixels: the picture moves by whole ones
  #levels = ''; // that the axis was drawn for
  #deviceRatio = 1;
  #calm = matchMedia('(prefers-reduced-motion: reduce)');

  /** @param {HTMLElement} host @param {State} state @param {boolean} allowGl */
  constructor(host, state, allowGl) {
    this.element = host;
    this.state = state;
    this.waterfall = new Waterfall(canvasIn(host, '#waterfall'), allowGl);
    this.spectrum = new SpectrumPlot(canvasIn(host, '#spectrum'));
    this.overlay = canvasIn(host, '#overlay');
    this.geometry = layOut(320, 240, 1);
    this.theme = readTheme();
    /** called after a change of size, and after each frame drawn */
    this.resized = () => {};
    this.drawn = () => {};
    new ResizeObserver(() => this.#sizeChanged() && this.layOut()).observe(host);
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => this.layOut());
    this.layOut();
    requestAnimationFrame((now) => this.#frame(now));
  }

  /** While it is not shown, as on paper, it keeps its size. */
  #sizeChanged() {
    return this.element.clientWidth > 0 && (this.element.clientWidth !== this.geometry.width || this.element.clientHeight !== this.geometry.height);
  }

  layOut() {
    const { clientWidth, clientHeight } = this.element;
    this.#deviceRatio = devicePixelRatio;
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
    if (devicePixelRatio !== this.#deviceRatio) this.layOut(); // on another monitor; the size may be the same
    const moved = this.#moveTime(now - this.#lastFrame);
    this.#lastFrame = now;
    const { stale } = this.state;
    const marks = this.#levelsMoved() || moved || stale.overlay || stale.projection;
    if (marks || stale.spectrum) this.draw(marks);
  }

  /** @param {number} elapsedMs @returns {boolean} whether the waterfall moves */
  #moveTime(elapsedMs) {
    const { state } = this;
    const before = this.#newestLine;
    const newest = state.live.newest;
    if (newest) state.topTime = this.#clock.advance(elapsedMs, newestPart(newest), !this.#calm.matches);
    if (state.frozenAt !== null) state.topTime = state.frozenAt;
    this.#newestLine = Math.ceil((state.topTime * this.geometry.pixelRatio) / msPerPixel(state));
    return this.#newestLine !== before && !Number.isNaN(this.#newestLine);
  }

  #levelsMoved() {
    const before = this.#levels;
    this.#levels = [this.state.range, this.state.axisRange].map(({ floorDb, ceilingDb }) => `${floorDb.toFixed(1)} ${ceilingDb.toFixed(1)}`).join();
    return this.#levels !== before;
  }

  /** The time under the pointer, NaN if it is not on the waterfall. */
  cursorTime() {
    const { cursor } = this.state;
    return cursor ? timeAt(this.geometry, this.state, cursor.y, msPerPixel(this.state)) : NaN;
  }

  shownRow() {
    return shownRow(this.state, this.cursorTime());
  }

  /** @param {boolean} [marks] false: axes and marks are as they were, which takes most of the time of a frame */
  draw(marks = true) {
    const { state, geometry, theme } = this;
    this.waterfall.draw(state);
    if (state.stale.spectrum) this.spectrum.draw(state, geometry, theme, this.shownRow());
    if (marks) this.#drawMarks();
    Object.assign(state.stale, { spectrum: false, overlay: false });
    this.drawn();
  }

  #drawMarks() {
    const { state, geometry, theme } = this;
    const context = /** @type {CanvasRenderingContext2D} */ (this.overlay.getContext('2d'));
    const sheet = { context, state, geometry, theme, msPerPixel: msPerPixel(state) };
    drawAxes(sheet);
    drawMarks(sheet);
  }
}

/** @param {HTMLElement} host @param {string} selector */
function canvasIn(host, selector) {
  const found = host.querySelector(selector);
  if (!(found instanceof HTMLCanvasElement)) throw new Error(`missing canvas: ${selector}`);
  return found;
}

/** @param {HTMLCanvasElement} canvas @param {import('../feed/types.js').Rect} rect */
function place(canvas, rect) {
  Object.assign(canvas.style, { left: `${rect.x}px`, top: `${rect.y}px` });
}
