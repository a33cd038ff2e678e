// SPDX-License-Identifier: MIT
// The page's side of reader.js.

import { apiError, socketProtocols, socketUrl } from '../feed/api.js';

/** @typedef {import('./reader.js').StreamNews} StreamNews */
/** @typedef {{opened: (port: MessagePort) => void, heard: (bitsPerSecond: number) => void, said: (message: any) => void,
 *   pong: (sentAt: number, receivedAt: number, serverTime: number) => void}} ReaderEvents the sound comes out of the port */

const TRY_AGAIN_LATER = 1013; // close code

/** Why nothing more will come, null: it does; the channel may have been ended by another client. @param {StreamNews} news */
function endOf(news) {
  if (news.event === 'ended') return news.code === TRY_AGAIN_LATER ? apiError(news.code, news.reason, null) : new TypeError('ended');
  if (news.event !== 'said') return null;
  if (news.message.type === 'error') return apiError(400, '', news.message);
  return news.message.type === 'listen' && news.message.channel === null ? new TypeError('ended') : null;
}

export class SoundReader {
  #worker = new Worker('listen/reader.js', { type: 'module' });
  #id = 0;
  /** @type {(reason: unknown) => void} */
  #end = () => {};

  /** Until the connection ends, which it does only when something is wrong: rejects with an ApiError if the server refuses.
   * @param {object} listen @param {AbortSignal} signal @param {ReaderEvents} on */
  read(listen, signal, on) {
    const id = ++this.#id;
    const { port1, port2 } = new MessageChannel();
    const end = new Promise((_, reject) => {
      this.#end = reject;
      signal.addEventListener('abort', () => reject(signal.reason));
      this.#worker.onerror = (event) => reject(new TypeError(event.message));
      this.#worker.onmessage = (/** @type {MessageEvent<StreamNews>} */ { data: news }) => {
        if (news.id !== id) return;
        if (news.event === 'opened') on.opened(port1);
        else if (news.event === 'heard') on.heard(news.bitsPerSecond);
        else if (news.event === 'pong') on.pong(news.sentAt, news.receivedAt, Date.parse(news.time));
        else if (endOf(news)) reject(endOf(news));
        else if (news.event === 'said') on.said(news.message);
      };
      this.#worker.postMessage({ id, url: socketUrl(), protocols: socketProtocols(), listen, port: port2 }, [port2]);
    });
    return end.finally(() => this.#worker.postMessage(null));
  }

  /** Of what is read. @param {object} listen the keys that differ */
  change(listen) {
    this.#worker.postMessage({ id: this.#id, listen });
  }

  stop() {
    this.#worker.terminate();
    this.#end(new TypeError('stopped'));
  }
}
