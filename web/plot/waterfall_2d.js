// SPDX-License-Identifier: MIT
// The waterfall without WebGL: new lines are painted into an off-screen ring, which is drawn in two pieces.

import { colourWords } from './palettes.js';

/** @typedef {import('./waterfall_lines.js').WaterfallLines} WaterfallLines */
/** @typedef {import('./waterfall_gl.js').Look} Look */

export class CanvasWaterfall {
  name = 'Canvas 2D';

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    const context = canvas.getContext('2d', { alpha: false });
    const ring = document.createElement('canvas').getContext('2d', { alpha: false });
    if (!context || !ring) throw new Error('this browser draws no canvas');
    this.canvas = canvas;
    this.context = context;
    this.ring = ring;
    /** @type {Uint32Array} */
    this.words = new Uint32Array(256);
    this.colours = '';
  }

  /** @param {WaterfallLines} ring */
  resize(ring) {
    for (const canvas of [this.canvas, this.ring.canvas]) {
      canvas.width = ring.columns;
      canvas.height = ring.lines;
    }
    ring.changed.fill(1);
  }

  /** @param {WaterfallLines} ring @param {Look} look */
  draw(ring, look) {
    const colours = `${look.palette} ${look.lowValue.toFixed(2)} ${look.highValue.toFixed(2)} ${look.gamma}`;
    if (colours !== this.colours) {
      this.words = colourWords(look.palette, look.lowValue, look.highValue, look.gamma);
      this.colours = colours;
      ring.changed.fill(1);
    }
    ring.consumeChanged((first, last) => this.#paint(ring, first, last));
    this.#compose(ring, look);
  }

  /** The image holds the ring upside down, so that time runs downwards when it is drawn unchanged.
   * @param {WaterfallLines} ring @param {number} first @param {number} last */
  #paint(ring, first, last) {
    const strip = this.ring.createImageData(ring.columns, last - first);
    const words = new Uint32Array(strip.data.buffer);
    for (let line = 0; line < last - first; ++line) {
      const from = (last - 1 - line) * ring.columns;
      const to = line * ring.columns;
      for (let column = 0; column < ring.columns; ++column) {
        words[to + column] = this.words[ring.levels[from + column]];
      }
    }
    this.ring.putImageData(strip, 0, ring.lines - last);
  }

  /** @param {WaterfallLines} ring @param {Look} look */
  #compose(ring, { newestLine, newestBelow }) {
    const top = ring.lines - 1 - (newestLine % ring.lines);
    const { context } = this;
    context.setTransform(1, 0, 0, newestBelow ? -1 : 1, 0, newestBelow ? ring.lines : 0);
    context.drawImage(this.ring.canvas, 0, -top);
    if (top > 0) context.drawImage(this.ring.canvas, 0, ring.lines - top);
  }
}
