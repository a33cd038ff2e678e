// SPDX-License-Identifier: MIT
// The spectrum above the waterfall: per pixel column the band from the smallest to the largest level of all transforms in
// the row, the mean power as a line, and other traces. Of several bins in a column the line shows the strongest mean, so
// that a carrier has its level at every zoom.

import { ColumnMap, levelsOf, poolLargest, poolSmallest } from './column_map.js';
import { axisTicks } from './ticks.js';
import { xOf, yOfDb } from './geometry.js';
import { levelTicks } from './level_ticks.js';
import { Persistence } from './persistence.js';
import { TraceLines, addWholeNumbers, levelScale, strokeLevels } from './trace_lines.js';
import { sizeCanvas } from './theme.js';

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../feed/types.js').Levels} Levels */
/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('./geometry.js').Geometry} Geometry */

/** Working memory for a width. @param {number} columns */
function roomFor(columns) {
  return {
    map: new ColumnMap(columns), pooled: new Uint16Array(columns), means: new Float32Array(columns),
    tops: new Float32Array(columns), bottoms: new Float32Array(columns), traces: new TraceLines(columns),
    persistence: new Persistence(columns),
  };
}

export class SpectrumPlot {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
    this.room = roomFor(16);
  }

  /** @param {number} width @param {number} height @param {number} pixelRatio */
  resize(width, height, pixelRatio) {
    sizeCanvas(this.canvas, width, height, pixelRatio);
    this.room = roomFor(Math.max(1, Math.round(width * pixelRatio)));
  }

  /** @param {State} state @param {Geometry} geometry @param {Record<string, string>} theme @param {Row | null} row */
  draw(state, geometry, theme, row) {
    const { context } = this;
    context.fillStyle = theme.plot;
    context.fillRect(0, 0, geometry.spectrum.width, geometry.spectrum.height);
    this.#grid(state, geometry, theme);
    if (state.persistence) this.room.persistence.draw({ context, state, geometry, theme });
    if (row) this.#traces(state, geometry, theme, row);
    this.room.traces.draw({ context, state, geometry, theme }, row);
  }

  /** @param {State} state @param {Geometry} geometry @param {Record<string, string>} theme */
  #grid(state, geometry, theme) {
    const { context } = this;
    const { width, height } = geometry.spectrum;
    context.fillStyle = theme.grid;
    for (const { db } of levelTicks(state, height)) {
      context.fillRect(0, Math.round(yOfDb(geometry, state, db)), width, 1);
    }
    for (const hz of axisTicks(state.band.fromHz, state.band.toHz, width, 96).major) {
      context.fillRect(Math.round(xOf(geometry, state, hz) - geometry.gutter), 0, 1, height);
    }
  }

  /** Levels per column, in dB, of one detector. @param {Row} row @param {Levels | undefined} levels
   * @param {(levels: Levels, map: ColumnMap, out: Uint16Array) => void} pool @param {Float32Array} out */
  #pool(row, levels, pool, out) {
    if (!levels) return false;
    pool(levels, this.room.map, this.room.pooled);
    levelsOf(row, this.room.pooled, out);
    return true;
  }

  /** @param {State} state @param {Geometry} geometry @param {Record<string, string>} theme @param {Row} row */
  #traces(state, geometry, theme, row) {
    this.room.map.fit(row, state.band);
    const { max, min, mean } = row.levels;
    const hasTop = this.#pool(row, max ?? mean, poolLargest, this.room.tops);
    const hasBottom = this.#pool(row, min ?? mean, poolSmallest, this.room.bottoms);
    if (!this.#pool(row, mean ?? max ?? min, poolLargest, this.room.means)) return;
    if (hasTop && !state.persistence) this.#band(state, geometry, this.room.tops, theme['trace-band']);
    if (hasBottom && !state.persistence) this.#band(state, geometry, this.room.bottoms, theme['trace-low']);
    strokeLevels({ context: this.context, state, geometry, theme }, this.room.means, theme.trace, 1.25);
  }

  /** Between the mean and the largest or smallest levels. @param {State} state @param {Geometry} geometry
   * @param {Float32Array} edge @param {string} colour */
  #band(state, geometry, edge, colour) {
    const { context, room: { means } } = this;
    const { top, perDb } = levelScale({ state, geometry });
    context.fillStyle = colour;
    addWholeNumbers(context, geometry.spectrum.width / edge.length, () => {
      for (let index = 0; index < edge.length; ++index) {
        if (Number.isNaN(edge[index]) || Number.isNaN(means[index])) continue; // of the past either may be missing yet
        if (edge[index] === means[index]) continue; // of one detector there is no band
        const y = Math.round(top - edge[index] * perDb) | 0;
        context.rect(2 * index, y, 2, (Math.round(top - means[index] * perDb) | 0) - y);
      }
    });
    context.fill();
  }
}
