// SPDX-License-Identifier: MIT
// A carrier of -12 dBFS reads -12 whatever the transform and the number of levels, by every way to read it.
// Needs the program (SPECTRUMD_BIN).

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { decodeRow, levelDb } from '../../web/feed/decode_row.js';
import { eventually, startProgram } from './program.mjs';

const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');
const SCENE = fileURLToPath(new URL('pooling.scene.json', import.meta.url));
const LIMIT = { timeout: 180_000 };
const LEVEL = -12;
const FFTS = [512, 4096, 65536, 1048576];
const WIDTHS = [16, 300, 1024, 1280, 65536];

let server;
before(async () => {
  server = await startProgram(['--source', 'sim', '--sim-scene', SCENE]);
}, LIMIT);
after(() => server?.stop());

const check = (level, what) => assert.ok(Math.abs(level - LEVEL) <= 0.2, `${what}: ${level} dBFS`);
const strongest = (levels) => levels.reduce((best, level) => Math.max(best, level ?? -Infinity), -Infinity);
const strongestOf = (row) => strongest(Array.from({ length: row.bins }, (_, bin) => levelDb(row, 'mean', bin)));

async function useFft(fft) {
  await server.patch({ fft });
  const rbw = (1.5 * 2.4e6) / fft; // of the Hann window
  await eventually(async () => Math.abs((await server.get('api/v1/spectrum?bins=1')).rbw_hz / rbw - 1) < 1e-6, `rows of ${fft} bins`);
}

function rowsOf(bytes) {
  const rows = [];
  for (let at = 0; at < bytes.byteLength;) {
    const size = 64 + bytes.readUInt32LE(at + 40) * 2;
    rows.push(decodeRow(bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + size)));
    at += size;
  }
  return rows;
}

const binaryHistory = async (query) => rowsOf(Buffer.from(await (await fetch(new URL(`api/v1/history?bytes=2&${query}`, server.url),
  { headers: { Accept: 'application/octet-stream' } })).arrayBuffer()));

/** The first row of an event stream. */
async function rowEvent(query) {
  const giveUp = new AbortController();
  const { body } = await fetch(new URL(`api/v1/events?rows=1&${query}`, server.url), { signal: giveUp.signal });
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const found = /event: row\ndata: (.*)\n\n/.exec(text);
    if (!found) continue;
    giveUp.abort();
    return JSON.parse(found[1]);
  }
  throw new Error('the stream has ended');
}

/** The first row under a view. */
async function socketRow(view) {
  const socket = new WebSocket(new URL('ws', server.url).href.replace('http', 'ws'), 'spectrum.v1');
  let inForce = false;
  const row = new Promise((found, failed) => {
    socket.on('error', failed);
    socket.on('message', (data, binary) => {
      const message = binary ? null : JSON.parse(data);
      if (message?.type === 'error') failed(new Error(message.error.message));
      if (!binary) inForce ||= message.type === 'view';
      else if (inForce) found(decodeRow(data.buffer.slice(data.byteOffset, data.byteOffset + data.length)));
    });
  });
  await new Promise((done) => socket.once('open', done));
  socket.send(JSON.stringify({ type: 'view', detectors: ['mean'], bytes: 2, ...view }));
  return row.finally(() => socket.close());
}

for (const fft of FFTS) {
  test(`a carrier keeps its level with transforms of ${fft} points`, LIMIT, async () => {
    await useFft(fft);
    for (const bins of WIDTHS) {
      const what = (path) => `${path}, ${fft} points in ${bins} levels`;
      check(strongest((await server.get(`api/v1/spectrum?bins=${bins}`)).levels), what('spectrum'));
      for (const row of (await server.get(`api/v1/history?rows=3&bins=${bins}`)).rows.slice(-1)) check(strongest(row.levels), what('history'));
      check(strongestOf((await binaryHistory(`rows=3&bins=${bins}`)).at(-1)), what('binary history'));
      check(strongest((await rowEvent(`bins=${bins}`)).levels), what('event'));
      check(strongest((await rowEvent(`bins=${bins}&rate=2`)).levels), what('merged event'));
      check(strongestOf(await socketRow({ bins })), what('WebSocket'));
      check(strongestOf(await socketRow({ bins, rate: 2 })), what('merged WebSocket'));
    }
  });
}

test('a carrier keeps its level in the tiers of the history', LIMIT, async () => {
  await useFft(65536);
  const pooled = await eventually(async () => {
    const { rows } = await server.get('api/v1/history?rows=100&bins=16384');
    return rows.find(({ levels, flags }) => levels.length === 2048 && flags.includes('merged'));
  }, 'a row of a coarser tier', 60_000);
  check(strongest(pooled.levels), 'tier');
});

test('the mean of powers comes on request', LIMIT, async () => {
  await useFft(4096);
  const bins = 17; // in the middle of one of which the carrier is
  const expected = LEVEL + 10 * Math.log10((1.5 * bins) / 4096); // a Hann window spreads a tone over one and a half bins
  const near = (level, what) => assert.ok(Math.abs(level - expected) <= 0.2, `${what}: ${level} dBFS`);
  near(strongest((await server.get(`api/v1/spectrum?bins=${bins}&pool=mean`)).levels), 'spectrum');
  near(strongest((await server.get(`api/v1/history?rows=3&bins=${bins}&pool=mean`)).rows.at(-1).levels), 'history');
  near(strongest((await rowEvent(`bins=${bins}&pool=mean`)).levels), 'event');
  near(strongestOf(await socketRow({ bins, pool: 'mean' })), 'WebSocket');
  near(strongestOf(await socketRow({ bins, pool: 'mean', rate: 2 })), 'merged WebSocket');
});
