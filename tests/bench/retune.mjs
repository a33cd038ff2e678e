#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// What retunes cost clients that only watch: how long GET api/v1/status takes, and how late rows come to a WebSocket, in
// rows, while another client plans long transforms or retunes 50 times a second.
//   tests/bench/retune.mjs PROGRAM [SECONDS]

import { createRequire } from 'node:module';
import process from 'node:process';

const [program, seconds = '6'] = process.argv.slice(2);
if (!program) {
  console.error('usage: retune.mjs PROGRAM [SECONDS]');
  process.exit(2);
}
process.env.SPECTRUMD_BIN = program;
const { startProgram } = await import('../e2e/program.mjs');
const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');

const ASK_EVERY_MS = 5;
const RETUNE_EVERY_MS = 20;
const SHORTEST_ROW_MS = 50; // a retune cuts rows short
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const rounded = (value) => Math.round(value * 100) / 100;

const quantile = (values, share) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;

/** Asks for the status on one connection after another, one at a time. @returns {Promise<number[]>} ms, sorted */
async function askUntil(target, over) {
  const taken = [];
  while (!over()) {
    const start = performance.now();
    await target.get('api/v1/status');
    taken.push(performance.now() - start);
    await pause(ASK_EVERY_MS);
  }
  return taken.sort((a, b) => a - b);
}

/** Notes the worst time from one row to the next, as a multiple of what the longer of them lasts: 1 is in time. */
function watchRows(target) {
  const socket = new WebSocket(`${target.url.replace('http', 'ws')}ws`, 'spectrum.v1');
  const watch = { rows: 0, worst: 0, close: () => socket.close() };
  let last = 0;
  let lastedMs = 0;
  socket.on('message', (data, binary) => {
    if (!binary) return;
    const now = performance.now();
    const lastsMs = Math.max(SHORTEST_ROW_MS, data.readFloatLE(60) * 1000);
    if (last) watch.worst = Math.max(watch.worst, (now - last) / Math.max(lastsMs, lastedMs));
    last = now;
    lastedMs = lastsMs;
    ++watch.rows;
  });
  return watch;
}

async function measure(name, flags, retune) {
  const target = await startProgram(['--source', 'sim', '--history-memory', '512', '--log-level', 'warn', ...flags]);
  const watch = watchRows(target);
  await pause(2000);
  watch.worst = 0;
  const end = performance.now() + Number(seconds) * 1000;
  const over = () => performance.now() > end;
  const [taken, retunes] = await Promise.all([askUntil(target, over), retune(target, over)]);
  watch.close();
  await target.stop();
  console.log(JSON.stringify({
    load: name, retunes, asked: taken.length, status_p50_ms: rounded(quantile(taken, 0.5)), status_p99_ms: rounded(quantile(taken, 0.99)),
    status_max_ms: rounded(taken.at(-1)), rows: watch.rows, worst_gap_rows: rounded(watch.worst),
  }));
}

const quiet = async (target, over) => {
  while (!over()) await pause(50);
  return 0;
};

/** Up to 4 million bins and down again; a frame of them lasts 1.75 s. */
const plans = async (target, over) => {
  let count = 0;
  for (; !over(); ++count) {
    const fft = count % 2 === 0 ? 4194304 : 4096;
    const { tuning } = await target.patch({ fft });
    if (tuning?.fft !== fft) throw new Error('the transform was refused');
    await pause(2500);
  }
  return count;
};

const retunes = async (target, over) => {
  let count = 0;
  for (let next = performance.now(); !over(); ++count) {
    await target.patch({ center: 100e6 + 1000 * (count % 100) });
    next += RETUNE_EVERY_MS;
    await pause(Math.max(0, next - performance.now()));
  }
  return count;
};

await measure('quiet', [], quiet);
await measure('fft 4194304', [], plans);
await measure('50 retunes a second', [], retunes);
await measure('50 retunes a second at fft 1048576', ['--fft', '1048576'], retunes);
