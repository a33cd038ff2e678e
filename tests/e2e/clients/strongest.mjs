#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Prints the strongest frequency of a few live rows. Needs the package ws (tests/web has it: npm ci).
//   strongest.mjs [--url ws://127.0.0.1:8088/ws] [--rows 5] [--from HZ] [--to HZ] [--token TOKEN]
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

const WebSocket = createRequire(new URL('../../web/package.json', import.meta.url))('ws');
const text = { type: 'string' };
const { values: args } = parseArgs({ options: { url: text, rows: text, from: text, to: text, token: text } });
const number = (value) => (value === undefined ? null : Number(value));

const protocols = ['spectrum.v1', ...(args.token ? [`bearer.${args.token}`] : [])];
const socket = new WebSocket(args.url ?? 'ws://127.0.0.1:8088/ws', protocols);
let left = Number(args.rows ?? 5);
let inForce = false; // rows before the answer are still of the view before

socket.on('open', () => {
  // More bins than the transform has gives all it has: level i is then the bin at start + i * span / bins.
  const view = { from: number(args.from), to: number(args.to), bins: 65536, detectors: ['max'], bytes: 2 };
  socket.send(JSON.stringify({ type: 'view', ...view }));
});
socket.on('message', (data, isBinary) => {
  if (!isBinary) inForce ||= JSON.parse(data).type === 'view';
  if (!isBinary || !inForce || left === 0) return;
  const [center, span, bins] = [data.readDoubleLE(24), data.readDoubleLE(32), data.readUInt32LE(40)];
  const levels = Array.from({ length: bins }, (_, i) => data.readUInt16LE(64 + 2 * i));
  const best = levels.indexOf(levels.reduce((a, b) => Math.max(a, b), 0));
  const level = data.readFloatLE(44) + data.readFloatLE(48) * (levels[best] - 1);
  const frequency = center - span / 2 + (best * span) / bins;
  console.log(`row ${data.readUInt32LE(8)}: ${frequency.toFixed(0)} Hz ${level.toFixed(2)} dB`);
  left -= 1;
  if (left === 0) socket.close(1000);
});
socket.on('error', (error) => { console.error(error.message); process.exitCode = 1; });
