#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// What viewers cost that are each zoomed elsewhere, 1024 bins at 20 rows a second: shares of a core by thread, and how old
// a row is when it comes, counted from its newest sample. "band": as many viewers of the whole band, for comparison.
//   tests/bench/zoomed_viewers.mjs PROGRAM [VIEWERS [SECONDS]]

import { createRequire } from 'node:module';
import process from 'node:process';

import { percentOf, threadSeconds } from './thread_time.mjs';

const [program, viewers = '50', seconds = '10'] = process.argv.slice(2);
if (!program) {
  console.error('usage: zoomed_viewers.mjs PROGRAM [VIEWERS [SECONDS]]');
  process.exit(2);
}
process.env.SPECTRUMD_BIN = program;
const { startProgram } = await import('../e2e/program.mjs');
const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');

const BAND = { fromHz: 98.8e6, toHz: 101.2e6 };
const ZOOMED = 1024;
const SETTLE_MS = 1500; // besides the time that a row looks back
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const quantile = (values, share) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;

/** A viewer that notes the age of each fine row, or of all where it sees the whole band. */
function watch(url, view, ages) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}ws`, 'spectrum.v1');
  const viewer = { refusal: '', close: () => socket.close() };
  socket.on('open', () => socket.send(JSON.stringify({ type: 'view', bins: 1024, ...view })));
  socket.on('message', (data, binary) => {
    if (!binary) {
      const message = JSON.parse(data.toString());
      if (message.type === 'zoom' && message.reason) viewer.refusal = message.reason;
      return;
    }
    if (view.from && !(data.readUInt16LE(6) & ZOOMED)) return;
    ages.push(Date.now() - Number(data.readBigInt64LE(16)) / 1e6 - data.readFloatLE(60) * 1000);
  });
  return viewer;
}

async function measure(name, widthHz) {
  const target = await startProgram(['--source', 'sim', '--log-level', 'warn', '--zoom-limit', '2']);
  const ages = [];
  const watched = Array.from({ length: Number(viewers) }, (_, index) => {
    const from = BAND.fromHz + ((index + 0.5) / Number(viewers)) * (BAND.toHz - BAND.fromHz - widthHz);
    return watch(target.url, widthHz ? { from, to: from + widthHz } : {}, ages);
  });
  await pause(SETTLE_MS + (widthHz ? (4096 / widthHz) * 1000 : 0));
  ages.length = 0;
  const before = threadSeconds(target.pid);
  await pause(Number(seconds) * 1000);
  const after = threadSeconds(target.pid);
  const count = ages.length;
  ages.sort((a, b) => a - b);
  const share = (thread) => percentOf(thread, before, after, Number(seconds));
  watched.forEach((viewer) => viewer.close());
  await target.stop();
  console.log(JSON.stringify({
    viewers: Number(viewers), view: name, channels_percent: share('channels'), websockets_percent: share('websockets'),
    rows_per_viewer_per_second: Math.round((count / Number(viewers) / Number(seconds)) * 10) / 10,
    age_p50_ms: Math.round(quantile(ages, 0.5)), age_p99_ms: Math.round(quantile(ages, 0.99)),
    refused: watched.filter(({ refusal }) => refusal).map(({ refusal }) => refusal).slice(0, 1),
  }));
}

await measure('band', 0);
for (const [name, widthHz] of [['2 kHz', 2e3], ['20 kHz', 20e3], ['200 kHz', 200e3]]) await measure(name, widthHz);
