// SPDX-License-Identifier: MIT
// A TCP proxy that is a slow link: all connections share its rate in each direction, and every byte is delayed.

import { connect, createServer } from 'node:net';

const PIECE_BYTES = 4096; // sent at once
const QUEUE_MS = 200; // of traffic waiting in the link, beyond which the sender has to wait

/** One direction of the link. Connections take turns by the pieces they bring. */
class Direction {
  bytes = 0;
  #freeAt = 0;
  /** what is on its way, in order: {due, run} */
  #queue = [];
  #timer = null;

  constructor(bitsPerSecond, delayMs) {
    this.bytesPerMs = bitsPerSecond / 8000;
    this.delayMs = delayMs;
  }

  /** Carries what `from` sends to `to`. */
  carry(from, to) {
    from.on('data', (data) => {
      for (let at = 0; at < data.length; at += PIECE_BYTES) this.#send(to, data.subarray(at, at + PIECE_BYTES));
      const waiting = this.#freeAt - Date.now() - QUEUE_MS;
      if (waiting <= 0) return;
      from.pause();
      setTimeout(() => from.resume(), waiting);
    });
    from.on('end', () => this.#arrive(() => to.end()));
  }

  #send(to, piece) {
    this.#freeAt = Math.max(this.#freeAt, Date.now()) + piece.length / this.bytesPerMs;
    this.bytes += piece.length;
    this.#arrive(() => to.writable && to.write(piece));
  }

  #arrive(run) {
    this.#queue.push({ due: Math.max(this.#freeAt, Date.now()) + this.delayMs, run });
    this.#timer ??= setTimeout(() => this.#deliver(), 0);
  }

  #deliver() {
    while (this.#queue.length > 0 && this.#queue[0].due <= Date.now()) this.#queue.shift().run();
    this.#timer = this.#queue.length > 0 ? setTimeout(() => this.#deliver(), this.#queue[0].due - Date.now()) : null;
  }
}

/** A link to a local port. `stall()` stops all traffic without a sign, as a lost radio network does; `resume()` ends that.
 * @returns {Promise<{url: string, down: Direction, stall: () => void, resume: () => void, close: () => void}>} */
export async function startSlowLink(port, { bitsPerSecond = 1e9, delayMs = 0 } = {}) {
  const [up, down] = [new Direction(bitsPerSecond, delayMs / 2), new Direction(bitsPerSecond, delayMs / 2)];
  const sockets = new Set();
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1');
    for (const [socket, other] of [[client, target], [target, client]]) {
      sockets.add(socket);
      socket.on('error', () => {}); // its close says the same
      socket.on('close', () => {
        sockets.delete(socket);
        if (!socket.readableEnded) other.destroy(); // else what it sent is still on its way, and then the other ends
      });
    }
    up.carry(client, target);
    down.carry(target, client);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${server.address().port}/`, down,
    stall: () => sockets.forEach((socket) => socket.pause()),
    resume: () => sockets.forEach((socket) => socket.resume()),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
