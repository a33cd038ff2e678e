// SPDX-License-Identifier: MIT
// A hub as a child process.

import { REAL } from './program.mjs';
import { startChild } from './screen.mjs';

/** Resolves with its URL. @param {string} store @param {string[]} flags */
export async function startHubOf(store, ...flags) {
  const child = startChild(REAL, ['hub', '--store', store, '--listen', '127.0.0.1:0', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await new Promise((found, failed) => {
    child.stdout.once('data', (bytes) => found([String(bytes)]));
    child.once('exit', (code) => failed(new Error(`the hub ended with ${code}`)));
  });
  return { child, url: `${said.split(' ')[0]}/` };
}
