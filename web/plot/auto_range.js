// SPDX-License-Identifier: MIT
// Makes range and axis follow the data, a little with every few rows, unless the user is dragging.

import { ColumnMap, levelsOf, poolLargest } from './column_map.js';
import { FLAG } from '../feed/decode_row.js';
import { axisRangeFor } from './level_ticks.js';
import { axisFor, easedRange, percentile, suitableRange } from './level_range.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../feed/types.js').Detector} Detector */

const COLUMNS = 512; // enough for percentiles
const EVERY = 3; // rows

export class AutoRange {
  #map = new ColumnMap(COLUMNS);
  #pooled = new Uint16Array(COLUMNS);
  #levels = new Float32Array(COLUMNS);
  #rows = 0;
  #settled = false;
  /** @type {import('../feed/types.js').LevelRange | null} before it is divided */
  #axis = null;

  /** After a retune: the next row sets the range at once. */
  restart() {
    this.#settled = false;
  }

  /** What a sweep in progress has seen is too little, unless there is nothing else of this tuning.
   * @param {State} state @param {Row} row the newest */
  follow(state, row) {
    if (row.flags & FLAG.partial && state.live.newestWhole?.generation === row.generation) return;
    if (!state.autoRange || state.dragging || (this.#settled && this.#rows++ % EVERY !== 0)) return;
    if (!this.#measure(state, row, row.levels.max ? 'max' : 'mean')) return;
    const strongest = percentile(this.#levels, 1);
    this.#measure(state, row, row.levels.mean ? 'mean' : 'max');
    const noise = percentile(this.#levels, 0.4);
    this.#measure(state, row, row.levels[state.detector] ? state.detector : 'mean');
    const target = suitableRange(this.#levels);
    if (!target) return;
    state.range = this.#settled ? easedRange(state.range, target) : target;
    this.#axis = axisFor(this.#settled ? this.#axis : null, state.range, noise, strongest);
    state.axisRange = axisRangeFor(state, this.#axis);
    this.#settled = true;
  }

  /** Levels in dB, one per column, NaN without data. @param {State} state @param {Row} row @param {Detector} detector */
  #measure(state, row, detector) {
    const levels = row.levels[detector];
    if (!levels) return false;
    this.#map.fit(row, state.band);
    poolLargest(levels, this.#map, this.#pooled);
    levelsOf(row, this.#pooled, this.#levels);
    return true;
  }
}
