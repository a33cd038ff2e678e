// SPDX-License-Identifier: MIT
// Whether a plan of what to fetch still serves: one takes about a millisecond, and the time moves in each frame of a drag.

/** @typedef {import('../feed/types.js').Stretch} Stretch */

const PART = 1 / 8; // of the screen, by which it may have moved
const MOST_MS = 500;

export class PlanGate {
  #view = '';
  #to = NaN;
  #at = -Infinity;

  /** @param {() => number} now */
  constructor(now = () => performance.now()) {
    this.now = now;
  }

  /** There is more to plan with. */
  forget() {
    this.#at = -Infinity;
  }

  /** Whether a new plan is needed, which is then taken as made. @param {Stretch} screen @param {string} view what else it depends on */
  isDue({ from, to }, view) {
    if (view === this.#view && Math.abs(to - this.#to) < (to - from) * PART && this.now() - this.#at < MOST_MS) return false;
    [this.#view, this.#to, this.#at] = [view, to, this.now()];
    return true;
  }
}
