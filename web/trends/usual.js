// SPDX-License-Identifier: MIT
// What is usual at each hour of the week, from the server's baseline, as levels by column: the waterfall shows how much
// stronger or weaker it is.

import { ColumnMap } from '../plot/column_map.js';
import { getJson } from '../feed/api.js';

/** @typedef {import('../feed/types.js').Band} Band */
/** empty: not known yet @typedef {{center_hz: number, span_hz: number, median: (number | null)[]}} Baseline */

const HOUR_MS = 3_600_000;
const MONDAY_MS = 4 * 24 * HOUR_MS; // 1970 began on a Thursday
const WEEK_HOURS = 168;
const MOST_FLIGHTS = 3;
/** dB of the difference that the first and the last colour stand for. */
export const DIFFERENCE = { lowDb: -10, highDb: 30 };

/** 0: Monday from 00:00 to 01:00 UTC. @param {number} time */
export const hourOfWeek = (time) => Math.floor((time - MONDAY_MS) / HOUR_MS) % WEEK_HOURS;

/** Strongest median of the bins in each column, dB; NaN where none is known. @param {Baseline} baseline @param {Band} band
 * @param {number} columns @param {number} binShiftHz as of the rows that it is subtracted from */
export function levelsByColumn(baseline, band, columns, binShiftHz) {
  const { center_hz: centerHz, span_hz: spanHz, median } = baseline;
  const bins = median.length;
  const map = new ColumnMap(columns);
  map.fit(/** @type {any} */ ({ centerHz, spanHz, bins, binShiftHz }), band);
  return Float32Array.from(map.first, (first, column) => {
    let best = NaN;
    for (let bin = first; first >= 0 && bin < map.last[column]; ++bin) {
      const level = median[bin];
      if (level !== null && !(level <= best)) best = level;
    }
    return best;
  });
}

export class Usual {
  /** by hour of the week; null: not known to the server @type {Map<number, Baseline | null>} */
  #baselines = new Map();
  /** @type {Set<number>} */
  #flights = new Set();
  /** @type {Map<number, Float32Array>} of the view */
  #columns = new Map();
  #view = '';

  /** @param {() => void} arrived @param {(row: import('../feed/types.js').Row) => void} adopt completes a row */
  constructor(arrived, adopt) {
    this.adopt = adopt;
    this.arrived = arrived;
  }

  /** Null while, or where, it is not known. @param {number} time @param {Band} band @param {number} columns @returns {Float32Array | null} */
  at(time, band, columns) {
    const hour = hourOfWeek(time);
    const view = `${band.fromHz} ${band.toHz} ${columns}`;
    if (view !== this.#view) this.#columns.clear();
    this.#view = view;
    const known = this.#columns.get(hour);
    if (known) return known;
    const baseline = this.#baselines.get(hour);
    if (baseline === undefined) this.#fetch(hour);
    if (!baseline || baseline.median.length === 0) return null;
    const row = /** @type {any} */ ({ flags: 0, spanHz: baseline.span_hz, bins: baseline.median.length, binShiftHz: 0 });
    this.adopt(row);
    const levels = levelsByColumn(baseline, band, columns, row.binShiftHz);
    this.#columns.set(hour, levels);
    return levels;
  }

  /** @param {number} hour */
  async #fetch(hour) {
    if (this.#flights.has(hour) || this.#flights.size >= MOST_FLIGHTS) return;
    this.#flights.add(hour);
    try {
      this.#baselines.set(hour, await getJson(`api/v1/baseline?hour=${hour}`));
    } catch (reason) {
      console.info(`history unavailable: ${/** @type {Error} */ (reason).message}`);
      this.#baselines.set(hour, null);
    }
    this.#flights.delete(hour);
    this.arrived();
  }
}
