// SPDX-License-Identifier: MIT
// The waterfall as u8 levels: a ring of lines, each a fixed stretch of time, projected from raw rows to the columns of the
// view. Both renderers show this ring; only lines that changed are computed and passed on. No drawing here.

import { ColumnMap, poolLargest, poolSmooth } from './column_map.js';
import { FLAG } from '../feed/decode_row.js';

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../feed/types.js').Band} Band */
/** @typedef {import('../feed/types.js').Detector} Detector */
/** @typedef {import('./level_range.js').LevelCache} LevelCache */
/** @typedef {import('../feed/row_store.js').RowStore} RowStore */
/** What is usual at a time, dB by column; null: not known @typedef {(time: number, band: Band, columns: number) => Float32Array | null} UsualAt */
/** smooth: linear between bins; usual: what is shown is the difference to that @typedef {{band: Band, detector: Detector, smooth?: boolean, cache: LevelCache, usual?: UsualAt | null}} Look */
/** stores: best first @typedef {Look & {stores: RowStore[]}} Shown */

const EMPTY = -1;
export const ZERO_VALUE = 61; // of the lines where they show a difference: none
const MANY = 4; // rows a line

/** @param {Row | null} row */
const isInProgress = (row) => row !== null && (row.flags & FLAG.partial) !== 0;

export class WaterfallLines {
  /** @param {number} columns @param {number} lines */
  constructor(columns, lines) {
    this.columns = columns;
    this.lines = lines;
    this.levels = new Uint8Array(columns * lines);
    /** which line of time each place in the ring holds */
    this.holds = new Float64Array(lines).fill(EMPTY);
    /** places that changed since they were last consumed */
    this.changed = new Uint8Array(lines).fill(1);
    this.map = new ColumnMap(columns);
    this.pooled = new Uint16Array(columns);
    /** @type {Shown | null} of the lines held */
    this.what = null;
    /** @type {{row: Row | null, place: number}} */
    this.last = { row: null, place: 0 };
  }

  /** Lines on the screen: one less than there are, since it may show a part of the newest and a part of the oldest. */
  get shown() {
    return this.lines - 1;
  }

  /** All lines have to be computed again: the view, detector, scale or speed changed. */
  forget() {
    this.what = null;
    this.holds.fill(EMPTY);
  }

  /** A row newer than all others: where many make a line it is laid over it, else its lines are computed again.
   * @param {Row} row @param {number} lineMs */
  addNewest(row, lineMs) {
    const line = Math.floor(row.time / lineMs);
    const place = line % this.lines;
    if (!this.what || this.what.usual || lineMs < MANY * row.duration || this.holds[place] !== line) {
      this.forgetTime(row.time, row.time + row.duration * 1.5, lineMs);
      return;
    }
    this.#add(place * this.columns, row, this.what);
    this.changed[place] = 1;
  }

  /** Lines that touch [from, to] have to be computed again. @param {number} from @param {number} to
   * @param {number} lineMs */
  forgetTime(from, to, lineMs) {
    const last = Math.floor(to / lineMs);
    for (let line = Math.max(Math.floor(from / lineMs), last - this.lines + 1); line <= last; ++line) {
      const place = line % this.lines;
      if (this.holds[place] === line) this.holds[place] = EMPTY;
    }
  }

  /** Makes the lines [newest - lines + 1, newest] of time valid.
   * @param {number} newest @param {number} lineMs @param {Shown} what */
  update(newest, lineMs, what) {
    this.last.row = null;
    this.what = what;
    for (let line = newest; line > newest - this.lines && line >= 0; --line) {
      const place = line % this.lines;
      if (this.holds[place] === line) continue;
      this.#compute(place, line * lineMs, (line + 1) * lineMs, what);
      if (what.usual) this.#subtract(place * this.columns, what.usual(line * lineMs, what.band, this.columns), what.cache);
      this.holds[place] = line;
      this.changed[place] = 1;
    }
  }

  /** The best store that has the line's time draws it; the next ones only where columns are still without data, unless
   * that is because a sweep has not come that far.
   * @param {number} place @param {number} from @param {number} to @param {Shown} what */
  #compute(place, from, to, what) {
    const start = place * this.columns;
    let rows = 0;
    /** @type {Row | null} */
    let only = null;
    for (const store of what.stores) {
      const [first, last] = store.span(from, to);
      if (first === last || (rows > 0 && (this.#covered(start) || isInProgress(only)))) continue;
      if (rows === 0 && last - first === 1 && store.rows[first] === this.last.row) return this.#repeat(place);
      if (rows === 0) this.levels.fill(0, start, start + this.columns);
      for (let index = first; index < last; ++index) this.#add(start, store.rows[index], what);
      rows += last - first;
      only = store.rows[last - 1];
    }
    if (rows === 0) this.levels.fill(0, start, start + this.columns);
    this.last = { row: rows === 1 ? only : null, place };
  }

  /** @param {number} start @param {Float32Array | null} usual @param {LevelCache} cache */
  #subtract(start, usual, { baseDb, stepDb }) {
    this.last.row = null; // not to be repeated
    for (let column = 0; column < this.columns; ++column) {
      const value = this.levels[start + column];
      if (value === 0) continue;
      const difference = (baseDb + stepDb * (value - 1) - (usual?.[column] ?? NaN)) / stepDb;
      this.levels[start + column] = Number.isNaN(difference) ? 0 : Math.max(1, Math.min(255, Math.round(ZERO_VALUE + difference)));
    }
  }

  /** A row that is taller than a line was projected for the line before. @param {number} place */
  #repeat(place) {
    const from = this.last.place * this.columns;
    this.levels.copyWithin(place * this.columns, from, from + this.columns);
    this.last.place = place;
  }

  /** @param {number} start */
  #covered(start) {
    return this.levels[start] !== 0 && this.levels[start + this.columns - 1] !== 0;
  }

  /** Lays a row over a line; the stronger level stays. @param {number} start @param {Row} row @param {Look} what */
  #add(start, row, what) {
    const levels = row.levels[what.detector] ?? row.levels.max ?? row.levels.mean ?? row.levels.min;
    if (!levels) return;
    this.map.fit(row, what.band);
    (what.smooth ? poolSmooth : poolLargest)(levels, this.map, this.pooled);
    const scale = row.stepDb / what.cache.stepDb;
    const offset = (row.firstDb - row.stepDb - what.cache.baseDb) / what.cache.stepDb + 1.5;
    for (let column = 0; column < this.columns; ++column) {
      const value = this.pooled[column];
      if (value === 0) continue;
      const level = Math.max(1, Math.min(255, (value * scale + offset) | 0));
      if (level > this.levels[start + column]) this.levels[start + column] = level;
    }
  }

  /** The part of the lines that have data in their middle. */
  get filled() {
    let filled = 0;
    for (let line = 0; line < this.lines; ++line) if (this.levels[line * this.columns + (this.columns >> 1)] > 0) ++filled;
    return filled / this.lines;
  }

  /** The levels of the newest line. */
  get newest() {
    const place = this.holds.reduce((best, line, at) => (line > this.holds[best] ? at : best), 0);
    return this.levels.subarray(place * this.columns, (place + 1) * this.columns);
  }

  /** Calls `use` for every run [first, last) of places that changed, and clears the marks.
   * @param {(first: number, last: number) => void} use */
  consumeChanged(use) {
    for (let place = 0; place < this.lines; ++place) {
      if (!this.changed[place]) continue;
      const first = place;
      while (place < this.lines && this.changed[place]) this.changed[place++] = 0;
      use(first, place);
    }
  }
}
