// SPDX-License-Identifier: MIT
// Processor time of a program, by its threads.

import { readFileSync, readdirSync } from 'node:fs';

const TICKS = 100; // of the kernel, a second

/** Seconds by name of thread. */
export function threadSeconds(pid) {
  const seconds = {};
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const line = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
    const name = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'));
    const [user, system] = line.slice(line.lastIndexOf(')') + 2).split(' ').slice(11, 13).map(Number);
    seconds[name] = (seconds[name] ?? 0) + (user + system) / TICKS;
  }
  return seconds;
}

/** Percent of a core that a thread took between two looks. */
export const percentOf = (thread, before, after, seconds) =>
  Math.round((((after[thread] ?? 0) - (before[thread] ?? 0)) / seconds) * 1000) / 10;
