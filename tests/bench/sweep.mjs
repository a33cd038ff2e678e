#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// `spectrumd sweep` next to Debian's rtl_power, alternating, on the same simulated stick in real time: sweeps a second, and
// the processor time of either, without the stick's share.
//   tests/bench/sweep.mjs [ROUNDS [SECONDS [rtl_power's flags ...]]]
// BUILD is the folder with bin/ and fake_libusb/.

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const BUILD = process.env.BUILD ?? fileURLToPath(new URL('../../build/dev', import.meta.url));
process.env.FAKE_LIBUSB ??= join(BUILD, 'fake_libusb');
const { withSticks } = await import('../e2e/sticks.mjs');

const [rounds = '3', seconds = '5', ...flags] = process.argv.slice(2);
const FLAGS = flags.length ? flags : ['-f', '88M:108M:10k', '-g', '20'];
const PROGRAMS = { rtl_power: ['rtl_power'], spectrumd: [join(BUILD, 'bin/spectrumd'), 'sweep', '--compat'] };
const BLOCK = 8192; // samples that rtl_power hears of a hop at a time

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** A run with a report every second: how many sweeps are in one that is whole, and what they cost the processor. */
async function measure([program, ...first]) {
  const result = {};
  await withSticks([{}], (sticks) => {
    const file = join(sticks.folder, 'power.csv');
    const said = openSync(join(sticks.folder, 'said'), 'w'); // never a pipe: rtl_power goes round in circles on one that closes
    const { status } = spawnSync(program, [...first, ...FLAGS, '-i', '1', '-e', `${Number(seconds) + 2}`, file],
      { env: { ...process.env, ...sticks.environment }, stdio: ['ignore', 'ignore', said] });
    closeSync(said);
    if (status !== 0) throw new Error(`${program} ends with ${status}`);
    const lines = readFileSync(file, 'utf8').trim().split('\n').map((line) => line.split(', '));
    const whole = lines.filter(([, time]) => time !== lines[0][1] && time !== lines.at(-1)[1]); // whose second was a whole one
    const heard = (some) => some.reduce((sum, line) => sum + Number(line[5]) * (line.length - 7), 0); // samples
    const { seconds: open, stick_seconds: stick, process_seconds: all } = sticks.log().filter(({ closed }) => closed).pop();
    result.sweeps = heard(whole) / whole.length / BLOCK;
    result.percent = (all - stick) / open * 100;
    result.nanoseconds = (all - stick) / heard(lines) * 1e9;
  });
  return result;
}

const results = Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, []]));
for (let round = 0; round < Number(rounds); ++round)
  for (const [name, command] of Object.entries(PROGRAMS)) results[name].push(await measure(command));
for (const [name, runs] of Object.entries(results)) {
  const of = (what) => median(runs.map((run) => run[what]));
  console.log(JSON.stringify({ program: name, flags: FLAGS.join(' '), rounds: runs.length, sweeps_per_second: of('sweeps'),
    processor_percent: of('percent'), nanoseconds_per_sample: of('nanoseconds') }));
}
