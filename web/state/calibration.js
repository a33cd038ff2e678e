// SPDX-License-Identifier: MIT
// From the server's levels to dBm: a table of points, each measured with a signal of known level. Pure.

import { say } from '../words/text.js';

/** What a level of 0 dB stood for at a frequency and gain. `unit`: the server's, `gainDb`: null where the radio reports none.
 * @typedef {{unit: string, hz: number, gainDb: number | null, offsetDb: number}} CalibrationPoint */
/** @typedef {{hz: number, db: number}} Factor */

const SAME_GAIN_DB = 0.05;
const SAME_HZ = 0.5;

/** Straight lines between the points, level outside of them; NaN without points.
 * @param {Factor[]} points sorted by frequency @param {number} hz */
export function interpolated(points, hz) {
  const above = points.findIndex((point) => point.hz >= hz);
  if (above <= 0) return (above === 0 ? points[0] : points[points.length - 1])?.db ?? NaN;
  const [low, high] = [points[above - 1], points[above]];
  return low.db + ((high.db - low.db) * (hz - low.hz)) / (high.hz - low.hz);
}

/** @param {number | null} a @param {number | null} b */
function gainApart(a, b) {
  if (a === null || b === null) return a === b ? 0 : Infinity;
  return Math.abs(a - b);
}

/** What to add to a level for dBm; NaN if the table does not say. Where no point has the gain in use, those of the nearest
 * gain are moved by the difference.
 * @param {CalibrationPoint[]} table @param {{unit: string, hz: number, gainDb: number | null}} at */
export function offsetAt(table, { unit, hz, gainDb }) {
  const usable = table.filter((point) => point.unit === unit && Number.isFinite(gainApart(point.gainDb, gainDb)));
  const nearest = Math.min(...usable.map((point) => gainApart(point.gainDb, gainDb)));
  const points = usable.filter((point) => gainApart(point.gainDb, gainDb) <= nearest + SAME_GAIN_DB)
    .map((point) => ({ hz: point.hz, db: point.offsetDb - ((gainDb ?? 0) - (point.gainDb ?? 0)) }))
    .sort((a, b) => a.hz - b.hz);
  return interpolated(points, hz);
}

/** The table with a point, which replaces one of the same frequency and gain. @param {CalibrationPoint[]} table
 * @param {CalibrationPoint} added @returns {CalibrationPoint[]} */
export function withPoint(table, added) {
  const others = table.filter((point) => point.unit !== added.unit || Math.abs(point.hz - added.hz) > SAME_HZ ||
    gainApart(point.gainDb, added.gainDb) > SAME_GAIN_DB);
  return [...others, added].sort((a, b) => a.hz - b.hz || (a.gainDb ?? 0) - (b.gainDb ?? 0));
}

/** Lines of "MHz factor", separated by blanks, commas or semicolons, as antennas come with; what begins with a letter or #
 * is skipped. Throws on a line that cannot be read. @param {string} text @returns {Factor[]} sorted */
export function parseAntennaFactors(text) {
  const factors = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || /^[#a-z"']/i.test(trimmed)) continue;
    const decimal = trimmed.includes(';') ? trimmed.replace(/,/g, '.') : trimmed;
    const [mhz, db] = decimal.split(/[\s,;]+/).map(Number);
    if (!(mhz > 0) || !Number.isFinite(db)) throw new Error(say('factors.line', { line: index + 1 }));
    factors.push({ hz: mhz * 1e6, db });
  }
  if (factors.length === 0) throw new Error(say('factors.none'));
  return factors.sort((a, b) => a.hz - b.hz);
}
