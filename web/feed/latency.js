// SPDX-License-Identifier: MIT
// How late rows arrive, by the server's clock, which pings compare with ours. Pure.

import { ServerClock } from './clock.js';

const MOST_PINGS = 8; // without an answer
const SMOOTHING = 0.1;

export class Latency {
  smoothMs = NaN;
  #newestMs = NaN;
  #clock = new ServerClock();
  /** @type {Map<number, number>} */
  #pings = new Map();

  /** A new connection. */
  restart() {
    this.#pings.clear();
    this.#newestMs = this.smoothMs = NaN;
  }

  /** There and back, at best; NaN before the first answer. */
  get roundTripMs() {
    return this.#clock.roundTripMs;
  }

  /** @param {number} id @param {number} now by our clock */
  pinged(id, now) {
    this.#pings.set(id, now);
    if (this.#pings.size > MOST_PINGS) this.#pings.clear();
  }

  /** @param {{id: number, time: string}} pong @param {number} now */
  answered({ id, time }, now) {
    const sentAt = this.#pings.get(id);
    if (sentAt === undefined) return;
    this.#pings.delete(id);
    this.#clock.answered(sentAt, now, Date.parse(time));
  }

  /** @param {import('./types.js').Row} row that arrived @param {number} now */
  arrived(row, now) {
    this.#newestMs = now + this.#clock.aheadMs - (row.time + row.duration);
    if (Number.isNaN(this.#newestMs)) return;
    const before = Number.isNaN(this.smoothMs) ? this.#newestMs : this.smoothMs;
    this.smoothMs = before + (this.#newestMs - before) * SMOOTHING;
  }

  /** That of the newest row, NaN if none has arrived since the last call or no ping has been answered. */
  consume() {
    const newest = this.#newestMs;
    this.#newestMs = NaN;
    return newest;
  }
}
