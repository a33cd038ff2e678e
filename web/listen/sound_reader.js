// SPDX-License-Identifier: MIT
// The page's side of reader.js.

import { apiError, authorization } from '../feed/api.js';

/** @typedef {import('./reader.js').StreamNews} StreamNews */

export class SoundReader {
  #worker = new Worker('listen/reader.js', { type: 'module' });
  #id = 0;
  /** @type {(reason: unknown) => void} */
  #end = () => {};

  /** Until the stream ends, which it does only when something is wrong: rejects with an ApiError if it is refused.
   * @param {string} path @param {number} channels @param {AbortSignal} signal
   * @param {{opened: (channel: number, port: MessagePort) => void, heard: () => void}} on the sound comes out of the port */
  read(path, channels, signal, on) {
    const id = ++this.#id;
    const { port1, port2 } = new MessageChannel();
    return new Promise((_, reject) => {
      this.#end = reject;
      signal.addEventListener('abort', () => {
        this.#worker.postMessage(null);
        reject(signal.reason);
      });
      this.#worker.onerror = (event) => reject(new TypeError(event.message));
      this.#worker.onmessage = (/** @type {MessageEvent<StreamNews>} */ { data: news }) => {
        if (news.id !== id) return;
        if (news.event === 'opened') on.opened(news.channel, port1);
        else if (news.event === 'heard') on.heard();
        else reject(news.event === 'refused' ? apiError(news.status, news.statusText, news.body) : new TypeError('ended'));
      };
      const url = new URL(path, document.baseURI).href;
      this.#worker.postMessage({ id, url, headers: authorization(), channels, port: port2 }, [port2]);
    });
  }

  stop() {
    this.#worker.terminate();
    this.#end(new TypeError('stopped'));
  }
}
