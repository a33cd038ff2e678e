// SPDX-License-Identifier: MIT
// Which levels the colours and the vertical axis span. Robust statistics: single carriers and holes do not affect it.

/** @typedef {import('../feed/types.js').LevelRange} LevelRange */

const ROOM_BELOW_DB = 6; // under the noise, so that its texture still has colour
const ROOM_ABOVE_DB = 8;
const AXIS_BELOW_DB = 14; // under the mean noise: the band of the smallest levels is worth seeing, not all of it
const LEAST_SPAN_DB = 45;
const LEAST_RANGE_DB = 10; // that a user can choose
const HYSTERESIS_DB = 1;
const EASE = 0.12; // of the way, per row
const FINE_STEP_DB = 0.5; // of a u8 level in the waterfall, doubled and so on where the range is very wide
const CACHE_VALUES = 254;

/** The level below which `fraction` of the levels lie. Sorts a copy; NaN are left out. Runs with the rows: filter() and
 * from() would make garbage for each level.
 * @param {ArrayLike<number>} levels @param {number} fraction */
export function percentile(levels, fraction) {
  const copy = new Float32Array(levels.length);
  let count = 0;
  for (let index = 0; index < levels.length; ++index) if (!Number.isNaN(levels[index])) copy[count++] = levels[index];
  const sorted = copy.subarray(0, count).sort();
  return count === 0 ? NaN : sorted[Math.min(count - 1, Math.floor(fraction * count))];
}

/** A range that can be shown. @param {LevelRange} range @returns {LevelRange} */
export function boundedRange({ floorDb, ceilingDb }) {
  const floor = Math.max(-300, Math.min(250, floorDb));
  return { floorDb: floor, ceilingDb: Math.min(300, Math.max(ceilingDb, floor + LEAST_RANGE_DB)) };
}

/** A range for these levels (dB, one per pixel). @param {ArrayLike<number>} levels @returns {LevelRange | null} */
export function suitableRange(levels) {
  const noise = percentile(levels, 0.4);
  if (Number.isNaN(noise)) return null;
  const floorDb = noise - ROOM_BELOW_DB;
  return { floorDb, ceilingDb: Math.max(percentile(levels, 0.995) + ROOM_ABOVE_DB, floorDb + LEAST_SPAN_DB) };
}

/** One step towards the target; stays where it is while it is near enough.
 * @param {LevelRange} now @param {LevelRange} target @returns {LevelRange} */
export function easedRange(now, target) {
  /** @param {number} from @param {number} to */
  const eased = (from, to) => (Math.abs(to - from) < HYSTERESIS_DB ? from : from + (to - from) * EASE);
  return { floorDb: eased(now.floorDb, target.floorDb), ceilingDb: eased(now.ceilingDb, target.ceilingDb) };
}

/** The axis of the spectrum: shows the mean noise with room under it, and follows the strongest level up at once and down
 * slowly. @param {LevelRange | null} now @param {LevelRange} range of the colours @param {number} meanNoise
 * @param {number} strongest both in dB, NaN if not known @returns {LevelRange} */
export function axisFor(now, range, meanNoise, strongest) {
  const floorDb = Math.min(range.floorDb, (Number.isNaN(meanNoise) ? Infinity : meanNoise) - AXIS_BELOW_DB);
  const ceilingDb = Math.max(range.ceilingDb, (Number.isNaN(strongest) ? -Infinity : strongest) + ROOM_ABOVE_DB);
  if (!now) return { floorDb, ceilingDb };
  const eased = easedRange(now, { floorDb, ceilingDb });
  return { floorDb: eased.floorDb, ceilingDb: Math.max(ceilingDb, now.ceilingDb + (ceilingDb - now.ceilingDb) * EASE * 0.25) };
}

/** How levels become the u8 values of the waterfall: value v stands for baseDb + stepDb * (v - 1).
 * @typedef {{baseDb: number, stepDb: number}} LevelCache */

/** A scale around a range that is kept as long as the range fits, because after a change all lines have to be computed again.
 * @param {LevelRange} range @param {LevelCache | null} now @returns {LevelCache} */
export function levelCacheFor(range, now) {
  const span = range.ceilingDb - range.floorDb;
  const stepDb = FINE_STEP_DB * Math.max(1, Math.ceil((span * 1.2) / (FINE_STEP_DB * CACHE_VALUES)));
  const top = now ? now.baseDb + stepDb * CACHE_VALUES : 0;
  if (now && now.stepDb === stepDb && range.floorDb >= now.baseDb && range.ceilingDb <= top) return now;
  const middle = (range.floorDb + range.ceilingDb) / 2;
  return { baseDb: Math.round(middle - (stepDb * CACHE_VALUES) / 2), stepDb };
}
