// SPDX-License-Identifier: MIT
// The waterfall on the screen: the ring of lines and the renderer that works here.

import { WaterfallLines, ZERO_VALUE } from './waterfall_lines.js';
import { GlWaterfall } from './waterfall_gl.js';
import { CanvasWaterfall } from './waterfall_2d.js';
import { levelCacheFor } from './level_range.js';
import { msPerPixel } from '../state/state.js';
import { DIFFERENCE } from '../trends/usual.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('./geometry.js').Geometry} Geometry */

const PARTS = 16; // of a line: what is smaller cannot be seen, and needs no frame

export class Waterfall {
  /** @type {import('./level_range.js').LevelCache | null} */
  #cache = null;
  #lineMs = 0;
  /** @type {import('../feed/row_store.js').RowStore[]} */
  #stores = [];
  /** shows the difference to what is usual @type {import('./waterfall_lines.js').UsualAt | null} */
  usual = null;
  #pixelRatio = 1;

  /** @param {HTMLCanvasElement} canvas @param {boolean} allowGl @param {boolean} [isAbove] lies over a part of another */
  constructor(canvas, allowGl, isAbove = false) {
    this.canvas = canvas;
    this.lines = new WaterfallLines(16, 16);
    this.renderer = isAbove ? new CanvasWaterfall(canvas, false) : this.#makeRenderer(allowGl);
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
    this.#pixelRatio = pixelRatio;
    this.lines = new WaterfallLines(columns, Math.round(waterfall.height * pixelRatio) + 1);
    this.renderer.resize(this.lines);
    Object.assign(this.canvas.style, { width: `${waterfall.width}px`, height: `${waterfall.height}px` });
  }

  /** The time at the top of the picture, in lines: it scrolls by steps of a part of a line, or by whole ones.
   * @param {State} state @param {boolean} smooth */
  topLines(state, smooth) {
    const lines = (state.topTime * this.#pixelRatio) / msPerPixel(state);
    return smooth ? Math.round(lines * PARTS) / PARTS : Math.ceil(lines);
  }

  /** Rows that cover [from, to] have arrived. @param {number} from @param {number} to */
  rowsArrived(from, to) {
    if (this.#lineMs > 0) this.lines.forgetTime(from, to, this.#lineMs);
  }

  /** @param {import('../feed/types.js').Row} row the newest */
  newestArrived(row) {
    if (this.#lineMs > 0) this.lines.addNewest(row, this.#lineMs);
  }

  /** @param {State} state @param {number} top the time at the top in lines, see topLines() */
  draw(state, top) {
    this.#followState(state);
    const cache = /** @type {import('./level_range.js').LevelCache} */ (this.#cache);
    const newestLine = Number.isNaN(top) ? 0 : Math.ceil(top) - 1; // no row yet: no data
    const { live, past, archive, band, detector, smooth } = state;
    this.#stores[0] = live;
    this.#stores[1] = past;
    this.#stores.length = 2 + archive.length;
    for (let level = 0; level < archive.length; ++level) this.#stores[2 + level] = archive[level];
    this.lines.update(newestLine, this.#lineMs, { stores: this.#stores, band, detector, smooth, cache, usual: this.usual });
    this.renderer.draw(this.lines, {
      newestLine, newestPart: Number.isNaN(top) ? 1 : top - newestLine, newestBelow: state.newestBelow, gamma: state.gamma,
      lowValue: this.usual ? ZERO_VALUE + DIFFERENCE.lowDb / cache.stepDb : (state.range.floorDb - cache.baseDb) / cache.stepDb + 1,
      highValue: this.usual ? ZERO_VALUE + DIFFERENCE.highDb / cache.stepDb : (state.range.ceilingDb - cache.baseDb) / cache.stepDb + 1,
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
