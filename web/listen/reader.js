// SPDX-License-Identifier: MIT
// Reads the sound from the network on a separate thread: drawing may keep that of the page busy for longer than sound
// waits. A message opens a stream in place of the one before; its frames go straight to `port`, where they are played.

import { Frames } from './frames.js';

const HEARD_EVERY_MS = 250;

/** @typedef {{id: number, url: string, headers: Record<string, string>, channels: number, port: MessagePort}} Opening */
/** What the page hears of it.
 * @typedef {{id: number} & ({event: 'opened', channel: number} | {event: 'heard'} | {event: 'ended'} |
 *   {event: 'refused', status: number, statusText: string, body: any})} StreamNews */

/** @type {{onmessage: ((event: MessageEvent<Opening | null>) => void) | null, postMessage: (news: StreamNews) => void}} */
const scope = /** @type {any} */ (globalThis);
let connection = new AbortController();

scope.onmessage = ({ data: opening }) => {
  connection.abort();
  connection = new AbortController();
  if (opening) read(opening, connection.signal).catch(() => scope.postMessage({ id: opening.id, event: 'ended' }));
};

/** @param {Opening} opening @param {AbortSignal} signal */
async function read({ id, url, headers, channels, port }, signal) {
  const response = await fetch(url, { headers, cache: 'no-store', signal });
  if (!response.ok) {
    const body = await response.json().catch(() => null);
    scope.postMessage({ id, event: 'refused', status: response.status, statusText: response.statusText, body });
    return;
  }
  scope.postMessage({ id, event: 'opened', channel: Number(response.headers.get('X-Channel') ?? NaN) });
  const frames = new Frames(channels);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  let heardAt = -Infinity;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new TypeError('ended');
    const sound = frames.of(value);
    port.postMessage(sound, [sound.buffer]);
    if (performance.now() - heardAt < HEARD_EVERY_MS) continue;
    heardAt = performance.now();
    scope.postMessage({ id, event: 'heard' });
  }
}
