// SPDX-License-Identifier: MIT
// Rows of a receiver as they come, of a second each: what the database will have of this time comes later. Pure.

/** @typedef {import('../feed/types.js').Row} Row */

const SECOND_MS = 1000;
const KEPT_MS = 3_600_000; // rows of a minute are reported after an hour
const MOST_ROWS = 2 * (KEPT_MS / SECOND_MS); // where the clock of a receiver goes back

/** @param {Row} a @param {Row} b */
const isAlike = (a, b) => a.centerHz === b.centerHz && a.spanHz === b.spanHz && a.bins === b.bins && a.firstDb === b.firstDb && a.stepDb === b.stepDb;

export class LiveRows {
  /** in the order in which they came @type {Row[]} */
  rows = [];

  /** Rows of the same second become one, which has the most of each bin. @param {Row} row */
  add(row) {
    const last = this.rows.at(-1);
    if (!row.levels.max || (last && row.time === last.time && isAlike(last, row))) return;
    if (last && isAlike(last, row) && Math.floor(last.time / SECOND_MS) === Math.floor(row.time / SECOND_MS)) this.rows[this.rows.length - 1] = merged(last, row);
    else this.rows.push(row);
    const oldest = row.time - KEPT_MS;
    let gone = 0;
    while (gone < this.rows.length && (this.rows[gone].time < oldest || this.rows.length - gone > MOST_ROWS)) ++gone;
    if (gone > 0) this.rows.splice(0, gone);
  }
}

/** @param {Row} first @param {Row} second @returns {Row} */
function merged(first, second) {
  const a = /** @type {Uint8Array} */ (first.levels.max);
  const b = /** @type {Uint8Array} */ (second.levels.max);
  const max = a.map((level, bin) => Math.max(level, b[bin]));
  return { ...first, duration: Math.max(first.duration, second.time + second.duration - first.time), levels: { max } };
}
