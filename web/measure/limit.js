// SPDX-License-Identifier: MIT
// A limit line: levels at frequencies, straight lines between them, no limit outside. Pure.

import { binCenterHz, levelDb } from '../feed/decode_row.js';
import { parseFrequency, parseNumber } from '../controls/numbers.js';
import { interpolated } from '../state/calibration.js';
import { say } from '../words/text.js';

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../state/calibration.js').Factor} LimitPoint */
/** @typedef {{hz: number, overDb: number}} Verdict where a row comes closest to the line or exceeds it most */

/** "88M -60, 108M -55": a frequency and a level, separated by commas, or by semicolons where commas are decimal. Throws on what cannot be read.
 * @param {string} text @returns {LimitPoint[]} sorted; empty for an empty text */
export function parseLimit(text) {
  const parts = text.replace(/−/g, '-').split(/[;\n]/.test(text.trim()) ? /[;\n]/ : ',').map((part) => part.trim()).filter((part) => part !== '');
  const points = parts.map((part) => {
    const [, frequency, level] = /^(.*\S)\s+(\S+)$/.exec(part) ?? [];
    const [hz, db] = [parseFrequency(frequency ?? ''), parseNumber(level ?? '')];
    if (hz === null || db === null) throw new Error(say('limit.part', { part }));
    return { hz, db };
  });
  if (points.length === 1) throw new Error(say('limit.two'));
  return points.sort((a, b) => a.hz - b.hz);
}

/** NaN outside of the line. @param {LimitPoint[]} points @param {number} hz */
export function limitAt(points, hz) {
  const inside = points.length > 0 && hz >= points[0].hz && hz <= points[points.length - 1].hz;
  return inside ? interpolated(points, hz) : NaN;
}

/** Null if the row has no data where there is a limit. @param {Row} row @param {import('../feed/types.js').Detector} detector
 * @param {(hz: number) => number} limitDb in the row's unit @returns {Verdict | null} */
export function worstAgainst(row, detector, limitDb) {
  /** @type {Verdict | null} */
  let worst = null;
  for (let bin = 0; bin < row.bins; ++bin) {
    const hz = binCenterHz(row, bin);
    const overDb = levelDb(row, detector, bin) - limitDb(hz);
    if (overDb > (worst?.overDb ?? -Infinity)) worst = { hz, overDb };
  }
  return worst;
}
