// SPDX-License-Identifier: MIT
// Asks the server for another tuning. One request at a time; a refusal is an ApiError with the field to blame.

import { ApiError, patchJson } from '../feed/api.js';

export class Tuner {
  #last = Promise.resolve();

  /** @param {{adopt: (tuning: import('../feed/types.js').TuningState) => void,
   *   withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>}} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {object} change keys of the tuning @returns {Promise<void>} */
  tune(change) {
    const turn = this.#last.then(() => this.#patch(change));
    this.#last = turn.catch(() => {}); // who asked hears of it; the next request goes on
    return turn;
  }

  /** @param {object} change */
  async #patch(change) {
    const answer = await this.page.withToken('Tuning needs a token.', () => patchJson('api/v1/tuning', change));
    this.page.adopt(answer.tuning);
  }
}

/** What to say about a request that failed. @param {unknown} reason @returns {string} */
export function reasonText(reason) {
  if (reason instanceof ApiError) return reason.message;
  return reason instanceof TypeError ? 'the server does not answer' : String(reason);
}
