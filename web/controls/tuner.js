// SPDX-License-Identifier: MIT
// Changes the tuning on the server, one request at a time. A refusal is an ApiError that names the field.

import { patchJson } from '../feed/api.js';

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
    this.#last = turn.catch(() => {}); // the caller sees the failure; the next request still runs
    return turn;
  }

  /** @param {object} change */
  async #patch(change) {
    const answer = await this.page.withToken('Tuning requires a token.', () => patchJson('api/v1/tuning', change));
    this.page.adopt(answer.tuning);
  }
}
