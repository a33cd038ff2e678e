// SPDX-License-Identifier: MIT
// Two clocks: the one the waterfall scrolls by, and how far the server's clock is ahead of ours. Pure.

import { FLAG } from './decode_row.js';

const JUMP_MS = 2000;
const STEP_MS = 1000;
const PULL = 0.06; // of the error, per frame
const LONGEST_PART_MS = 1000; // longer sweeps come in parts

/** What the time at the top follows of a row: of a long sweep, which comes hop by hop, the newest hops; else all of it.
 * @param {{time: number, duration: number, flags: number}} row */
export function newestPart({ time, duration, flags }) {
  const part = flags & FLAG.swept ? Math.min(duration, LONGEST_PART_MS) : duration;
  return { time: time + duration - part, duration: part };
}

/** The time at the top of the waterfall. Runs smoothly although rows arrive in steps; never past the newest data. */
export class ScrollClock {
  time = NaN;

  /** @param {number} elapsedMs since the last frame @param {{time: number, duration: number}} newest row
   * @param {boolean} smooth false: jump from row to row @returns {number} */
  advance(elapsedMs, newest, smooth) {
    const end = newest.time + newest.duration;
    const wanted = end - newest.duration * 0.5; // half a row of slack hides the jitter of arrivals
    if (!smooth || !(Math.abs(wanted - this.time) < JUMP_MS + newest.duration)) {
      this.time = smooth ? wanted : end;
    } else {
      const next = this.time + elapsedMs;
      this.time = Math.min(end, next + (wanted - next) * PULL);
    }
    return this.time;
  }
}

const UNKNOWN = { aheadMs: NaN, roundTripMs: NaN };

/** How far the server's clock is ahead, from pings; of the last eight answers the quickest is used. */
export class ServerClock {
  /** @type {{aheadMs: number, roundTripMs: number}[]} */
  #answers = [];

  /** @param {number} sentAt @param {number} receivedAt both by our clock @param {number} serverTime */
  answered(sentAt, receivedAt, serverTime) {
    const roundTripMs = receivedAt - sentAt;
    const aheadMs = serverTime - (sentAt + roundTripMs / 2);
    if (Math.abs(aheadMs - this.aheadMs) > STEP_MS + roundTripMs) this.#answers = []; // one of the clocks was stepped
    this.#answers.push({ aheadMs, roundTripMs });
    if (this.#answers.length > 8) this.#answers.shift();
  }

  /** NaN before the first answer. */
  get aheadMs() {
    return this.#best.aheadMs;
  }

  /** NaN before the first answer. */
  get roundTripMs() {
    return this.#best.roundTripMs;
  }

  get #best() {
    let best = UNKNOWN;
    for (const answer of this.#answers) if (!(answer.roundTripMs >= best.roundTripMs)) best = answer;
    return best;
  }
}
