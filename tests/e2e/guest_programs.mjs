// SPDX-License-Identifier: MIT
// Programs that take samples of a shared radio.

import { spawn } from 'node:child_process';

/** Programs that end with the test, and what they have printed. */
export class Programs {
  #all = [];
  start(command, words, environment = {}) {
    const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
    child.printed = '';
    child.on('error', (error) => { child.printed += error.message; });
    for (const pipe of [child.stdout, child.stderr]) pipe.on('data', (text) => { child.printed += text; });
    this.#all.push(child);
    return child;
  }
  stop() { this.#all.forEach((child) => child.kill('SIGKILL')); }
}

/** How far the strongest signal of samples of 8 bits is from their center. @param {Buffer} bytes @param {number} rate */
export function strongestHz(bytes, rate) {
  let re = 0, im = 0;
  for (let i = 0; i < bytes.length - 2; i += 2) {
    const [a, b, c, d] = [0, 1, 2, 3].map((at) => bytes[i + at] - 127.5);
    re += c * a + d * b;
    im += d * a - c * b;
  }
  return (Math.atan2(im, re) / (2 * Math.PI)) * rate;
}
