// SPDX-License-Identifier: MIT
// A program that controls a rig by Hamlib's protocol.

import { connect } from 'node:net';
import { eventually } from './program.mjs';

/** One connection that sends pieces and collects what comes. */
export async function talk(port) {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await new Promise((done, failed) => socket.once('connect', done).once('error', failed));
  let heard = '';
  socket.setEncoding('latin1').on('data', (text) => { heard += text; });
  return {
    async ask(bytes, end) {
      heard = '';
      socket.write(Buffer.from(bytes, 'latin1'));
      await eventually(() => end.test(heard), () => `${JSON.stringify(bytes)}: ${JSON.stringify(heard)}`);
      return heard;
    },
    close: () => socket.destroy(),
  };
}
