// SPDX-License-Identifier: MIT
// How often each level occurred in each column lately: what persistence displays show. Older rows count less and less,
// which costs nothing per cell: later rows are given more weight instead. Pure.

const FIRST_DB = -220;
const STEP_DB = 0.5;
const LEVELS = 600;
const KEPT = 0.98; // of the weight, per row: half is forgotten after 34 rows
const MOST_WEIGHT = 1e6; // then all weights are scaled down

export class LevelHistogram {
  #weight = 1;
  #total = 0;

  /** @param {number} columns */
  constructor(columns) {
    this.columns = columns;
    this.weights = new Float32Array(columns * LEVELS);
  }

  clear() {
    this.weights.fill(0);
    this.#weight = 1;
    this.#total = 0;
  }

  /** @param {ArrayLike<number>} levels dB, one per column, NaN without data */
  add(levels) {
    this.#weight /= KEPT;
    if (this.#weight > MOST_WEIGHT) this.#scaleDown();
    this.#total += this.#weight;
    for (let column = 0; column < this.columns; ++column) {
      const level = levelOf(levels[column]);
      if (level >= 0 && level < LEVELS) this.weights[column * LEVELS + level] += this.#weight;
    }
  }

  #scaleDown() {
    const factor = 1 / this.#weight;
    for (let cell = 0; cell < this.weights.length; ++cell) this.weights[cell] *= factor;
    this.#total *= factor;
    this.#weight = 1;
  }

  /** The share of rows that had a level, recent rows counting most, 0 to 1. @param {number} column @param {number} level as
   * levelOf gives it */
  share(column, level) {
    if (level < 0 || level >= LEVELS || this.#total === 0) return 0;
    return this.weights[column * LEVELS + level] / this.#total;
  }
}

/** The number of the step that a level lies in. @param {number} db */
export const levelOf = (db) => Math.floor((db - FIRST_DB) / STEP_DB);

/** Where a step begins, dB. @param {number} level */
export const dbOf = (level) => FIRST_DB + level * STEP_DB;
