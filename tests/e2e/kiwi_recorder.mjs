// SPDX-License-Identifier: MIT
// kiwirecorder.py --wf, which Debian does not have: what it sends, byte by byte and in its order, and what it reads.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { eventually } from './program.mjs';

const MASK = Buffer.from([1, 2, 3, 4]);

function masked(text) {
  const payload = Buffer.from(text).map((byte, i) => byte ^ MASK[i % 4]);
  assert.ok(payload.length < 126);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length]), MASK, payload]);
}

/** The first whole frame of some bytes: {opcode, payload, size}. */
function frameIn(bytes) {
  if (bytes.length < 2) return null;
  assert.equal(bytes[1] & 0x80, 0, 'servers do not mask');
  const width = bytes[1] < 126 ? 0 : bytes[1] === 126 ? 2 : 8;
  if (bytes.length < 2 + width) return null;
  const length = width === 0 ? bytes[1] : width === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const size = 2 + width + length;
  return bytes.length < size ? null : { opcode: bytes[0] & 15, payload: bytes.subarray(2 + width, size), size };
}

/** As kiwirecorder.py: values by name, rows, and a keepalive for each row. */
export class Recorder {
  values = new Map();
  order = [];
  rows = [];
  status = '';

  constructor(port) {
    let bytes = Buffer.alloc(0);
    this.socket = connect(port, '127.0.0.1').setNoDelay();
    this.socket.on('error', () => {});
    this.socket.write(`GET /1795352403/W/F HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nHost: 127.0.0.1:${port}\r\n`
      + 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n');
    this.socket.on('data', (piece) => {
      bytes = Buffer.concat([bytes, piece]);
      if (!this.status) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) return;
        this.status = bytes.subarray(0, end).toString();
        bytes = bytes.subarray(end + 4);
      }
      for (let frame; (frame = frameIn(bytes)); bytes = bytes.subarray(frame.size)) this.#take(frame);
    });
  }

  say(text) { this.socket.write(masked(text)); }
  close() { this.socket.end(Buffer.concat([Buffer.from([0x88, 0x82]), MASK, Buffer.from([0x03 ^ 1, 0xe9 ^ 2])])); }

  #take({ opcode, payload }) {
    if (opcode === 9) return; // this client answers no ping
    if (opcode === 8) return void this.socket.end();
    assert.equal(opcode, 2, 'all are binary');
    const tag = payload.subarray(0, 3).toString();
    if (tag === 'MSG') {
      for (const word of payload.subarray(4).toString().split(' ')) {
        const [name, value = ''] = word.split('=');
        this.values.set(name, value);
        this.order.push(name);
      }
      return;
    }
    assert.equal(tag, 'W/F');
    const [firstBin, flags, sequence] = [4, 8, 12].map((at) => payload.readUInt32LE(at));
    this.rows.push({ firstBin, zoom: flags & 0xffff, compressed: (flags & 0x10000) !== 0, sequence, levels: payload.subarray(16) });
    this.say('SET keepalive');
  }

  /** Its settings, once it knows the server. */
  async begin(zoom, centerKhz, { speed = 4, compresses = 0 } = {}) {
    this.say('SET auth t=kiwi p=');
    await eventually(() => this.values.has('wf_setup'), () => `wf_setup, got ${this.order}`);
    for (const text of [`SET zoom=${zoom} cf=${centerKhz.toFixed(6)}`, 'SET maxdb=-10 mindb=-110', `SET wf_speed=${speed}`, `SET wf_comp=${compresses}`,
      'SET interp=13', 'SET ident_user=kiwirecorder.py', 'SET keepalive']) this.say(text);
  }
}
