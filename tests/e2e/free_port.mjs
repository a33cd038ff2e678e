// SPDX-License-Identifier: MIT
// A port that was free a moment ago, for programs that do not choose one.

import { createServer } from 'node:net';

const FIRST = 10_240;
const LAST = 32_000; // the kernel gives those above to any program that asks, also while a program is restarted

/** @param {number} port @returns {Promise<boolean>} */
const isFree = (port) => new Promise((done) => {
  const server = createServer().once('error', () => done(false)).listen(port, '127.0.0.1', () => server.close(() => done(true)));
});

/** @returns {Promise<number>} of this machine */
export async function freePort() {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
}
