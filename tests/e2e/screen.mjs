// SPDX-License-Identifier: MIT
// A screen in memory, for programs that do not run without one.

import { execFile, spawn } from 'node:child_process';
import { after } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const children = new Set();
after(() => children.forEach(endChild));

/** @param {string[]} programs */
export const installed = (...programs) =>
  run('sh', ['-c', programs.map((program) => `command -v ${program}`).join(' && ')]).then(() => true, () => false);

/** A program that ends with the tests of this file, at the latest.
 * @param {string} command @param {string[]} words @param {import('node:child_process').SpawnOptions} options */
export function startChild(command, words, options) {
  const child = spawn(command, words, { ...options, detached: true }); // a group of processes
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Together with what it has started itself: WSJT-X leaves its decoder behind. */
export function endChild(child) {
  if (children.delete(child)) process.kill(-child.pid, 'SIGKILL');
}

/** `windows` finds those that are shown by their title, `click` clicks at a place of one, `press` presses a key in
 * the one under the mouse. */
export async function startScreen() {
  const screen = startChild('Xvfb', ['-displayfd', '3', '-screen', '0', '1024x768x24'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const display = await new Promise((found, failed) => {
    screen.stdio[3].once('data', (bytes) => found(`:${String(bytes).trim()}`));
    screen.once('error', failed).once('exit', (code) => failed(new Error(`Xvfb ended with ${code}`)));
  });
  const xdotool = (...words) => run('xdotool', words, { env: { ...process.env, DISPLAY: display }, timeout: 30_000 });
  return {
    display,
    windows: (title) => xdotool('search', '--onlyvisible', '--name', title).then(({ stdout }) => stdout.split('\n').filter(Boolean), () => []),
    click: (window, x, y) => xdotool('mousemove', '--window', window, String(x), String(y), 'click', '1'),
    press: (key) => xdotool('key', key),
    stop: () => endChild(screen),
  };
}
