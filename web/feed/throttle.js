// SPDX-License-Identifier: MIT
// Limits how often values are sent; of values that come too fast the last is always sent. Pure but for the timer.

/** @template Value */
export class Throttle {
  /** @param {number} everyMs @param {(value: Value) => void} send
   * @param {{now: () => number, later: (run: () => void, ms: number) => unknown}} [clock] */
  constructor(everyMs, send, clock = { now: () => performance.now(), later: (run, ms) => setTimeout(run, ms) }) {
    this.everyMs = everyMs;
    this.send = send;
    this.clock = clock;
    this.sentAt = -Infinity;
    /** @type {{value: Value} | null} */
    this.waiting = null;
  }

  /** @param {Value} value */
  offer(value) {
    if (this.waiting) {
      this.waiting.value = value;
      return;
    }
    const wait = this.sentAt + this.everyMs - this.clock.now();
    if (wait <= 0) return this.#sendNow(value);
    this.waiting = { value };
    this.clock.later(() => this.#sendWaiting(), wait);
  }

  #sendWaiting() {
    const waiting = this.waiting;
    this.waiting = null;
    if (waiting) this.#sendNow(waiting.value);
  }

  /** @param {Value} value */
  #sendNow(value) {
    this.sentAt = this.clock.now();
    this.send(value);
  }
}
