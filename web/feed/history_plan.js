// SPDX-License-Identifier: MIT
// Which part of the history to fetch next, and in how much detail: newest first, in pieces that a link delivers in about
// two seconds, so that the picture fills from the top and a change of the view loses little. Pure.

/** @typedef {import('./types.js').Stretch} Stretch */
/** @typedef {{lines: number, bytesPerLevel: 1 | 2, coarse: boolean}} Piece coarse: one detector, no more bins than pixels */

const FIRST_LINES = 32; // before the speed of the link is known
const LEAST_LINES = 64;
const SPARE_LINES = 2; // a stretch can touch more rows than it has lines, and the server would merge them
const MOST_LINES = 2000 - SPARE_LINES; // the server's limits of one answer
const MOST_LEVELS = 2 ** 21;
const PIECE_SECONDS = 2;
const HEADER_BYTES = 64;

/** The newest part of the stretch that has not been fetched; null if all but the slack has.
 * @param {Stretch} wanted @param {Stretch | null} has @param {number} slack @param {number} [newestSlack] at its newest end
 * @returns {Stretch | null} */
export function newestMissing(wanted, has, slack, newestSlack = slack) {
  if (!has || !touch(wanted, has)) return wanted;
  if (has.to < wanted.to - newestSlack) return { from: has.to, to: wanted.to };
  return has.from > wanted.from + slack ? { from: wanted.from, to: has.from } : null;
}

/** @param {Stretch} a @param {Stretch} b */
export function touch(a, b) {
  return a.from <= b.to && b.from <= a.to;
}

/** What has been fetched after another piece; one stretch, because pieces are fetched side by side.
 * @param {Stretch | null} has @param {Stretch} piece @returns {Stretch} */
export function joined(has, piece) {
  return has && touch(has, piece) ? { from: Math.min(has.from, piece.from), to: Math.max(has.to, piece.to) } : piece;
}

/** How many rows to ask for, so that none is merged that has its own line. @param {Stretch} stretch
 * @param {number} lineMs */
export function rowsIn(stretch, lineMs) {
  return Math.ceil((stretch.to - stretch.from) / lineMs - 1e-6) + SPARE_LINES;
}

/** Chooses size and detail by how fast earlier pieces arrived. */
export class HistoryPace {
  #bytesPerSecond = NaN;

  /** @param {number} bytes @param {number} ms from the request to the last byte */
  answered(bytes, ms) {
    const now = bytes / Math.max(1e-3, ms / 1000);
    this.#bytesPerSecond = Number.isNaN(this.#bytesPerSecond) ? now : (this.#bytesPerSecond + now) / 2;
  }

  /** @param {{fine: number, coarse: number}} levels of a line @param {boolean} coarse @returns {Piece} */
  next(levels, coarse) {
    const bytesPerLevel = coarse ? 1 : 2;
    const ofLine = coarse ? levels.coarse : levels.fine;
    const affordable = (this.#bytesPerSecond * PIECE_SECONDS) / (ofLine * bytesPerLevel + HEADER_BYTES);
    const lines = Number.isNaN(affordable) ? FIRST_LINES : Math.max(LEAST_LINES, Math.floor(affordable));
    return { coarse, bytesPerLevel, lines: Math.min(lines, MOST_LINES, Math.floor(MOST_LEVELS / ofLine) - SPARE_LINES) };
  }
}
