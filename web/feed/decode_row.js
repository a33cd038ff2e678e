// SPDX-License-Identifier: MIT
// Decodes the binary rows of daemon/server/PROTOCOL.md. Pure.

/** @typedef {import('./types.js').Row} Row */
/** @typedef {import('./types.js').Detector} Detector */
/** @typedef {import('./types.js').Levels} Levels */

export const HEADER_BYTES = 64;
export const FLAG = { gap: 1, retuned: 2, clipped: 4, unlocked: 8, merged: 16, history: 32, swept: 64, unsynchronized: 128,
  simulated: 256, partial: 512, zoomed: 1024, imported: 2048 };

const MAGIC = 0x31525053; // "SPR1", read little-endian
/** @type {[Detector, number][]} */
const DETECTORS = [['mean', 1], ['max', 2], ['min', 4]];

/** The row that begins at `at`, and where the next one would begin.
 * @param {ArrayBuffer} buffer @param {number} at @returns {{row: Row, next: number}} */
function decodeAt(buffer, at) {
  if (buffer.byteLength - at < HEADER_BYTES) throw new RangeError('row: shorter than its header');
  const view = new DataView(buffer, at);
  if (view.getUint32(0, true) !== MAGIC) throw new RangeError('row: does not begin with SPR1');
  const present = view.getUint8(4);
  const bytesPerLevel = view.getUint8(5);
  if (bytesPerLevel !== 1 && bytesPerLevel !== 2) throw new RangeError(`row: ${bytesPerLevel} bytes a level`);
  const bins = view.getUint32(40, true);
  /** @type {Partial<Record<Detector, Levels>>} */
  const levels = {};
  let next = at + HEADER_BYTES;
  for (const [name, bit] of DETECTORS) {
    if (!(present & bit)) continue;
    levels[name] = levelsAt(buffer, next, bins, bytesPerLevel);
    next += bins * bytesPerLevel;
  }
  return { row: rowOf(view, levels), next };
}

/** @param {DataView} view of the header @param {Row['levels']} levels @returns {Row} */
function rowOf(view, levels) {
  return {
    flags: view.getUint16(6, true),
    sequence: view.getUint32(8, true),
    generation: view.getUint16(12, true),
    skipped: view.getUint16(14, true),
    time: Number(view.getBigInt64(16, true)) / 1e6,
    centerHz: view.getFloat64(24, true),
    spanHz: view.getFloat64(32, true),
    bins: view.getUint32(40, true),
    firstDb: view.getFloat32(44, true),
    stepDb: view.getFloat32(48, true),
    ffts: view.getUint32(52, true),
    coverage: view.getUint16(56, true) / 10000,
    clipped: view.getUint16(58, true) / 10000,
    duration: view.getFloat32(60, true) * 1000,
    binShiftHz: 0,
    levels,
  };
}

/** A view of the message's own bytes; a copy only where 16-bit levels begin at an odd address.
 * @param {ArrayBuffer} buffer @param {number} at @param {number} bins @param {number} bytesPerLevel
 * @returns {Levels} */
function levelsAt(buffer, at, bins, bytesPerLevel) {
  if (at + bins * bytesPerLevel > buffer.byteLength) throw new RangeError('row: ends before its levels do');
  if (bytesPerLevel === 1) return new Uint8Array(buffer, at, bins);
  return at % 2 === 0 ? new Uint16Array(buffer, at, bins) : new Uint16Array(buffer.slice(at, at + 2 * bins));
}

/** One WebSocket message. @param {ArrayBuffer} message @returns {Row} */
export function decodeRow(message) {
  const { row, next } = decodeAt(message, 0);
  if (next !== message.byteLength) throw new RangeError('row: trailing bytes');
  return row;
}

/** Consecutive rows, as the history sends them. @param {ArrayBuffer} body @returns {Row[]} */
export function decodeRows(body) {
  const rows = [];
  for (let at = 0; at < body.byteLength;) {
    const { row, next } = decodeAt(body, at);
    rows.push(row);
    at = next;
  }
  return rows;
}

/** Level of one bin in decibels, NaN without data. @param {Row} row @param {Detector} detector @param {number} bin */
export function levelDb(row, detector, bin) {
  const value = row.levels[detector]?.[bin] ?? 0;
  return value === 0 ? NaN : row.firstDb + row.stepDb * (value - 1);
}

/** @param {Row} row */
export function binHz(row) {
  return row.spanHz / row.bins;
}

/** Lower edge of the first level's cell: cells are drawn around the frequencies they stand for. @param {Row} row */
export function firstEdgeHz(row) {
  return row.centerHz - row.spanHz / 2 - row.binShiftHz;
}

/** Number of the bin whose cell has the frequency, -1 outside of the row. @param {Row} row @param {number} hz */
export function binAt(row, hz) {
  const bin = Math.floor((hz - firstEdgeHz(row)) / binHz(row));
  return bin >= 0 && bin < row.bins ? bin : -1;
}

/** Frequency in the middle of a bin's cell. @param {Row} row @param {number} bin */
export function binCenterHz(row, bin) {
  return firstEdgeHz(row) + (bin + 0.5) * binHz(row);
}
