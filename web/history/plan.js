// SPDX-License-Identifier: MIT
// Which tiles to fetch, most urgent first: while much is missing, the screen and what is around it from a coarser level; the
// screen from the level wanted; then what the next drag will show. Pure.

/** @typedef {import('../feed/types.js').Band} Band */
/** @typedef {import('../feed/types.js').Detector} Detector */
/** @typedef {import('../feed/types.js').Stretch} Stretch */
/** @typedef {import('./frame.js').Frame} Frame */
/** @typedef {{frame: Frame, detector: Detector, tile: import('./frame.js').Tile}} Job */
/** @typedef {{frames: (level: number, stretch: Stretch) => Frame[], levels: number}} Listing */

const FEW = 4; // frames that are fetched without the coarser ones first
const FAR = 12; // screens on either side of which a coarse level is at hand
const HOLE_MS = 1.5; // of a row: less between two frames does not count

/** Parts of a stretch that frames do not cover. @param {Stretch} stretch @param {Frame[]} frames @param {number} slackMs
 * @returns {Stretch[]} */
export function uncovered({ from, to }, frames, slackMs) {
  const holes = [];
  let end = from;
  for (const { facts: { t0, t1 } } of frames.slice().sort((a, b) => a.facts.t0 - b.facts.t0)) {
    if (t0 - end > slackMs) holes.push({ from: end, to: Math.min(t0, to) });
    end = Math.max(end, t1);
  }
  if (to - end > slackMs) holes.push({ from: end, to });
  return holes;
}

/** Frames of the level, and of coarser ones where that has none: it keeps less of the past, or was not written.
 * @param {Listing} listing @param {number} level @param {Stretch} stretch @param {(level: number) => number} stepMs
 * @returns {Frame[]} */
export function framesFor(listing, level, stretch, stepMs) {
  const frames = listing.frames(level, stretch);
  if (level + 1 >= listing.levels) return frames;
  const holes = uncovered(stretch, frames, HOLE_MS * stepMs(level + 1));
  return [...frames, ...holes.flatMap((hole) => framesFor(listing, level + 1, hole, stepMs))];
}

/** @param {Frame[]} frames @param {Band} band @param {Detector} detector @param {number} middle the time to begin at @returns {Job[]} */
export function jobsOf(frames, band, detector, middle) {
  const away = (/** @type {Frame} */ { facts }) => Math.abs((facts.t0 + facts.t1) / 2 - middle);
  return frames.slice().sort((a, b) => away(a) - away(b))
    .flatMap((frame) => frame.tilesIn(band).filter(({ f0 }) => !frame.has(detector, f0)).map((tile) => ({ frame, detector, tile })));
}

/** @param {Listing} listing @param {{level: number, screen: Stretch, band: Band, detector: Detector, other: Detector, sparing: boolean,
 *   stepMs: (level: number) => number}} wanted @returns {Job[]} */
export function plan(listing, { level, screen, band, detector, other, sparing, stepMs }) {
  const length = screen.to - screen.from;
  const middle = (screen.from + screen.to) / 2;
  /** @param {number} of @param {number} screens on either side */
  const jobs = (of, screens, what = detector) => jobsOf(
    framesFor(listing, of, { from: screen.from - screens * length, to: screen.to + screens * length }, stepMs), band, what, middle);
  const now = jobs(level, 0);
  const coarser = Math.min(level + 1, listing.levels - 1);
  const first = now.length > FEW && coarser > level ? jobs(coarser, 0) : [];
  if (sparing) return [...first, ...now];
  const around = coarser > level ? jobs(coarser, 2) : [];
  const far = level + 2 < listing.levels ? jobs(level + 2, FAR) : []; // a few tiles, so that no drag comes to an empty screen
  const all = [...first, ...far, ...(now.length > FEW ? around : []), ...now, ...around, ...jobs(level, 1), ...jobs(level, 0, other)];
  const seen = new Set();
  return all.filter(({ frame, detector: what, tile: { f0 } }) => {
    const key = `${frame.level} ${frame.facts.t0} ${frame.facts.epoch} ${f0} ${what}`;
    return !seen.has(key) && seen.add(key);
  });
}
