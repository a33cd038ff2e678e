// SPDX-License-Identifier: MIT
// Notices the first row of a new tuning. Rows carry the low 16 bits of its number, the status all of it. Pure.

import { FLAG } from './decode_row.js';

export class Generation {
  /** @type {number | null} of the newest row */
  #newest = null;

  /** A new connection: the server may be another. */
  restart() {
    this.#newest = null;
  }

  /** Whether the row is the first of a new tuning. @param {{generation: number, flags: number}} row */
  isChangedBy({ generation, flags }) {
    if (flags & FLAG.history || generation === this.#newest) return false;
    const isFirst = this.#newest === null;
    this.#newest = generation;
    return !isFirst;
  }

  /** Whether rows of a later tuning have arrived already. @param {number} generation */
  isAfter(generation) {
    const ahead = ((this.#newest ?? generation) - generation) & 0xffff;
    return ahead > 0 && ahead < 0x8000;
  }
}
