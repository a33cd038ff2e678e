// SPDX-License-Identifier: MIT
// A strict reader of SDRangel's spectrum server, written from its source.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');

/** @param {ArrayBuffer} message */
export function spectrumOf(message) {
  const view = new DataView(message);
  const size = view.getInt32(24, true);
  assert.equal(message.byteLength, 36 + 4 * size, 'nothing else identifies it');
  return {
    centerHz: Number(view.getBigUint64(0, true)), sinceMs: Number(view.getBigInt64(8, true)),
    sentMs: Number(view.getBigUint64(16, true)), bandwidthHz: view.getInt32(28, true), flags: view.getInt32(32, true),
    values: new Float32Array(message, 36, size),
  };
}

/** Collects messages. @param {string} url */
export function reader(url) {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  const messages = [];
  socket.onmessage = ({ data }) => messages.push(data);
  return { messages, close: () => socket.close() };
}
