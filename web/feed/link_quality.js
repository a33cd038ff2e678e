// SPDX-License-Identifier: MIT
// What is known of the link to the server (delay, lateness of rows, bytes), and which detail rows are requested with.

import { Latency } from './latency.js';
import { Thrift } from './thrift.js';
import { Traffic } from './traffic.js';
import { LinkPace, limitsFor } from './link_kind.js';

/** @typedef {import('../state/state.js').State} State */

export class LinkQuality {
  #latency = new Latency();
  #thrift = new Thrift();
  #traffic = new Traffic();
  #pace = new LinkPace();
  #skippedBefore = 0;

  /** @param {State} state @param {() => boolean} isNarrow whether the screen is that of a phone */
  constructor(state, isNarrow) {
    this.state = state;
    this.isNarrow = isNarrow;
    const judge = (/** @type {PerformanceEntryList} */ entries) => {
      this.#pace.loaded(/** @type {PerformanceResourceTiming[]} */ (entries));
      state.slowLink = this.#pace.slow; // a first ping may be quick on a slow link
    };
    judge(performance.getEntriesByType('resource'));
    new PerformanceObserver((list) => judge(list.getEntries())).observe({ type: 'resource' });
  }

  /** A new connection. */
  restart() {
    this.#latency.restart();
    this.#traffic.restart();
  }

  /** @param {number} id */
  pinged(id) {
    this.#latency.pinged(id, Date.now());
  }

  /** @param {{id: number, time: string, sent_bytes?: number}} pong @returns {boolean} whether the detail has changed */
  answered(pong) {
    this.#latency.answered(pong, Date.now());
    this.state.traffic = this.#traffic.answered(pong.sent_bytes, performance.now());
    return this.judge();
  }

  /** @param {import('./types.js').Row} row that has come as it happened */
  arrived(row) {
    this.#latency.arrived(row, Date.now());
    this.state.latencyMs = this.#latency.smoothMs;
  }

  /** Call when the user, the browser or the screen may ask for another detail. @returns {boolean} whether it has changed */
  judge() {
    const network = /** @type {any} */ (navigator).connection; // of some browsers
    const { least, most } = limitsFor(this.state.dataChoice,
      { network, narrow: this.isNarrow(), roundTripMs: this.#latency.roundTripMs, slow: this.state.slowLink });
    return this.#changed(this.#thrift.limit(least, most));
  }

  /** Call at even intervals. @returns {boolean} whether the detail has changed */
  check() {
    const skipped = this.state.skippedRows - this.#skippedBefore;
    this.#skippedBefore = this.state.skippedRows;
    if (document.hidden || this.state.link !== 'open') return false;
    return this.#changed(this.#thrift.check(this.#latency.consume(), skipped));
  }

  /** @param {boolean} changed */
  #changed(changed) {
    this.state.thrifty = this.#thrift.level > 0;
    return changed;
  }

  /** What a view requests besides its band. */
  detail() {
    return this.#thrift.detail(this.state.detector, this.isNarrow());
  }
}
