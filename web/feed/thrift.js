// SPDX-License-Identifier: MIT
// How much detail live rows are requested with: less by choice, for a link that is known to be slow, and while rows
// arrive late. Pure.

/** @typedef {import('./types.js').Detector} Detector */
/** @typedef {{detectors: Detector[], extra: {detectors: Detector[], rate: number} | null, bytes: 1 | 2, step: number,
 *   rate: number | null}} Detail extra: detectors of some rows; step: decibels, of one byte; rate: rows a second at most */

const LATE_MS = 1500;
const PROMPT_MS = 700;
const LATE_CHECKS = 2; // in a row, before less is requested
const HOLD_CHECKS = 3; // until rows under way at the change have arrived
const PROMPT_CHECKS = 15; // in a row, before more is requested; doubled each time that was too much
const MOST_PROMPT_CHECKS = 240;
const RATES = [null, 20, 5, 2];
const NARROW_RATES = [null, 10, 5, 2];
const LINE_RATE = 2; // of the line above the waterfall, which needs the mean
const MOST_LEVEL = RATES.length - 1;

export class Thrift {
  level = 1; // until the link is known
  #least = 1;
  #most = MOST_LEVEL;
  #late = 0;
  #prompt = 0;
  #hold = 0;
  #promptNeeded = PROMPT_CHECKS;

  /** Between full detail (0) and the least (3); true if the detail has changed. A link that turns out to be quick gets
   * full detail at once. @param {number} least @param {number} [most] */
  limit(least, most = MOST_LEVEL) {
    const before = this.level;
    if (this.level === this.#least || this.level < least) this.level = least;
    this.level = Math.min(this.level, most);
    [this.#least, this.#most] = [least, most];
    return this.level !== before;
  }

  /** Called at even intervals; true if the detail has changed. @param {number} latencyMs of the newest row, NaN if not known
   * @param {number} skipped rows skipped since the call before */
  check(latencyMs, skipped) {
    if (this.#hold > 0) {
      --this.#hold;
      return false;
    }
    this.#late = latencyMs > LATE_MS || skipped > 0 ? this.#late + 1 : 0;
    this.#prompt = latencyMs < PROMPT_MS && skipped === 0 ? this.#prompt + 1 : 0;
    if (this.#late >= LATE_CHECKS && this.level < this.#most) return this.#change(1);
    if (this.#prompt >= this.#promptNeeded && this.level > this.#least) return this.#change(-1);
    return false;
  }

  /** @param {1 | -1} step */
  #change(step) {
    if (step > 0) this.#promptNeeded = Math.min(MOST_PROMPT_CHECKS, this.#promptNeeded * 2);
    this.level += step;
    this.#late = this.#prompt = 0;
    this.#hold = HOLD_CHECKS;
    return true;
  }

  /** @param {Detector} shown in the waterfall @param {boolean} narrow a small screen @returns {Detail} */
  detail(shown, narrow) {
    if (this.level === 0) return { detectors: ['mean', 'max', 'min'], extra: null, bytes: 2, step: 0.5, rate: null };
    const rate = (narrow ? NARROW_RATES : RATES)[this.level];
    return { detectors: [shown], extra: { detectors: [shown === 'mean' ? 'max' : 'mean'], rate: LINE_RATE }, bytes: 1, step: 1, rate };
  }
}
