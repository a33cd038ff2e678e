// SPDX-License-Identifier: MIT
// Persistence: the spectrum as a picture of how often each level occurs, in the colours of the waterfall.

import { ColumnMap, levelsOf, poolLargest } from './column_map.js';
import { FLAG } from '../feed/decode_row.js';
import { yOfDb } from './geometry.js';
import { LevelHistogram, dbOf, levelOf } from './level_histogram.js';
import { paletteTable } from './palettes.js';

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../feed/types.js').Band} Band */
/** @typedef {import('./trace_lines.js').Sheet} Sheet */

const MOST_ROWS = 20; // caught up with in a frame
const CONTRAST = 0.35; // of shares, so that what is rare is seen
const RARE = 0.15; // of the palette, which begins dark

export class Persistence {
  /** @type {Row | null} the newest counted */
  #last = null;
  /** @type {Band | null} */
  #band = null;

  /** @param {number} columns */
  constructor(columns) {
    this.histogram = new LevelHistogram(columns);
    this.map = new ColumnMap(columns);
    this.pooled = new Uint16Array(columns);
    this.levels = new Float32Array(columns);
    this.picture = /** @type {CanvasRenderingContext2D | null} */ (null);
  }

  /** @param {Sheet} sheet */
  draw(sheet) {
    this.#catchUp(sheet.state);
    this.#paint(sheet);
  }

  /** Counts the rows that are new. @param {import('../state/state.js').State} state */
  #catchUp({ band, live, frozenAt }) {
    if (this.#band?.fromHz !== band.fromHz || this.#band?.toHz !== band.toHz) this.histogram.clear();
    this.#band = band;
    if (frozenAt !== null) return;
    const recent = live.rows.filter(({ flags }) => !(flags & FLAG.partial)).slice(-MOST_ROWS);
    for (const row of recent.slice(this.#last ? recent.lastIndexOf(this.#last) + 1 : 0)) this.#count(row, band);
    this.#last = live.newestWhole;
  }

  /** The mean and the largest level of each row. @param {Row} row @param {Band} band */
  #count(row, band) {
    this.map.fit(row, band);
    for (const levels of [row.levels.mean, row.levels.max]) {
      if (!levels) continue;
      poolLargest(levels, this.map, this.pooled);
      levelsOf(row, this.pooled, this.levels);
      this.histogram.add(this.levels);
    }
  }

  /** A pixel for each column and step of level, stretched over the plot. @param {Sheet} sheet */
  #paint({ context, state, geometry }) {
    const [low, high] = [levelOf(state.axisRange.floorDb), levelOf(state.axisRange.ceilingDb) + 1];
    const { columns } = this.histogram;
    const picture = this.#pictureOf(columns, high - low);
    const image = picture.createImageData(columns, high - low);
    const words = new Uint32Array(image.data.buffer);
    const colours = new Uint32Array(paletteTable(state.palette).buffer);
    for (let column = 0; column < columns; ++column) {
      for (let level = low; level < high; ++level) {
        const share = this.histogram.share(column, level);
        if (share < 1e-3) continue;
        words[(high - 1 - level) * columns + column] = colours[Math.min(255, Math.round((RARE + (1 - RARE) * share ** CONTRAST) * 255))];
      }
    }
    picture.putImageData(image, 0, 0);
    const top = yOfDb(geometry, state, dbOf(high));
    context.drawImage(picture.canvas, 0, top, geometry.spectrum.width, yOfDb(geometry, state, dbOf(low)) - top);
  }

  /** @param {number} width @param {number} height */
  #pictureOf(width, height) {
    this.picture ??= document.createElement('canvas').getContext('2d');
    if (!this.picture) throw new Error('this browser draws no canvas');
    Object.assign(this.picture.canvas, { width, height });
    return this.picture;
  }
}
