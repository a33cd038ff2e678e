// SPDX-License-Identifier: MIT
// The waterfall without WebGL: new lines are painted into an off-screen ring, which is drawn in two pieces, moved by parts
// of a line.

import { colourWords, sameColours } from './palettes.js';

/** @typedef {import('./waterfall_lines.js').WaterfallLines} WaterfallLines */
/** @typedef {import('./waterfall_gl.js').Look} Look */

export class CanvasWaterfall {
  name = 'Canvas 2D';

  /** @param {HTMLCanvasElement} canvas @param {boolean} [opaque] what lies below it need not be drawn */
  constructor(canvas, opaque = true) {
    const context = canvas.getContext('2d', { alpha: !opaque });
    const ring = document.createElement('canvas').getContext('2d', { alpha: false });
    if (!context || !ring) throw new Error('this browser draws no canvas');
    this.canvas = canvas;
    this.context = context;
    this.ring = ring;
    /** @type {Uint32Array} */
    this.words = new Uint32Array(256);
    /** @type {import('./palettes.js').Colours | null} */
    this.colours = null;
  }

  /** @param {WaterfallLines} ring */
  resize(ring) {
    for (const canvas of [this.canvas, this.ring.canvas]) canvas.width = ring.columns;
    this.canvas.height = ring.shown;
    this.ring.canvas.height = ring.lines + 1; // the first line again below the last, where the pieces meet
    ring.changed.fill(1);
  }

  /** @param {WaterfallLines} ring @param {Look} look */
  draw(ring, look) {
    if (!sameColours(this.colours, look)) {
      this.words = colourWords(look.palette, look.lowValue, look.highValue, look.gamma);
      this.colours = look;
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
    if (last === ring.lines) this.ring.putImageData(strip, 0, ring.lines, 0, 0, ring.columns, 1);
  }

  /** @param {WaterfallLines} ring @param {Look} look */
  #compose(ring, { newestLine, newestPart, newestBelow }) {
    const top = ring.lines - (newestLine % ring.lines) - newestPart; // of the image, at the edge of the screen
    const seam = Math.floor(ring.lines - top);
    const { context } = this;
    context.setTransform(1, 0, 0, newestBelow ? -1 : 1, 0, newestBelow ? ring.shown : 0);
    context.imageSmoothingEnabled = newestPart < 1;
    context.drawImage(this.ring.canvas, 0, -top);
    if (seam < ring.shown) this.#drawBelow(seam, ring.lines - top);
  }

  /** From a whole pixel on: the one where the pieces meet is drawn. @param {number} seam @param {number} y */
  #drawBelow(seam, y) {
    const { context, canvas } = this;
    context.save();
    context.beginPath();
    context.rect(0, Math.max(0, Math.ceil(y)), canvas.width, canvas.height - seam);
    context.clip();
    context.drawImage(this.ring.canvas, 0, y);
    context.restore();
  }
}
