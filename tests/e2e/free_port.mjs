// SPDX-License-Identifier: MIT
// A port that was free a moment ago, for programs that do not choose one.

import { createServer } from 'node:net';

/** @returns {Promise<number>} of this machine */
export const freePort = () => new Promise((done) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});
