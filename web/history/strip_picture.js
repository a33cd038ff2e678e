// SPDX-License-Identifier: MIT
// The strip of a day: time from left to right, frequency upwards, the strongest level in each place. Pure.

import { binAt } from '../feed/decode_row.js';

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../feed/types.js').Band} Band */
/** @typedef {import('../feed/types.js').Stretch} Stretch */

const DAY_MS = 86_400_000;

/** What the strip shows: the last 24 hours, or the day of a moment before them. @param {number} now @param {number} shown
 * @param {(time: number) => Stretch} dayAround @returns {Stretch} */
export function stripPeriod(now, shown, dayAround) {
  return Number.isNaN(shown) || shown > now - DAY_MS ? { from: now - DAY_MS, to: now } : dayAround(shown);
}

/** Level values of the rows' scale, line by line from the highest frequency; 0: no data.
 * @param {Row[]} rows oldest first @param {Stretch} period @param {Band} band @param {number} width @param {number} height
 * @returns {Uint8Array} */
export function stripLevels(rows, period, band, width, height) {
  const levels = new Uint8Array(width * height);
  const columnMs = (period.to - period.from) / width;
  for (const row of rows) {
    const values = row.levels.max ?? row.levels.mean;
    if (!values) continue;
    const first = Math.max(0, Math.floor((row.time - period.from) / columnMs));
    const last = Math.min(width, Math.ceil((row.time + row.duration - period.from) / columnMs));
    for (let line = 0; line < height; ++line) {
      const value = strongest(row, values, band, line, height);
      for (let column = first; value > 0 && column < last; ++column) {
        const at = line * width + column;
        if (value > levels[at]) levels[at] = value;
      }
    }
  }
  return levels;
}

/** @param {Row} row @param {import('../feed/types.js').Levels} values @param {Band} band @param {number} line @param {number} height */
function strongest(row, values, band, line, height) {
  const lineHz = (band.toHz - band.fromHz) / height;
  const from = binAt(row, band.toHz - (line + 1) * lineHz + 1e-3);
  const to = binAt(row, band.toHz - line * lineHz - 1e-3);
  let best = 0;
  for (let bin = Math.max(0, from); bin <= to; ++bin) if (values[bin] > best) best = values[bin];
  return best;
}
