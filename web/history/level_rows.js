// SPDX-License-Identifier: MIT
// The rows of one level that are at hand, by time: whole frames come and go.

import { RowStore } from '../feed/row_store.js';

/** @typedef {import('../feed/types.js').Row} Row */

export class LevelRows extends RowStore {
  constructor() {
    super(Infinity);
  }

  /** Rows of a frame, oldest first; frames do not overlap. @param {Row[]} rows */
  addRun(rows) {
    if (rows.length > 0) this.rows.splice(this.before(rows[0].time), 0, ...rows);
  }

  /** @param {Row[]} rows as they were added */
  dropRun(rows) {
    if (rows.length === 0) return;
    const first = this.rows.indexOf(rows[0], Math.max(0, this.before(rows[0].time) - 1));
    if (first >= 0) this.rows.splice(first, rows.length);
  }
}
