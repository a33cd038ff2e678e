// SPDX-License-Identifier: MIT
// Turns the radio in steps. Turns that come faster than the server answers are added up: one request at a time, and the
// last one is sent.

import { automaticStep, centerOf, stepped, tuningAt } from '../state/steps.js';
import { spanOf } from '../state/view.js';

export class Dial {
  /** @type {number | null} where the radio is to be */
  #target = null;
  #sending = false;

  /** @param {import('../state/state.js').State} state @param {import('./tuner.js').Tuner} tuner
   * @param {(reason: unknown) => void} refused */
  constructor(state, tuner, refused) {
    this.state = state;
    this.tuner = tuner;
    this.refused = refused;
  }

  /** Hz */
  get step() {
    const { tuneStep, band } = this.state;
    return tuneStep === 'auto' ? automaticStep(spanOf(band)) : tuneStep;
  }

  /** @param {number} count of steps, downwards if negative */
  turn(count) {
    this.#moveTo((center) => stepped(center, this.step, count));
  }

  /** @param {number} hz */
  turnBy(hz) {
    this.#moveTo((center) => Math.max(0, center + hz));
  }

  /** @param {number} hz */
  turnTo(hz) {
    this.#moveTo(() => hz);
  }

  /** @param {(centerHz: number) => number} where */
  #moveTo(where) {
    const { status } = this.state;
    if (!status) return;
    this.#target = where(this.#target ?? centerOf(status.tuning));
    if (!this.#sending) this.#send();
  }

  async #send() {
    this.#sending = true;
    try {
      for (let sent = null; this.#target !== sent;) {
        sent = this.#target;
        const { status } = this.state;
        if (status && sent !== null) await this.tuner.tune(tuningAt(status.tuning, sent));
      }
    } catch (reason) {
      this.refused(reason);
    } finally {
      this.#target = null;
      this.#sending = false;
    }
  }
}
