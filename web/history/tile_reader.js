// SPDX-License-Identifier: MIT
// Fetches tiles, which the browser keeps for good, and has them decoded by tile_worker.js.

import { getLasting } from '../feed/api.js';

export class TileReader {
  /** @type {Worker | null} */
  #worker = null;
  #id = 0;
  /** @type {Map<number, {resolve: (levels: Uint8Array) => void, reject: (reason: Error) => void}>} */
  #waiting = new Map();

  /** @param {string} address @param {number} rows @param {number} bins @param {AbortSignal} signal
   * @returns {Promise<Uint8Array>} */
  async read(address, rows, bins, signal) {
    const body = await getLasting(address, signal);
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#started().postMessage({ id, body, rows, bins }, [body]);
    });
  }

  /** Once there is something to decode. */
  #started() {
    if (this.#worker) return this.#worker;
    const worker = new Worker('history/tile_worker.js', { type: 'module' });
    worker.onmessage = (/** @type {MessageEvent<import('./tile_worker.js').Result>} */ { data: { id, levels, reason } }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (levels) waiting?.resolve(levels);
      else waiting?.reject(new TypeError(reason));
    };
    worker.onerror = (event) => {
      for (const { reject } of this.#waiting.values()) reject(new TypeError(event.message));
      this.#waiting.clear();
    };
    this.#worker = worker;
    return worker;
  }
}
