// SPDX-License-Identifier: MIT
// Keeps apart what is of a tuning and what is of the one before. Rows carry the low 16 bits of its number, statuses and
// answers all of it. Pure.

import { FLAG } from './decode_row.js';

/** @typedef {import('./types.js').TuningState} TuningState */

export class Generation {
  /** @type {number | null} of the newest row */
  #newest = null;
  /** @type {TuningState | null} by the server's answer, until a status has it */
  #accepted = null;
  #acceptedAt = 0;

  /** A new connection: the server may be another. */
  restart() {
    this.#newest = null;
    this.#accepted = null;
  }

  /** @param {TuningState} tuning @param {number} generation from which on it is in force */
  accept(tuning, generation) {
    this.#accepted = tuning;
    this.#acceptedAt = generation;
  }

  /** The tuning of a status, unless one was accepted since it was made. @param {{tuning: TuningState, source: {generation: number}}} status */
  latestTuning({ tuning, source }) {
    if (source.generation >= this.#acceptedAt) this.#accepted = null;
    return this.#accepted ?? tuning;
  }

  /** Whether the row is the first of a new tuning. @param {{generation: number, flags: number}} row */
  isChangedBy({ generation, flags }) {
    if (flags & FLAG.history || generation === this.#newest) return false;
    const isFirst = this.#newest === null;
    this.#newest = generation;
    return !isFirst;
  }

  /** Whether a later tuning was accepted, or rows of one have arrived already. @param {number} generation */
  isAfter(generation) {
    if (this.#accepted !== null && generation < this.#acceptedAt) return true;
    const ahead = ((this.#newest ?? generation) - generation) & 0xffff;
    return ahead > 0 && ahead < 0x8000;
  }
}
