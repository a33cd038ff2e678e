// SPDX-License-Identifier: MIT
// A link to a local port that also has one file: the module of a worklet must come from the same origin as the page, and
// a browser's test tools do not see that it is fetched. It can be cut and mended.

import { connect, createServer } from 'node:net';

/** @param {number} port @param {string} name of the file @param {string} content of the module
 * @returns {Promise<{url: string, cut: () => void, mend: () => Promise<void>}>} */
export async function startTappedLink(port, name, content) {
  const request = `GET /${name} `;
  const answer = `HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nContent-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
  const sockets = new Set();
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1');
    client.on('data', (data) => {
      if (data.toString('latin1', 0, request.length) === request) client.write(answer);
      else if (!target.write(data)) client.pause();
    });
    target.on('drain', () => client.resume());
    target.pipe(client);
    for (const [socket, other] of [[client, target], [target, client]]) {
      sockets.add(socket);
      socket.on('error', () => {}); // its close says the same
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = (at) => new Promise((listening) => server.listen(at, '127.0.0.1', listening));
  await listen(0);
  const { port: own } = server.address();
  return {
    url: `http://127.0.0.1:${own}/`,
    cut: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
    mend: () => listen(own),
  };
}
