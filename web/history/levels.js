// SPDX-License-Identifier: MIT
// The levels of the past: rows of 1 s to 2 h, as the server stores them in tiles. Which one is shown follows from the time
// that a line of pixels stands for. Pure.

/** @typedef {{name: string, stepMs: number}} Level */

/** Finest first. @type {Level[]} */
export const LEVELS = [
  { name: '1s', stepMs: 1000 },
  { name: '10s', stepMs: 10_000 },
  { name: '1min', stepMs: 60_000 },
  { name: '10min', stepMs: 600_000 },
  { name: '2h', stepMs: 7_200_000 },
];

/** A row may be so many lines high: the next finer level would cost six to twelve times the bytes. */
const MOST_LINES = 2.5;

/** Index of the level for lines that stand for so much time: the coarsest whose rows are about a line, else the finest.
 * @param {number} lineMs */
export function levelFor(lineMs) {
  let best = 0;
  LEVELS.forEach(({ stepMs }, index) => { if (stepMs <= MOST_LINES * lineMs) best = index; });
  return best;
}

/** Indices in the order in which they serve: the one wanted, coarser ones for what it lacks, then finer ones.
 * @param {number} wanted */
export function servingOrder(wanted) {
  const coarser = LEVELS.map((_, index) => index).filter((index) => index > wanted);
  const finer = LEVELS.map((_, index) => index).filter((index) => index < wanted).reverse();
  return [wanted, ...coarser, ...finer];
}
