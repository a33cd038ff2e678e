// SPDX-License-Identifier: MIT
// A trace over many rows: the largest or smallest level at each frequency, or the mean of the powers, since it was cleared
// or over the last seconds. Kept on the grid of the rows; converted when the grid changes. Pure.

import { binAt, binCenterHz } from './decode_row.js';

/** @typedef {import('./types.js').Row} Row */
/** @typedef {'max' | 'min' | 'average'} TraceKind */
/** What was seen since a time: `values` are dB, or sums of powers, of `counts` rows. @typedef {{since: number, values: Float64Array, counts: Uint32Array}} Part */

export const PARTS = 8; // of a hold time, which are forgotten one by one
const FIRST_DB = -300;
const STEP_DB = 0.01;

/** @type {Record<TraceKind, {sources: ('max' | 'mean' | 'min')[], adds: boolean, better: (a: number, b: number) => boolean}>} */
const KINDS = {
  max: { sources: ['max', 'mean'], adds: false, better: (a, b) => a > b },
  min: { sources: ['min', 'mean'], adds: false, better: (a, b) => a < b },
  average: { sources: ['mean'], adds: true, better: (a, b) => a > b },
};

export class HeldTrace {
  /** how long levels are held, ms */
  holdMs = Infinity;
  /** @type {Row | null} whose grid is in use */
  #grid = null;
  /** @type {Part[]} oldest first */
  #parts = [];
  /** @type {Row | null} */
  #held = null;

  /** @param {TraceKind} kind */
  constructor(kind) {
    this.kind = KINDS[kind];
  }

  clear() {
    this.#grid = this.#held = null;
    this.#parts = [];
  }

  /** @param {Row} row */
  add(row) {
    const levels = this.kind.sources.map((name) => row.levels[name]).find((found) => found !== undefined);
    if (!levels) return;
    if (!this.#grid || !isSameGrid(this.#grid, row)) this.#convertTo(row);
    const part = this.#partAt(row);
    for (let bin = 0; bin < row.bins; ++bin) {
      if (levels[bin] === 0) continue;
      const db = row.firstDb + row.stepDb * (levels[bin] - 1);
      this.#put(part, bin, this.kind.adds ? 10 ** (db / 10) : db, 1);
    }
    this.#held = null;
  }

  /** @param {Part} part @param {number} bin @param {number} value @param {number} count */
  #put(part, bin, value, count) {
    if (this.kind.adds) {
      part.values[bin] += value;
      part.counts[bin] += count;
    } else if (part.counts[bin] === 0 || this.kind.better(value, part.values[bin])) {
      part.values[bin] = value;
      part.counts[bin] = 1;
    }
  }

  /** The part that a row belongs to; forgets those that are too old. @param {Row} row */
  #partAt(row) {
    this.#parts = this.#parts.filter(({ since }) => Math.abs(row.time - since) < this.holdMs);
    const last = this.#parts[this.#parts.length - 1];
    if (last && !(row.time - last.since >= this.holdMs / PARTS)) return last;
    const part = emptyPart(row.time, row.bins);
    this.#parts.push(part);
    return part;
  }

  /** @param {Row} row */
  #convertTo(row) {
    const before = this.#grid;
    if (before) this.#parts = this.#parts.map((part) => this.#converted(part, before, row));
    this.#grid = row;
  }

  /** Each new bin gets the best of the old ones in it, and of the one around it. @param {Part} part @param {Row} before
   * @param {Row} row */
  #converted(part, before, row) {
    const next = emptyPart(part.since, row.bins);
    for (let bin = 0; bin < before.bins; ++bin) this.#offer(next, binAt(row, binCenterHz(before, bin)), part, bin);
    for (let bin = 0; bin < row.bins; ++bin) this.#offer(next, bin, part, binAt(before, binCenterHz(row, bin)));
    return next;
  }

  /** @param {Part} to @param {number} bin @param {Part} from @param {number} source */
  #offer(to, bin, from, source) {
    if (bin < 0 || source < 0 || from.counts[source] === 0) return;
    const [now, offered] = [to.values[bin] / to.counts[bin], from.values[source] / from.counts[source]];
    if (to.counts[bin] > 0 && !this.kind.better(offered, now)) return;
    to.values[bin] = from.values[source];
    to.counts[bin] = from.counts[source];
  }

  /** A row whose `max` is what is held; null before the first row. */
  get held() {
    if (!this.#grid || this.#held) return this.#held;
    const all = emptyPart(0, this.#grid.bins);
    for (const { values, counts } of this.#parts) {
      for (let bin = 0; bin < values.length; ++bin) if (counts[bin] > 0) this.#put(all, bin, values[bin], counts[bin]);
    }
    this.#held = { ...this.#grid, firstDb: FIRST_DB, stepDb: STEP_DB, levels: { max: this.#levelsOf(all) } };
    return this.#held;
  }

  /** @param {Part} part */
  #levelsOf({ values, counts }) {
    return Uint16Array.from(values, (value, bin) => {
      if (counts[bin] === 0) return 0;
      const db = this.kind.adds ? 10 * Math.log10(value / counts[bin]) : value;
      return Math.min(65535, Math.max(1, Math.round((db - FIRST_DB) / STEP_DB) + 1));
    });
  }
}

/** @param {number} since @param {number} bins @returns {Part} */
const emptyPart = (since, bins) => ({ since, values: new Float64Array(bins), counts: new Uint32Array(bins) });

/** @param {Row} a @param {Row} b */
export function isSameGrid(a, b) {
  return a.centerHz === b.centerHz && a.spanHz === b.spanHz && a.bins === b.bins && a.binShiftHz === b.binShiftHz;
}
