// SPDX-License-Identifier: MIT
// A sweep of half a minute, followed hop by hop over the WebSocket.

import test from 'node:test';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { decodeRow } from '../../web/feed/decode_row.js';
import { eventually, startProgram } from './program.mjs';
import { withSticks } from './sticks.mjs';

const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');
const LIMIT = { timeout: 180_000 };
const PARTIAL = 512;
const BAND = { noise: -100, signals: [{ kind: 'carrier', frequency: '100.1M', level: -20 }] };

/** A client whose rows are collected, each with when it came. @param {object} view */
function follow(program, view) {
  const socket = new WebSocket(`${program.url.replace('http', 'ws')}ws`, 'spectrum.v1');
  const client = { rows: [], view: null, close: () => socket.close() };
  socket.binaryType = 'arraybuffer';
  socket.on('open', () => socket.send(JSON.stringify({ type: 'view', bytes: 2, ...view })));
  socket.on('message', (data, isBinary) => {
    if (isBinary) client.rows.push({ ...decodeRow(data), came: Date.now() });
    else if (JSON.parse(data).type === 'view') client.view = JSON.parse(data);
  });
  return client;
}

const measured = ({ levels }) => levels.mean.reduce((sum, level) => sum + (level > 0 ? 1 : 0), 0);

test('24M:1766M comes hop by hop to a client that asks for it, and to no other', LIMIT, () => withSticks([{}], async (sticks) => {
  const program = await startProgram(['--source', 'rtlsdr'], sticks.environment);
  try {
    await eventually(async () => (await program.get('api/v1/status')).rows.sequence > 3, 'rows');
    const [client, other] = [follow(program, { bins: 1024, partial: true }), follow(program, { bins: 1024 })];
    await eventually(() => client.view?.partial && other.view, 'the views in force');
    assert.equal(other.view.partial, undefined);
    const { generation } = await program.patch({ span: '24M:1766M' });
    const asked = Date.now();
    const parts = () => client.rows.filter((row) => row.generation === generation);
    const first = await eventually(() => parts()[0], 'the first hop');
    console.log(`# first hop on the wire ${first.came - asked} ms after the request`);
    assert.equal(first.flags & PARTIAL, PARTIAL);
    assert.ok(Math.abs(first.centerHz - 895e6) < 1e4 && Math.abs(first.spanHz - 1742e6) < 2e4, `${first.centerHz} ${first.spanHz}`);
    assert.equal(first.skipped, 0);
    await eventually(() => parts().length >= 12, 'more of it', 60_000);
    const [a, b] = [parts()[0], parts()[11]];
    assert.ok(parts().every((row) => row.flags & PARTIAL && row.time === a.time && row.sequence === a.sequence));
    assert.ok(measured(a) < measured(b) && measured(b) < 512, `${measured(a)}, then ${measured(b)}`);
    assert.ok(b.duration >= 11 * 250, `at most four a second: 11 in ${b.duration} ms`);
    assert.ok(b.levels.mean.at(-1) === 0, 'no data where the sweep has not come');
    console.log(`# ${measured(b)} of 1024 levels after ${b.duration.toFixed(0)} ms of the sweep`);
    assert.ok(other.rows.every((row) => !(row.flags & PARTIAL)));
    assert.ok(!(await program.get('api/v1/spectrum')).flags.includes('swept'), 'the history has whole rows only');
    client.close();
    other.close();
  } finally {
    await program.stop();
  }
}, BAND));

test('the row of a sweep says what its parts have said', LIMIT, () => withSticks([{}], async (sticks) => {
  const program = await startProgram(['--source', 'rtlsdr', '--span', '80M:120M', '--dwell', '0.1'], sticks.environment);
  const client = follow(program, { bins: 1024, partial: true });
  try {
    await eventually(() => client.rows.filter(({ flags }) => !(flags & PARTIAL)).length >= 2, 'two sweeps', 60_000);
    const whole = client.rows.filter(({ flags }) => !(flags & PARTIAL)).at(-1);
    const parts = client.rows.filter((row) => row.flags & PARTIAL && row.sequence === whole.sequence);
    assert.ok(parts.length >= 3, `${parts.length}`);
    const last = parts.at(-1);
    assert.equal(last.time, whole.time);
    const place = last.levels.mean.indexOf(Math.max(...last.levels.mean));
    assert.ok(Math.abs(last.centerHz - last.spanHz / 2 + (place + 0.5) * (last.spanHz / last.bins) - 100.1e6) < last.spanHz / last.bins);
    const hop = 23; // levels that the hop in progress may still change: a part of its neighbour
    const end = last.levels.mean.findLastIndex((level) => level > 0) + 1 - hop;
    assert.ok(end > 512, `${end}`);
    for (let bin = 0; bin < end; ++bin) {
      const off = Math.abs(last.levels.mean[bin] - whole.levels.mean[bin]) / 100;
      assert.ok(off < 0.02, `bin ${bin}: ${off} dB`);
    }
  } finally {
    client.close();
    await program.stop();
  }
}, BAND));
