// SPDX-License-Identifier: MIT
// A frame: up to 60 rows of a level under one tuning, whose tiles arrive one by one. Its rows are views of one matrix for
// each detector, in which 0 stands for what has not arrived.

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../feed/types.js').Detector} Detector */
/** @typedef {import('../feed/types.js').Band} Band */

/**
 * As `GET api/v1/history/tiles` lists it. `key` and a tile's `f0` are its address; a tile begins at `from_hz`.
 * @typedef {{t0: number, t1: number, key: number, epoch: number, rows: number, center_hz: number, span_hz: number, bins: number,
 *   generation: number, base_db: number, row_ms: number[], durations_ms: number[], row_flags: number[], row_ffts: number[],
 *   row_coverage: number[], row_clipped: number[], gain_db: number | null, rbw_hz: number, tiles: Tile[]}} FrameFacts
 */
/** @typedef {{f0: number, from_hz: number, bins: number}} Tile */

const STEP_DB = 0.5;

export class Frame {
  /** @type {Row[]} those that no later epoch has measured again */
  rows = [];
  /** @type {Partial<Record<Detector, Uint8Array>>} */
  #matrix = {};
  /** tiles that have arrived, by detector and first bin @type {Set<string>} */
  #has = new Set();
  /** when it was last of use: a count */
  used = 0;

  /** @param {string} level @param {FrameFacts} facts @param {(time: number) => boolean} isHidden */
  constructor(level, facts, isHidden) {
    this.level = level;
    this.facts = facts;
    this.isHidden = isHidden;
  }

  get bytes() {
    return Object.keys(this.#matrix).length * this.facts.rows * this.facts.bins;
  }

  /** @param {number} fromHz */
  #firstBin(fromHz) {
    const { center_hz: center, span_hz: span, bins } = this.facts;
    return Math.round(((fromHz - center + span / 2) / span) * bins);
  }

  /** Tiles that a band touches. @param {Band} band */
  tilesIn(band) {
    const cell = this.facts.span_hz / this.facts.bins;
    return this.facts.tiles.filter(({ from_hz: from, bins }) => from < band.toHz && from + bins * cell > band.fromHz);
  }

  /** @param {Detector} detector @param {number} f0 */
  has(detector, f0) {
    return this.#has.has(`${detector} ${f0}`);
  }

  /** @param {Detector} detector @param {Tile} tile @param {Uint8Array} levels row by row
   * @param {(row: Row) => void} adopt completes a row @returns {boolean} whether these are its first levels */
  put(detector, { f0, from_hz: fromHz, bins }, levels, adopt) {
    const { rows, bins: width } = this.facts;
    const isFirst = this.#has.size === 0;
    if (isFirst) this.rows = this.#makeRows(adopt);
    const matrix = (this.#matrix[detector] ??= this.#makeMatrix(detector));
    const first = this.#firstBin(fromHz);
    const count = Math.min(bins, width - first);
    for (let row = 0; row < rows; ++row) matrix.set(levels.subarray(row * bins, row * bins + count), row * width + first);
    this.#has.add(`${detector} ${f0}`);
    return isFirst;
  }

  /** Forgets all levels. */
  clear() {
    this.rows = [];
    this.#matrix = {};
    this.#has.clear();
  }

  /** @param {Detector} detector */
  #makeMatrix(detector) {
    const { rows, bins } = this.facts;
    const matrix = new Uint8Array(rows * bins);
    for (const row of this.rows) row.levels[detector] = matrix.subarray(row.sequence * bins, (row.sequence + 1) * bins);
    return matrix;
  }

  /** Numbered within the frame. @param {(row: Row) => void} adopt @returns {Row[]} */
  #makeRows(adopt) {
    const { t0, rows, center_hz: centerHz, span_hz: spanHz, bins, generation, base_db: firstDb, gain_db: gainDb, rbw_hz: rbwHz } = this.facts;
    const { row_ms: at, durations_ms: durations, row_flags: flags, row_ffts: ffts, row_coverage: coverage, row_clipped: clipped } = this.facts;
    const made = Array.from({ length: rows }, (_, index) => ({ sequence: index, generation, flags: flags[index], skipped: 0, time: t0 + at[index], duration: durations[index],
      centerHz, spanHz, bins, firstDb, stepDb: STEP_DB, ffts: ffts[index], coverage: coverage[index], clipped: clipped[index], binShiftHz: 0, gainDb, rbwHz, levels: {} }));
    for (const row of made) adopt(row);
    return made.filter(({ time }) => !this.isHidden(time));
  }
}
