// SPDX-License-Identifier: MIT
// The frames whose levels are at hand, and their rows by level; those not used for longest go when there are too many.

import { LevelRows } from './level_rows.js';
import { LEVELS } from './levels.js';

/** @typedef {import('./frame.js').Frame} Frame */

const KEPT = 0.8; // of the limit, once it was exceeded

export class FrameCache {
  /** @type {Set<Frame>} */
  #loaded = new Set();
  stores = LEVELS.map(() => new LevelRows());

  /** @param {Frame} frame */
  #storeOf(frame) {
    return this.stores[LEVELS.findIndex(({ name }) => name === frame.level)];
  }

  /** Some levels of a frame have arrived. @param {Frame} frame @param {boolean} isFirst they are the first @param {number} most bytes */
  add(frame, isFirst, most) {
    this.#loaded.add(frame);
    if (isFirst) this.#storeOf(frame).addRun(frame.rows);
    let bytes = 0;
    for (const each of this.#loaded) bytes += each.bytes;
    if (bytes <= most) return;
    for (const each of [...this.#loaded].sort((a, b) => a.used - b.used)) {
      if (bytes <= most * KEPT) return;
      bytes -= each.bytes;
      this.drop(each);
    }
  }

  /** @param {Frame} frame */
  drop(frame) {
    if (!this.#loaded.delete(frame)) return;
    this.#storeOf(frame).dropRun(frame.rows);
    frame.clear();
  }
}
