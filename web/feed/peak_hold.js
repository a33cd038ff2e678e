// SPDX-License-Identifier: MIT
// The strongest level seen at each frequency. Kept on the grid of the rows; converted when the grid changes.

import { binAt, binCenterHz } from './decode_row.js';

/** @typedef {import('./types.js').Row} Row */

export class PeakHold {
  /** @type {Row | null} a row whose `max` is what is held */
  held = null;

  clear() {
    this.held = null;
  }

  /** @param {Row} row */
  add(row) {
    const levels = row.levels.max ?? row.levels.mean;
    if (!levels) return;
    if (!this.held || !sameGrid(this.held, row)) this.held = this.#onto(row);
    const held = /** @type {Uint16Array} */ (this.held.levels.max);
    for (let bin = 0; bin < row.bins; ++bin) if (levels[bin] > held[bin]) held[bin] = levels[bin];
  }

  /** What is held so far on the grid of another row. @param {Row} row @returns {Row} */
  #onto(row) {
    const levels = new Uint16Array(row.bins);
    const before = this.held;
    const values = before?.levels.max;
    if (before && values && before.firstDb === row.firstDb && before.stepDb === row.stepDb) {
      for (let bin = 0; bin < before.bins; ++bin) raise(levels, binAt(row, binCenterHz(before, bin)), values[bin]);
      for (let bin = 0; bin < row.bins; ++bin) {
        const there = binAt(before, binCenterHz(row, bin));
        if (there >= 0) raise(levels, bin, values[there]);
      }
    }
    return { ...row, levels: { max: levels } };
  }
}

/** @param {Uint16Array} levels @param {number} bin @param {number} value */
function raise(levels, bin, value) {
  if (bin >= 0 && value > levels[bin]) levels[bin] = value;
}

/** @param {Row} a @param {Row} b */
function sameGrid(a, b) {
  return a.centerHz === b.centerHz && a.spanHz === b.spanHz && a.bins === b.bins && a.firstDb === b.firstDb &&
    a.stepDb === b.stepDb && a.binShiftHz === b.binShiftHz;
}
