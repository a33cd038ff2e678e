#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// How old sound is when it comes over a link that is too slow for it: NFM as Opus of 24 kbit/s by WebSocket, with a client
// that reports what it hears, as the page does, and with one that does not.
//   tests/bench/slow_listener.mjs PROGRAM [BITS_PER_SECOND [SECONDS]]

import { createRequire } from 'node:module';
import process from 'node:process';

const [program, bitsPerSecond = '20000', seconds = '40'] = process.argv.slice(2);
if (!program) {
  console.error('usage: slow_listener.mjs PROGRAM [BITS_PER_SECOND [SECONDS]]');
  process.exit(2);
}
process.env.SPECTRUMD_BIN = program;
const { startProgram } = await import('../e2e/program.mjs');
const { startSlowLink } = await import('../e2e/slow_link.mjs');
const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');

const REPORT_EVERY_MS = 200;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Ages of packets in milliseconds, in the order in which they came, and how many were left out. */
async function listen(url, reports) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}ws`, 'spectrum.v1');
  const ages = [];
  let missing = 0, newest = NaN, reported = NaN;
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'view', pause: true }));
    socket.send(JSON.stringify({ type: 'listen', center: 100.3e6, mode: 'nfm', codec: 'opus', bit_rate: 24000 }));
  });
  socket.on('message', (data, binary) => {
    if (!binary) return;
    const number = data.readUInt32LE(12);
    if (number > newest + 1) missing += number - newest - 1;
    newest = number;
    ages.push(Date.now() - Number(data.readBigInt64LE(16)) / 1e6);
  });
  const timer = reports && setInterval(() => {
    if (newest === reported || Number.isNaN(newest)) return;
    socket.send(JSON.stringify({ type: 'heard', packet: newest }));
    reported = newest;
  }, REPORT_EVERY_MS);
  await pause(1000 * Number(seconds));
  clearInterval(timer);
  socket.close();
  return { ages, missing };
}

const target = await startProgram(['--source', 'sim', '--rate', '1M', '--log-level', 'warn']);
for (const reports of [false, true]) {
  const link = await startSlowLink(target.port, { bitsPerSecond: Number(bitsPerSecond), delayMs: 100 });
  const { ages, missing } = await listen(link.url, reports);
  link.close();
  const later = ages.slice(ages.length >> 1).sort((a, b) => a - b);
  const at = (share) => Math.round(later[Math.floor(share * (later.length - 1))]);
  console.log(`${reports ? 'reports' : 'no reports'}: ${ages.length} packets, ${missing} left out; of the second half the age is ${at(0.5)} ms, p95 ${at(0.95)}, most ${at(1)}`);
}
await target.stop();
