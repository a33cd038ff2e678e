// SPDX-License-Identifier: MIT
// What the page fetches of the history in memory.

import test from 'node:test';
import assert from 'node:assert/strict';
import { Scrollback } from '../../web/feed/scrollback.js';
import { createState } from '../../web/state/state.js';

const T = 1_795_000_000_000;
const row = (time) => ({ sequence: 1, generation: 1, flags: 0, skipped: 0, time, duration: 50, centerHz: 100e6, spanHz: 2.4e6, bins: 1024, firstDb: -120, stepDb: 0.5,
  ffts: 1, coverage: 1, clipped: 0, binShiftHz: 0, levels: { mean: new Uint8Array(1024), max: new Uint8Array(1024) } });

test('a row that was lost right after the first ones is fetched', async () => {
  const asked = [];
  let settle = () => {};
  globalThis.window = { setTimeout: (run) => { settle = run; }, clearTimeout: () => {} };
  globalThis.sessionStorage = globalThis.localStorage = { getItem: () => null };
  globalThis.fetch = async (path) => {
    const query = new URLSearchParams(path.split('?')[1]);
    asked.push(['since', 'until'].map((name) => Math.round(1000 * Number(query.get(name))) - T));
    return { ok: true, arrayBuffer: async () => new ArrayBuffer(0) };
  };
  const state = Object.assign(createState(), { status: { rows: { sequence: 9, bin_hz: 2343.75 }, tuning: { rate: 2.4e6, fft: 1024, rows: 20 } } });
  const page = { waterfallHeight: () => 20, pixelRatio: () => 1, columns: () => 600, adopt: () => {}, arrived: () => {} };
  const scrollback = new Scrollback(state, page);
  const show = async (topTime) => {
    state.topTime = topTime;
    scrollback.check();
    settle();
    for (let turn = 0; turn < 20; ++turn) await null;
  };
  state.live.insert(row(T));
  await show(T + 50);
  assert.deepEqual(asked.splice(0), [[-950, 0]], 'what was before');
  for (let time = T + 100; time <= T + 500; time += 50) state.live.insert(row(time)); // one is lacking
  await show(T + 550);
  assert.deepEqual(asked.splice(0), [[0, 100]]);
  await show(T + 560);
  assert.deepEqual(asked, [], 'once: the server may have lost it, too');
});
