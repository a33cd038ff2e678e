// SPDX-License-Identifier: MIT
// How much a connection receives, as the server counts it: the browser does not say how well messages were compressed.
// Pure.

export class Traffic {
  #bytes = NaN;
  #at = NaN;

  /** A new connection. */
  restart() {
    this.#bytes = this.#at = NaN;
  }

  /** @param {number | undefined} sentBytes on this connection so far @param {number} now
   * @returns {number} bytes a second since the call before, NaN at the first */
  answered(sentBytes = NaN, now) {
    const rate = ((sentBytes - this.#bytes) * 1000) / Math.max(1, now - this.#at);
    this.#bytes = sentBytes;
    this.#at = now;
    return rate;
  }
}
