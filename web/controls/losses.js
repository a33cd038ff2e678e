// SPDX-License-Identifier: MIT
// Samples that the server has dropped, as how much time was lost and when. Pure.

import { formatTime } from './numbers.js';
import { decimal, say } from '../words/text.js';

const BURST_MS = 3000; // losses closer together are one

/** "1.0 s lost at 12:29" @param {string} lost @param {number} time */
export const lossAt = (lost, time) => say('loss.at', { time: lost, clock: formatTime(time).slice(0, 5) });

/** @param {number} seconds */
function lostTime(seconds) {
  return seconds >= 0.9995 ? `${decimal(seconds.toFixed(1))} s` : `${Math.max(1, Math.round(seconds * 1000))} ms`;
}

export class Losses {
  #dropped = NaN;
  #burst = 0;
  #at = NaN;

  /** @param {number} dropped samples since the server's start @param {number} rateHz @param {number} time of the count
   * @returns {string} */
  update(dropped, rateHz, time) {
    if (!(dropped >= this.#dropped)) this.#burst = 0; // the first count, or of another run of the server
    const more = this.#dropped <= dropped ? dropped - this.#dropped : 0;
    if (more > 0) {
      this.#burst = time - this.#at <= BURST_MS ? this.#burst + more : more;
      this.#at = time;
    }
    this.#dropped = dropped;
    if (this.#burst > 0) return lossAt(lostTime(this.#burst / rateHz), this.#at);
    return dropped > 0 ? say('loss.before', { time: lostTime(dropped / rateHz) }) : say('loss.none');
  }
}
