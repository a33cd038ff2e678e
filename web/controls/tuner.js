// SPDX-License-Identifier: MIT
// Changes the tuning on the server, one request at a time. A refusal is an ApiError that names the field.

import { patchJson } from '../feed/api.js';
import { say } from '../words/text.js';

export class Tuner {
  #last = Promise.resolve();
  #waiting = 0;
  /** @type {import('../feed/types.js').TuningState | null} what this page has tuned to last */
  #mine = null;
  /** @type {Set<number>} generations of the tunings that this page asked for */
  #own = new Set();

  /** @param {{adopt: (tuning: import('../feed/types.js').TuningState, generation: number) => void,
   *   withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>}} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {object} change keys of the tuning @returns {Promise<void>} */
  tune(change) {
    const turn = this.#last.then(() => this.#patch(change));
    ++this.#waiting;
    this.#last = turn.catch(() => {}).then(() => void --this.#waiting); // the caller sees the failure; the next request still runs
    return turn;
  }

  /** Whether a tuning in force came from this page. @param {import('../feed/types.js').TuningState} tuning */
  isMine({ center, span, rate }) {
    const mine = this.#mine;
    return this.#waiting > 0 || (mine !== null && mine.center === center && mine.span === span && mine.rate === rate);
  }

  /** Whether an event is about a change that this page has made. @param {{kind?: string, generation?: number}} event */
  isOwn({ kind, generation }) {
    return kind === 'retune' && generation !== undefined && (this.#waiting > 0 || this.#own.has(generation));
  }

  /** @param {object} change */
  async #patch(change) {
    const answer = await this.page.withToken(say('tuning.why'), () => patchJson('api/v1/tuning', change));
    this.#mine = answer.tuning;
    this.#own.add(answer.generation);
    this.page.adopt(answer.tuning, answer.generation);
  }
}
