#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// What listeners cost, each at another frequency, NFM as Opus of 24 kbit/s by WebSocket: shares of a core by thread, packets
// that are missing, the longest pause between two, and how old sound is when it comes, counted from the end of each packet.
// "without": as many WebSockets that do not listen, for comparison.
//   tests/bench/listeners.mjs PROGRAM [LISTENERS [SECONDS]]

import { createRequire } from 'node:module';
import process from 'node:process';

import { percentOf, threadSeconds } from './thread_time.mjs';

const [program, listeners = '20', seconds = '600'] = process.argv.slice(2);
if (!program) {
  console.error('usage: listeners.mjs PROGRAM [LISTENERS [SECONDS]]');
  process.exit(2);
}
process.env.SPECTRUMD_BIN = program;
const { startProgram } = await import('../e2e/program.mjs');
const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');

const BAND = { fromHz: 98.9e6, toHz: 101.1e6 };
const SETTLE_MS = 2000;
const PERCENTILES = 10_000; // ages are kept as a histogram of milliseconds
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

class Totals {
  packets = 0;
  bytes = 0;
  missing = 0;
  longestPauseMs = 0;
  ages = new Uint32Array(PERCENTILES);

  age(share) {
    let left = this.packets * share;
    for (let ms = 0; ms < PERCENTILES; ++ms) if ((left -= this.ages[ms]) <= 0) return ms;
    return PERCENTILES;
  }
}

/** A client that listens, if it has a frequency, and counts while there are totals to add to. */
function listen(url, center, count) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}ws`, 'spectrum.v1');
  let next = NaN, heardAt = NaN;
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'view', pause: true }));
    if (center) socket.send(JSON.stringify({ type: 'listen', center, mode: 'nfm', codec: 'opus', bit_rate: 24000 }));
  });
  socket.on('message', (data, binary) => {
    if (!binary) return;
    const number = data.readUInt32LE(12), now = performance.now();
    const { totals } = count;
    if (totals) {
      ++totals.packets;
      totals.bytes += data.length;
      totals.missing += number - next;
      totals.longestPauseMs = Math.max(totals.longestPauseMs, now - heardAt);
      const age = Math.round(Date.now() - Number(data.readBigInt64LE(16)) / 1e6);
      ++totals.ages[Math.max(0, Math.min(PERCENTILES - 1, age))];
    }
    next = number + 1;
    heardAt = now;
  });
  return () => socket.close();
}

async function measure(name, duration, isListening) {
  const target = await startProgram(['--source', 'sim', '--log-level', 'warn']);
  const count = { totals: null };
  const clients = Number(listeners);
  const close = Array.from({ length: clients }, (_, index) => {
    const center = Math.round(BAND.fromHz + ((index + 0.5) / clients) * (BAND.toHz - BAND.fromHz));
    return listen(target.url, isListening ? center : 0, count);
  });
  await pause(SETTLE_MS);
  const totals = new Totals();
  count.totals = totals;
  const before = threadSeconds(target.pid);
  await pause(duration * 1000);
  const after = threadSeconds(target.pid);
  count.totals = null;
  const { samples } = await (await fetch(`${target.url}api/v1/status`)).json();
  close.forEach((end) => end());
  await target.stop();
  console.log(JSON.stringify({
    clients, name, seconds: duration, channels_percent: percentOf('channels', before, after, duration),
    websockets_percent: percentOf('websockets', before, after, duration),
    kbit_per_listener: Math.round((totals.bytes * 8) / clients / duration / 100) / 10,
    packets_per_listener: Math.round(totals.packets / clients), missing: totals.missing,
    longest_pause_ms: Math.round(totals.longestPauseMs), age_p50_ms: totals.age(0.5), age_p99_ms: totals.age(0.99),
    samples_dropped: samples.dropped,
  }));
}

await measure('without', 10, false);
await measure('listening', Number(seconds), true);
