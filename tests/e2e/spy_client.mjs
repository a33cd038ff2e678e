// SPDX-License-Identifier: MIT
// A client of SpyServer, as strict as those that Debian does not have.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { eventually } from './program.mjs';

const SETTING = { mode: 0, enabled: 1, gain: 2, iqFormat: 100, iqFrequency: 101, iqDecimation: 102, digitalGain: 103,
  fftFormat: 200, fftFrequency: 201, fftDecimation: 202, dbOffset: 203, dbRange: 204, pixels: 205 };
const VERSION = 0x020006a4;
const HEAD_BYTES = 20;

function command(order, body) {
  const bytes = Buffer.alloc(8 + body.length);
  bytes.writeUInt32LE(order, 0);
  bytes.writeUInt32LE(body.length, 4);
  body.copy(bytes, 8);
  return bytes;
}

function numbers(...values) {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => bytes.writeUInt32LE(value, 4 * i));
  return bytes;
}

/** One connection: sends commands, collects messages, and ends where any client would. */
export async function client(port, name) {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await new Promise((done, failed) => socket.once('connect', done).once('error', failed));
  const messages = [];
  let waiting = Buffer.alloc(0), trouble = '';
  socket.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    while (!trouble && waiting.length >= HEAD_BYTES) {
      const [version, type, stream, sequence, size] = [0, 4, 8, 12, 16].map((at) => waiting.readUInt32LE(at));
      if (size === 0 || size > 1 << 20) trouble = `a body of ${size} bytes`;
      if (version >>> 16 !== VERSION >>> 16) trouble = `version ${version}`;
      if (waiting.length < HEAD_BYTES + size) return;
      messages.push({ type: type & 0xffff, flags: type >>> 16, stream, sequence, body: waiting.subarray(HEAD_BYTES, HEAD_BYTES + size) });
      waiting = waiting.subarray(HEAD_BYTES + size);
    }
  });
  socket.on('error', () => {});
  socket.write(command(0, Buffer.concat([numbers(VERSION), Buffer.from(name)])));
  return {
    messages,
    socket,
    ofType: (type) => messages.filter((message) => message.type === type),
    set: (setting, value) => socket.write(command(2, numbers(SETTING[setting], value))),
    async wait(what, holds) {
      await eventually(() => trouble || holds(), () => `${name}: ${what}, got ${messages.map(({ type }) => type).slice(0, 20)}`);
      assert.equal(trouble, '');
    },
    async greeted() {
      await this.wait('the greeting', () => messages.length >= 2);
      assert.deepEqual(messages.slice(0, 2).map(({ type, body }) => [type, body.length]), [[0, 48], [1, 36]]);
      const field = (at) => messages[0].body.readUInt32LE(4 * at);
      return { deviceType: field(0), maximumRate: field(2), maximumBandwidth: field(3), stages: field(4), forcedFormat: field(11) };
    },
    close: () => socket.destroy(),
  };
}
