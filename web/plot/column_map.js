// SPDX-License-Identifier: MIT
// Which bins of a row each column of pixels shows, and their levels pooled. This puts a row at its true frequency
// even if it was made for another zoom or tuning. No allocation per row.

import { binHz, firstEdgeHz } from '../feed/decode_row.js';

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../feed/types.js').Band} Band */
/** @typedef {import('../feed/types.js').Levels} Levels */

/** Bins [first[c], last[c]) belong to column c; first is -1 if the row has no data there. A bin counts for the column that
 * has its middle, so each counts once; a column between two middles shows the bin whose cell it lies in (nearest). */
export class ColumnMap {
  /** @param {number} columns */
  constructor(columns) {
    this.columns = columns;
    this.first = new Int32Array(columns);
    this.last = new Int32Array(columns);
    /** bins, counted from the middle of the first, of a column's middle */
    this.middle = new Float32Array(columns);
    this.edgeHz = NaN;
    this.binHz = NaN;
    this.bins = 0;
    this.fromHz = NaN;
    this.toHz = NaN;
  }

  /** Fits the map to a row; does nothing if it fits already. @param {Row} row @param {Band} band */
  fit(row, band) {
    const edgeHz = firstEdgeHz(row);
    const cellHz = binHz(row);
    const same = edgeHz === this.edgeHz && cellHz === this.binHz && row.bins === this.bins;
    if (same && band.fromHz === this.fromHz && band.toHz === this.toHz) return;
    Object.assign(this, { edgeHz, binHz: cellHz, bins: row.bins, fromHz: band.fromHz, toHz: band.toHz });
    this.#fill((band.fromHz - edgeHz) / cellHz, (band.toHz - band.fromHz) / cellHz / this.columns, row.binShiftHz / cellHz);
  }

  /** The server sends the bins that begin in a view, whose cells end half a bin of the transform before its end: the last
   * one lasts to there. Close by that is much of the screen.
   * @param {number} start bin position of the first column's left edge @param {number} step bins per column
   * @param {number} room bins beyond the last cell */
  #fill(start, step, room) {
    for (let column = 0; column < this.columns; ++column) {
      const left = start + column * step;
      const first = Math.max(0, Math.ceil(left - 0.5));
      const last = Math.min(this.bins, Math.ceil(left + step - 0.5));
      const middle = left + step / 2;
      this.middle[column] = middle - 0.5;
      const nearest = Math.min(Math.floor(middle), this.bins - 1);
      const outside = middle < 0 || middle >= this.bins + room;
      this.first[column] = first < last ? first : outside ? -1 : nearest;
      this.last[column] = first < last ? last : nearest + 1;
    }
  }
}

/** The largest level value of every column; 0 without data. @param {Levels} levels @param {ColumnMap} map
 * @param {Uint16Array | Uint8Array} out */
export function poolLargest(levels, map, out) {
  const { first, last, columns } = map;
  for (let column = 0; column < columns; ++column) {
    let best = 0;
    if (first[column] >= 0) {
      for (let bin = first[column]; bin < last[column]; ++bin) if (levels[bin] > best) best = levels[bin];
    }
    out[column] = best;
  }
}

/** As poolLargest, but where columns are narrower than bins their levels lie on straight lines between those of the bins.
 * @param {Levels} levels @param {ColumnMap} map @param {Uint16Array | Uint8Array} out */
export function poolSmooth(levels, map, out) {
  poolLargest(levels, map, out);
  const { bins, columns, middle } = map;
  if (columns < 2 || middle[1] - middle[0] >= 1) return;
  for (let column = 0; column < columns; ++column) {
    const below = Math.floor(middle[column]);
    if (out[column] === 0 || below < 0 || below + 1 >= bins) continue;
    const [low, high] = [levels[below], levels[below + 1]];
    if (low !== 0 && high !== 0) out[column] = Math.round(low + (high - low) * (middle[column] - below));
  }
}

/** The smallest level value of every column that has data. @param {Levels} levels @param {ColumnMap} map
 * @param {Uint16Array | Uint8Array} out */
export function poolSmallest(levels, map, out) {
  const { first, last, columns } = map;
  for (let column = 0; column < columns; ++column) {
    let best = 0;
    if (first[column] >= 0) {
      for (let bin = first[column]; bin < last[column]; ++bin) {
        if (levels[bin] !== 0 && (best === 0 || levels[bin] < best)) best = levels[bin];
      }
    }
    out[column] = best;
  }
}

/** What a row's pooled values are in decibels, NaN without data. Runs for each pixel of each row: its numbers must not
 * become objects, so none leaves the loop but into `out`.
 * @param {Row} row @param {Uint16Array} pooled @param {Float32Array} out */
export function levelsOf(row, pooled, out) {
  const { firstDb, stepDb } = row;
  for (let column = 0; column < out.length; ++column) {
    if (pooled[column] === 0) out[column] = NaN;
    else out[column] = firstDb + stepDb * (pooled[column] - 1);
  }
}
