// SPDX-License-Identifier: MIT
// Raw rows by time, bounded. Waterfall, read-out and spectrum are drawn from them.

import { FLAG } from './decode_row.js';
import { isSameGrid } from './held_trace.js';

/** @typedef {import('./types.js').Row} Row */
/** @typedef {import('./types.js').Stretch} Stretch */

const SAME_MS = 0.5; // rows that begin this close together are one row, sent twice
const MOST_ROWS_BACK = 64;
const MOST_MS_BACK = 2000;
const STEP_MS = 500; // a live row that begins so much before the newest: the server's clock was stepped back

export class RowStore {
  /** @param {number} limit rows kept */
  constructor(limit) {
    this.limit = limit;
    /** @type {Row[]} oldest first */
    this.rows = [];
  }

  get newest() {
    return this.rows.length > 0 ? this.rows[this.rows.length - 1] : null;
  }

  /** The newest row but for sweeps in progress. @returns {Row | null} */
  get newestWhole() {
    let index = this.rows.length - 1;
    while (index >= 0 && this.rows[index].flags & FLAG.partial) --index;
    return this.rows[index] ?? null;
  }

  get oldest() {
    return this.rows.length > 0 ? this.rows[0] : null;
  }

  /** Number of rows that begin before `time`. @param {number} time */
  before(time) {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle].time < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Inserts a row by time; the same row in another view replaces the earlier one. @param {Row} row */
  insert(row) {
    if (this.newest && !(row.flags & FLAG.history) && row.time < this.newest.time - STEP_MS) this.#forgetFrom(row.time);
    const newest = this.newest;
    if (!newest || row.time > newest.time + SAME_MS) {
      this.rows.push(row);
    } else {
      const place = this.before(row.time - SAME_MS);
      const there = this.rows[place];
      const same = there !== undefined && Math.abs(there.time - row.time) <= SAME_MS;
      this.rows.splice(place, same ? 1 : 0, row);
    }
    if (this.rows.length > this.limit) this.rows.splice(0, this.rows.length - this.limit);
  }

  /** Keeps only these rows, given in any order. @param {Row[]} rows */
  replaceAll(rows) {
    this.rows = [];
    for (const row of rows.slice().sort((a, b) => a.sequence - b.sequence || a.time - b.time)) {
      this.#forgetFrom(row.time);
      this.rows.push(row);
    }
  }

  /** Replaces the rows that begin in a stretch of time, and drops those that begin outside of `keep`.
   * @param {Stretch} stretch @param {Row[]} rows in any order @param {Stretch} keep */
  replaceBetween(stretch, rows, keep) {
    const others = this.rows.filter(({ time }) => (time < stretch.from || time >= stretch.to) && time >= keep.from && time < keep.to);
    this.replaceAll([...others, ...rows]);
  }

  /** After the clock was stepped back a time occurs twice: the later row stays. @param {number} time */
  #forgetFrom(time) {
    this.rows.length = this.before(time);
  }

  clear() {
    this.rows = [];
  }

  /** A row with the detectors that it lacks, as of the last row before that has them: over a slow link only some rows
   * have what the line needs. @param {Row} row @returns {Row} */
  completed(row) {
    if (row.levels.mean && row.levels.max) return row;
    const place = this.before(row.time + SAME_MS) - 1;
    for (let index = place; index >= Math.max(0, place - MOST_ROWS_BACK); --index) {
      const before = this.rows[index];
      if (!(row.time - before.time <= MOST_MS_BACK) || !isSameScale(before, row)) break;
      if (before.levels.mean && before.levels.max) return { ...row, levels: { ...before.levels, ...row.levels } };
    }
    return row;
  }

  /** The row at this time, else null. A hole of less than half a row is ignored, because clocks jitter.
   * @param {number} time @returns {Row | null} */
  at(time) {
    const row = this.rows[this.before(time + 1e-6) - 1];
    return row && time < row.time + row.duration * 1.5 ? row : null;
  }

  /** Indices [first, last) of the rows that a line from `from` to `to` shows: those that begin in it, else the one that
   * lasts into it. @param {number} from @param {number} to @returns {[number, number]} */
  span(from, to) {
    const first = this.before(from);
    const last = this.before(to);
    if (first < last) return [first, last];
    const row = this.rows[first - 1];
    return row && from < row.time + row.duration * 1.5 ? [first - 1, first] : [0, 0];
  }
}

/** Whether the levels of two rows can be put into one. @param {Row} a @param {Row} b */
function isSameScale(a, b) {
  return isSameGrid(a, b) && a.firstDb === b.firstDb && a.stepDb === b.stepDb;
}
