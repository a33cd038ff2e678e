// SPDX-License-Identifier: MIT
// How much detail live rows are requested with: less while the link delivers them late. Pure.

/** @typedef {import('./types.js').Detector} Detector */
/** @typedef {{detectors: Detector[], bytes: 1 | 2, rate: number | null}} Detail rate: rows a second at most */

const LATE_MS = 1500;
const PROMPT_MS = 700;
const LATE_CHECKS = 2; // in a row, before less is requested
const HOLD_CHECKS = 3; // until rows under way at the change have arrived
const PROMPT_CHECKS = 15; // in a row, before more is requested; doubled each time that was too much
const MOST_PROMPT_CHECKS = 240;
const RATES = [null, null, 5, 2];

export class Thrift {
  level = 0;
  #late = 0;
  #prompt = 0;
  #hold = 0;
  #promptNeeded = PROMPT_CHECKS;

  /** Called at even intervals; true if the detail has changed. @param {number} latencyMs of the newest row, NaN if not known
   * @param {number} skipped rows skipped since the call before */
  check(latencyMs, skipped) {
    if (this.#hold > 0) {
      --this.#hold;
      return false;
    }
    this.#late = latencyMs > LATE_MS || skipped > 0 ? this.#late + 1 : 0;
    this.#prompt = latencyMs < PROMPT_MS && skipped === 0 ? this.#prompt + 1 : 0;
    if (this.#late >= LATE_CHECKS && this.level < RATES.length - 1) return this.#change(1);
    if (this.#prompt >= this.#promptNeeded && this.level > 0) return this.#change(-1);
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

  /** @param {Detector} shown in the waterfall @returns {Detail} */
  detail(shown) {
    if (this.level === 0) return { detectors: ['mean', 'max', 'min'], bytes: 2, rate: null };
    return { detectors: shown === 'mean' ? ['mean', 'max'] : ['mean', shown], bytes: 1, rate: RATES[this.level] };
  }
}
