// SPDX-License-Identifier: MIT
// A value over time as what a plot draws: for each column the lowest, mean and highest. Pure.

/** A minute of the radio, or an hour of it, as `GET api/v1/floor` lists it; gain_db is null while it is automatic.
 * @typedef {{time: string, seconds: number, floor_db: number, lowest_db: number, highest_db: number, clipped: number, coverage: number, gain_db: number | null}} FloorFacts */
/** NaN where there is no data @typedef {{low: number, mean: number, high: number}} Column */
/** @typedef {'floor' | 'gain' | 'overload'} Subject */

/** From levels of the server to those shown, by the gain of then; NaN: not known @typedef {(gainDb: number | null) => number} Shift */

/** @type {Record<Subject, (facts: FloorFacts, shiftAt: Shift) => [number, number, number]>} lowest, mean, highest */
const VALUES = {
  floor: ({ floor_db: mean, lowest_db: low, highest_db: high, gain_db: gain }, shiftAt) => {
    const shift = shiftAt(gain);
    return [low + shift, mean + shift, high + shift];
  },
  gain: ({ gain_db: gain }) => (gain === null ? [NaN, NaN, NaN] : [gain, gain, gain]),
  overload: ({ clipped }) => [100 * clipped, 100 * clipped, 100 * clipped],
};

/** @param {FloorFacts[]} list @param {Subject} subject @param {import('../feed/types.js').Stretch} stretch @param {number} columns
 * @param {Shift} [shiftAt] of the floor @returns {Column[]} */
export function trendOf(list, subject, { from, to }, columns, shiftAt = () => 0) {
  const trend = Array.from({ length: columns }, () => ({ low: NaN, mean: NaN, high: NaN, count: 0 }));
  for (const facts of list) {
    const time = Date.parse(facts.time);
    const [low, mean, high] = VALUES[subject](facts, shiftAt);
    if (Number.isNaN(mean)) continue;
    const place = (/** @type {number} */ at) => Math.floor(((at - from) / (to - from)) * columns);
    for (let index = Math.max(0, place(time)); index <= Math.min(columns - 1, place(time + facts.seconds * 1000 - 1)); ++index) {
      const column = trend[index];
      column.mean = ((column.count === 0 ? 0 : column.mean * column.count) + mean) / (column.count + 1);
      column.low = column.count === 0 ? low : Math.min(column.low, low);
      column.high = column.count === 0 ? high : Math.max(column.high, high);
      ++column.count;
    }
  }
  return trend.map(({ low, mean, high }) => ({ low, mean, high }));
}

/** Of all columns; null without data. @param {Column[]} trend */
export function extremesOf(trend) {
  const known = trend.filter(({ mean }) => !Number.isNaN(mean));
  if (known.length === 0) return null;
  return { low: Math.min(...known.map(({ low }) => low)), high: Math.max(...known.map(({ high }) => high)), mean: known.reduce((sum, { mean }) => sum + mean, 0) / known.length };
}
