// SPDX-License-Identifier: MIT
// The waterfall on the screen: the ring of lines and the renderer that works here.

import { WaterfallLines } from './waterfall_lines.js';
import { GlWaterfall } from './waterfall_gl.js';
import { CanvasWaterfall } from './waterfall_2d.js';
import { levelCacheFor } from './level_range.js';
import { msPerPixel } from '../state/state.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('./geometry.js').Geometry} Geometry */

export class Waterfall {
  /** @type {import('./level_range.js').LevelCache | null} */
  #cache = null;
  #lineMs = 0;
  #pixelRatio = 1;

  /** @param {HTMLCanvasElement} canvas @param {boolean} allowGl */
  constructor(canvas, allowGl) {
    this.canvas = canvas;
    this.lines = new WaterfallLines(16, 16);
    this.renderer = this.#makeRenderer(allowGl);
  }

  /** @param {boolean} allowGl @returns {GlWaterfall | CanvasWaterfall} */
  #makeRenderer(allowGl) {
    if (!allowGl) return new CanvasWaterfall(this.canvas);
    try {
      this.canvas.addEventListener('webglcontextlost', (event) => this.#lost(event));
      this.canvas.addEventListener('webglcontextrestored', (event) => this.#restored(event));
      return new GlWaterfall(this.canvas);
    } catch (reason) {
      console.info(`WebGL2 unavailable, drawing the waterfall with Canvas 2D: ${/** @type {Error} */ (reason).message}`);
      this.#showCanvas(/** @type {HTMLCanvasElement} */ (this.canvas.cloneNode()));
      return new CanvasWaterfall(this.canvas);
    }
  }

  /** A canvas that has had a WebGL context provides no other, so there are two, one of which is on the page.
   * @param {HTMLCanvasElement} canvas */
  #showCanvas(canvas) {
    canvas.style.cssText = this.canvas.style.cssText;
    this.canvas.replaceWith(canvas);
    this.canvas = canvas;
  }

  /** The graphics context was lost (driver, sleep): continue with Canvas 2D, from the same lines, until it is back.
   * @param {Event} event */
  #lost(event) {
    event.preventDefault(); // otherwise the browser does not restore it
    this.#showCanvas(/** @type {HTMLCanvasElement} */ (this.canvas.cloneNode()));
    this.renderer = new CanvasWaterfall(this.canvas);
    this.renderer.resize(this.lines);
  }

  /** @param {Event} event */
  #restored(event) {
    this.#showCanvas(/** @type {HTMLCanvasElement} */ (event.target));
    this.renderer = new GlWaterfall(this.canvas);
    this.renderer.resize(this.lines);
  }

  /** @param {Geometry} geometry */
  resize(geometry) {
    const { waterfall, pixelRatio } = geometry;
    const columns = Math.round(waterfall.width * pixelRatio);
    const lines = Math.round(waterfall.height * pixelRatio);
    this.#pixelRatio = pixelRatio;
    this.lines = new WaterfallLines(columns, lines);
    this.renderer.resize(this.lines);
    Object.assign(this.canvas.style, { width: `${waterfall.width}px`, height: `${waterfall.height}px` });
  }

  /** Rows that cover [from, to] have arrived. @param {number} from @param {number} to */
  rowsArrived(from, to) {
    if (this.#lineMs > 0) this.lines.forgetTime(from, to, this.#lineMs);
  }

  /** @param {import('../feed/types.js').Row} row the newest */
  newestArrived(row) {
    if (this.#lineMs > 0) this.lines.addNewest(row, this.#lineMs);
  }

  /** @param {State} state */
  draw(state) {
    this.#followState(state);
    const cache = /** @type {import('./level_range.js').LevelCache} */ (this.#cache);
    const newestLine = Number.isNaN(state.topTime) ? 0 : Math.ceil(state.topTime / this.#lineMs) - 1; // no row yet: no data
    const { live, past, band, detector, smooth } = state;
    this.lines.update(newestLine, this.#lineMs, { stores: [live, past], band, detector, smooth, cache });
    this.renderer.draw(this.lines, {
      newestLine, newestBelow: state.newestBelow, gamma: state.gamma,
      lowValue: (state.range.floorDb - cache.baseDb) / cache.stepDb + 1,
      highValue: (state.range.ceilingDb - cache.baseDb) / cache.stepDb + 1,
      palette: state.palette,
    });
  }

  /** A change of scale or speed makes all lines invalid. @param {State} state */
  #followState(state) {
    const cache = levelCacheFor(state.range, this.#cache);
    const lineMs = msPerPixel(state) / this.#pixelRatio;
    if (cache !== this.#cache || lineMs !== this.#lineMs || state.stale.projection) this.lines.forget();
    this.#cache = cache;
    this.#lineMs = lineMs;
    state.stale.projection = false;
  }
}
