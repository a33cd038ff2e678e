// SPDX-License-Identifier: MIT
// What is in a rectangle of time and frequency. Pure.

import { binCenterHz, binHz, levelDb } from '../feed/decode_row.js';

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {{fromHz: number, toHz: number, from: number, to: number}} Rectangle   Hz; ms since 1970 */
/**
 * meanDb: of the power in a bin; floorDb: the level below which a fifth of the maxima lie; a row is occupied where a maximum is above thresholdDb.
 * @typedef {{rows: number, meanDb: number, maxDb: number, maxHz: number, maxTime: number, floorDb: number, thresholdDb: number,
 *   occupancy: number, occupiedMs: number, firstMs: number, lastMs: number, widthHz: number}} Statistics
 */

const ABOVE_DB = 10; // the floor of maxima swings by less
const FLOOR_PART = 0.2;

/** @param {Row} row @param {number} bin */
const maxOf = (row, bin) => levelDb(row, row.levels.max ? 'max' : 'mean', bin);

/** Bins of a row whose middle is inside. @param {Row} row @param {Rectangle} rectangle @returns {[number, number]} */
function binsIn(row, { fromHz, toHz }) {
  const first = Math.max(0, Math.ceil((fromHz - binCenterHz(row, 0)) / binHz(row)));
  const last = Math.min(row.bins, Math.floor((toHz - binCenterHz(row, 0)) / binHz(row)) + 1);
  return [first, last];
}

/** @param {number[]} levels */
function floorOf(levels) {
  const sorted = Float32Array.from(levels).sort();
  return sorted[Math.floor(sorted.length * FLOOR_PART)];
}

/** Contiguous bins above a level, around one. @param {Row} row @param {number} bin @param {number} db */
function widthAround(row, bin, db) {
  let [first, last] = [bin, bin];
  while (first > 0 && maxOf(row, first - 1) >= db) --first;
  while (last + 1 < row.bins && maxOf(row, last + 1) >= db) ++last;
  return (last - first + 1) * binHz(row);
}

/** Null without data. @param {Row[]} rows @param {Rectangle} rectangle @returns {Statistics | null} */
export function statisticsOf(rows, rectangle) {
  let [power, cells] = [0, 0];
  /** @type {{row: Row, bin: number, db: number} | null} */
  let peak = null;
  /** @type {number[]} */
  const maxima = [];
  /** @type {number[]} the strongest of each row */
  const tops = [];
  for (const row of rows) {
    const [first, last] = binsIn(row, rectangle);
    let top = -Infinity;
    for (let bin = first; bin < last; ++bin) {
      const [mean, max] = [levelDb(row, row.levels.mean ? 'mean' : 'max', bin), maxOf(row, bin)];
      if (Number.isNaN(max)) continue;
      power += 10 ** (mean / 10);
      ++cells;
      maxima.push(max);
      top = Math.max(top, max);
      if (!peak || max > peak.db) peak = { row, bin, db: max };
    }
    tops.push(top);
  }
  if (!peak) return null;
  const floorDb = floorOf(maxima);
  const thresholdDb = Math.min(floorDb + ABOVE_DB, peak.db);
  const occupied = rows.filter((_, index) => tops[index] >= thresholdDb);
  const last = occupied[occupied.length - 1];
  return { rows: rows.length, meanDb: 10 * Math.log10(power / cells), maxDb: peak.db, maxHz: binCenterHz(peak.row, peak.bin), maxTime: peak.row.time, floorDb, thresholdDb,
    occupancy: occupied.length / rows.length, occupiedMs: occupied.reduce((sum, { duration }) => sum + duration, 0), firstMs: occupied[0].time,
    lastMs: last.time + last.duration, widthHz: widthAround(peak.row, peak.bin, Math.max(thresholdDb, peak.db - 26)) };
}
