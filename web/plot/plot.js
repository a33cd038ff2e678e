// SPDX-License-Identifier: MIT
// The plot: lays out its canvases and redraws what is stale, at most once a frame.

import { Waterfall } from './waterfall.js';
import { SpectrumPlot } from './spectrum_plot.js';
import { drawAxes } from './overlay.js';
import { drawMarks, hasCursor, hasTicks, isMarked } from './overlay_marks.js';
import { TimeAxis } from './time_axis.js';
import { layOut, timeAt } from './geometry.js';
import { ScrollClock, newestPart } from '../feed/clock.js';
import { msPerPixel, shownRow } from '../state/state.js';
import { readTheme, sizeCanvas } from './theme.js';

/** @typedef {import('../state/state.js').State} State */

const REST_MS = 20; // longer than a frame, shorter than two

export class Plot {
  #clock = new ScrollClock();
  #lastFrame = 0;
  #top = NaN; // the time at the top, in lines of the waterfall
  #marksMove = false; // with the picture
  #crossed = false; // the cursor is drawn
  #rested = false; // the spectrum, in the last frame
  #levels = new Int32Array(4); // that the axis was drawn for, in tenths of a dB
  #deviceRatio = 1;
  #onFrame = (/** @type {number} */ now) => this.#frame(now);
  #requestFrame = () => void requestAnimationFrame(this.#onFrame); // both made once, not for each frame
  #calm = matchMedia('(prefers-reduced-motion: reduce)');

  /** @param {HTMLElement} host @param {State} state @param {boolean} allowGl */
  constructor(host, state, allowGl) {
    this.element = host;
    this.state = state;
    this.waterfall = new Waterfall(canvasIn(host, '#waterfall'), allowGl);
    this.spectrum = new SpectrumPlot(canvasIn(host, '#spectrum'));
    this.timeAxis = new TimeAxis(canvasIn(host, '#times'));
    this.overlay = canvasIn(host, '#overlay');
    this.geometry = layOut(320, 240, 1);
    this.theme = readTheme();
    /** called after a change of size, and after each frame drawn */
    this.resized = () => {};
    this.drawn = () => {};
    new ResizeObserver(() => this.#sizeChanged() && this.layOut()).observe(host);
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => this.layOut());
    this.layOut();
    this.#requestFrame();
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
    this.timeAxis.resize(this.geometry);
    place(this.timeAxis.canvas, this.timeAxis.rect);
    place(this.spectrum.canvas, spectrum);
    place(this.waterfall.canvas, waterfall);
    Object.assign(this.state.stale, { projection: true, spectrum: true, overlay: true });
    this.resized();
  }

  /** @param {import('../feed/types.js').Row} row the newest */
  newestArrived(row) {
    this.waterfall.newestArrived(row);
    if (isMarked(row)) this.state.stale.overlay = true;
  }

  /** @param {number} now */
  #frame(now) {
    this.#awaitFrame();
    if (devicePixelRatio !== this.#deviceRatio) this.layOut(); // on another monitor; the size may be the same
    const before = this.#top;
    this.#moveTime(now - this.#lastFrame);
    this.#lastFrame = now;
    const { stale } = this.state;
    const byPixels = Math.ceil(this.#top) !== Math.ceil(before);
    const marks = this.#levelsMoved() || stale.overlay || stale.projection || this.#cursorMoved() || (byPixels && this.#marksMoved());
    if (marks || byPixels || stale.spectrum) this.draw(marks, marks || byPixels);
    else if (this.#top !== before && !Number.isNaN(this.#top)) this.waterfall.draw(this.state, this.#top);
  }

  /** A frame costs a phone more than what is drawn in it, so there, and with reduced motion, every other one will do
   * unless a finger is down. */
  #awaitFrame() {
    if ((this.geometry.narrow || this.#calm.matches) && !this.state.dragging) window.setTimeout(this.#requestFrame, REST_MS);
    else this.#requestFrame();
  }

  /** A picture that stands still shows whole lines. @param {number} elapsedMs since the last frame */
  #moveTime(elapsedMs) {
    const { state } = this;
    const newest = state.live.newest;
    const smooth = !this.#calm.matches;
    if (newest) state.topTime = this.#clock.advance(elapsedMs, newestPart(newest), smooth);
    if (state.frozenAt !== null) state.topTime = state.frozenAt;
    this.#top = this.waterfall.topLines(state, smooth && state.frozenAt === null);
  }

  /** Where it is drawn, or was: it is not over the axis of time. */
  #cursorMoved() {
    const { stale } = this.state;
    const moved = stale.cursor && (this.#crossed || hasCursor(this));
    stale.cursor = false;
    return moved;
  }

  /** While frozen the picture may move to where there are some. */
  #marksMoved() {
    const { state, geometry } = this;
    return this.#marksMove || (state.frozenAt !== null && hasTicks({ state, geometry, msPerPixel: msPerPixel(state) }));
  }

  #levelsMoved() {
    const { range, axisRange } = this.state;
    const first = this.#levels[0], last = this.#levels[1], low = this.#levels[2], high = this.#levels[3]; // no iterator
    this.#levels[0] = Math.round(10 * range.floorDb);
    this.#levels[1] = Math.round(10 * range.ceilingDb);
    this.#levels[2] = Math.round(10 * axisRange.floorDb);
    this.#levels[3] = Math.round(10 * axisRange.ceilingDb);
    return first !== this.#levels[0] || last !== this.#levels[1] || low !== this.#levels[2] || high !== this.#levels[3];
  }

  /** The time under the pointer, NaN if it is not on the waterfall. */
  cursorTime() {
    const { cursor } = this.state;
    return cursor ? timeAt(this.geometry, this.state, cursor.y, msPerPixel(this.state)) : NaN;
  }

  shownRow() {
    return shownRow(this.state, this.cursorTime());
  }

  /** @param {boolean} [marks] false: axes and marks are as they were, which takes most of the time of a frame
   * @param {boolean} [times] likewise, the axis of time */
  draw(marks = true, times = true) {
    const { state, geometry, theme } = this;
    const spectrum = state.stale.spectrum && !this.#spectrumRests();
    this.waterfall.draw(state, this.#top);
    if (spectrum) this.spectrum.draw(state, geometry, theme, this.shownRow());
    if (marks) this.#drawMarks();
    if (times) this.timeAxis.draw({ state, geometry, theme, msPerPixel: msPerPixel(state) });
    Object.assign(state.stale, { spectrum: state.stale.spectrum && !spectrum, overlay: false });
    this.drawn();
  }

  /** Every other frame while time is dragged: without a graphics card its lines take as long as the waterfall. */
  #spectrumRests() {
    const { dragging, stale } = this.state;
    this.#rested = dragging && !stale.projection && !this.#rested;
    return this.#rested;
  }

  #drawMarks() {
    const { state, geometry, theme } = this;
    const context = /** @type {CanvasRenderingContext2D} */ (this.overlay.getContext('2d'));
    const sheet = { context, state, geometry, theme, msPerPixel: msPerPixel(state) };
    drawAxes(sheet);
    this.#marksMove = drawMarks(sheet);
    this.#crossed = hasCursor(sheet);
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
