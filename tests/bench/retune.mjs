#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// What retunes cost clients that only watch: how long GET api/v1/status takes, and how late rows come to a WebSocket, in
// rows, while another client plans long transforms or retunes 50 times a second.
//   tests/bench/retune.mjs PROGRAM [SECONDS]

import http from 'node:http';
import { createRequire } from 'node:module';
import process from 'node:process';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

const [program, seconds = '6'] = process.argv.slice(2);
if (isMainThread && !program) {
  console.error('usage: retune.mjs PROGRAM [SECONDS]');
  process.exit(2);
}
const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');

const ASK_EVERY_MS = 5;
const RETUNE_EVERY_MS = 20;
const SHORTEST_ROW_MS = 50; // a retune cuts rows short
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const rounded = (value) => Math.round(value * 100) / 100;

const rowMs = ({ fft, rate }) => Math.max(SHORTEST_ROW_MS, (fft / rate) * 1000);

const quantile = (values, share) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;

/** Asks for the status again and again on one connection, until a message ends it. The asking has a thread to itself: the
 *  rows and retunes of the other would be measured otherwise, and fetch() alone takes 4 ms at its 99th percentile. */
async function askFromHere({ url }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () => new Promise((resolve, reject) => {
    http.get(`${url}api/v1/status`, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`the server answered ${answer.statusCode}`));
      answer.resume().on('end', resolve);
    }).on('error', reject);
  });
  let over = false;
  parentPort.once('message', () => { over = true; });
  const taken = [];
  while (!over) {
    const start = performance.now();
    await ask();
    taken.push(performance.now() - start);
    await pause(ASK_EVERY_MS);
  }
  agent.destroy();
  parentPort.postMessage(taken.sort((a, b) => a - b));
}

/** @returns {{ended: () => Promise<number[]>}} ms, sorted */
function startAsking(target) {
  const thread = new Worker(new URL(import.meta.url), { workerData: { url: target.url } });
  const taken = new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
  return {
    ended: () => {
      thread.postMessage('end');
      return taken;
    },
  };
}

/** Notes the worst time from one row to the next, as a multiple of the longest row of the settings that were in force
 *  between the two: 1 is in time. */
function watchRows(target) {
  const socket = new WebSocket(`${target.url.replace('http', 'ws')}ws`, 'spectrum.v1');
  const watch = { rows: 0, worst: 0, tuned, close: () => socket.close() };
  let last = 0;
  let inForceMs = SHORTEST_ROW_MS;
  let longestMs = SHORTEST_ROW_MS; // since the last row
  function tuned(tuning) {
    inForceMs = rowMs(tuning);
    longestMs = Math.max(longestMs, inForceMs);
  }
  socket.on('message', (data, binary) => {
    if (!binary) return;
    const now = performance.now();
    const lastsMs = Math.max(SHORTEST_ROW_MS, data.readFloatLE(60) * 1000);
    if (last) watch.worst = Math.max(watch.worst, (now - last) / Math.max(lastsMs, longestMs));
    last = now;
    longestMs = Math.max(lastsMs, inForceMs);
    ++watch.rows;
  });
  return watch;
}

async function measure(name, flags, retune) {
  const { startProgram } = await import('../e2e/program.mjs');
  const target = await startProgram(['--source', 'sim', '--history-memory', '512', '--log-level', 'warn', ...flags]);
  const watch = watchRows(target);
  await pause(2000);
  watch.worst = 0;
  const end = performance.now() + Number(seconds) * 1000;
  const over = () => performance.now() > end;
  const asking = startAsking(target);
  const retunes = await retune(target, over, watch.tuned);
  const taken = await asking.ended();
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
const plans = async (target, over, tuned) => {
  let count = 0;
  for (; !over(); ++count) {
    const fft = count % 2 === 0 ? 4194304 : 4096;
    const { tuning } = await target.patch({ fft });
    if (tuning?.fft !== fft) throw new Error('the transform was refused');
    tuned(tuning);
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

if (isMainThread) {
  process.env.SPECTRUMD_BIN = program;
  await measure('quiet', [], quiet);
  await measure('fft 4194304', [], plans);
  await measure('50 retunes a second', [], retunes);
  await measure('50 retunes a second at fft 1048576', ['--fft', '1048576'], retunes);
} else {
  await askFromHere(workerData);
}
