// SPDX-License-Identifier: MIT
// What steps of the system clock do to rows, history and clients: a machine without a battery starts in the past, a time
// service steps it, an operator steps it back.

import test, { describe } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeRow, FLAG } from '../../web/feed/decode_row.js';
import { withFakeClock } from './fake_clock.mjs';
import { eventually, startProgram } from './program.mjs';
import { withSticks } from './sticks.mjs';

const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');
const LIMIT = { timeout: 300_000 };
const HOUR_MS = 3_600_000;
const ROW_FLAGS = ['--fft', '1024', '--rate', '1M', '--rows', '5']; // few enough for one answer to have all

/** Rows of a WebSocket client, merged to two a second, and the clock's events. */
async function watch(program) {
  const socket = new WebSocket(`${program.url.replace('http', 'ws')}ws`, 'spectrum.v1');
  const client = { rows: [], steps: [], close: () => socket.close() };
  socket.on('message', (data, binary) => {
    if (binary) return client.rows.push(decodeRow(data.buffer.slice(data.byteOffset, data.byteOffset + data.length)));
    const message = JSON.parse(data);
    if (message.type === 'event' && message.kind === 'clock') client.steps.push(message.text);
  });
  await new Promise((done) => socket.once('message', done)); // the greeting: events from then on are its own
  socket.send(JSON.stringify({ type: 'view', bins: 16, rate: 2 })); // merged by two and three
  return client;
}

const history = async (program, query) => (await program.get(`api/v1/history?bins=16&${query}`)).rows;
const isDated = (row, clock) => Math.abs(Date.parse(row.time) - clock.now()) < 10_000;

/** Rows of the last five seconds, once there are some by the clock as it is now. */
const freshRows = (program, clock) => eventually(async () => {
  const rows = await history(program, 'since=-5');
  return rows.length >= 10 && rows.every((row) => isDated(row, clock)) && rows;
}, `two seconds of rows at ${new Date(clock.now()).toISOString()}`, 60_000);

async function stepThroughTime(program, clock) {
  const client = await watch(program);
  const places = [2 * HOUR_MS, HOUR_MS, Date.UTC(2038, 0, 19, 3, 14, 7) - Date.now(), Date.UTC(2106, 1, 7, 6, 28, 15) - Date.now(),
    60_000 - Date.now(), 0];
  for (const place of places) {
    const { clock: before } = await program.get('api/v1/status');
    const stepMs = place - (clock.now() - Date.now());
    clock.set(place);
    const rows = await freshRows(program, clock);
    assert.ok(rows.every((row) => row.duration_seconds > 0 && row.duration_seconds < 60));
    const { clock: after } = await program.get('api/v1/status');
    assert.equal(after.epoch, before.epoch + 1);
    assert.ok(Math.abs(after.last_step_seconds - stepMs / 1000) < 1, `${after.last_step_seconds} s instead of ${stepMs / 1000}`);
    assert.ok(Math.abs(Date.parse(after.last_step) - clock.now()) < 90_000);
  }
  await eventually(() => client.steps.length === places.length, 'an event for each step');
  assert.match(client.steps[1], /^system clock stepped by -3600\.\d s$/);
  client.close();
  return client;
}

/** Every row is found by absolute times, in the order in which they were made. */
async function expectEveryRow(program) {
  const rows = await history(program, 'since=0&until=4320000000&rows=2000');
  assert.equal(rows[0].sequence, 1);
  for (let i = 1; i < rows.length; ++i) assert.equal(rows[i].sequence, rows[i - 1].sequence + 1);
}

async function expectRowsToFollow(flags, environment = {}) {
  await withFakeClock(async (clock) => {
    clock.set(Date.UTC(2024, 0, 1) - Date.now(), false);
    const program = await startProgram([...ROW_FLAGS, ...flags], { ...environment, ...clock.environment });
    try {
      const early = await freshRows(program, clock);
      assert.ok(early.every((row) => row.flags.includes('unsynchronized')));
      assert.equal((await program.get('api/v1/status')).clock.synchronized, false);
      clock.set(10 * HOUR_MS);
      const late = await freshRows(program, clock);
      assert.equal((await program.get('api/v1/status')).clock.synchronized, true);
      assert.ok(!late.at(-1).flags.includes('unsynchronized'));

      const client = await stepThroughTime(program, clock);
      await expectEveryRow(program);
      assert.ok(client.rows.length > 0);
      for (const row of client.rows) assert.ok(row.duration > 0 && row.duration < 60_000, `a row of ${row.duration} ms`);
      for (const row of client.rows) assert.ok(!(row.flags & FLAG.unsynchronized));
      for (let i = 1; i < client.rows.length; ++i) assert.ok(client.rows[i].sequence > client.rows[i - 1].sequence);
    } finally {
      await program.stop();
    }
  });
}

// At the same time: most of it is waiting for rows.
describe('a clock that is stepped', { ...LIMIT, concurrency: 4 }, () => {
  test('rows of the simulated band follow every step of the clock', LIMIT, () => expectRowsToFollow(['--source', 'sim']));

  test('rows of a radio follow every step of the clock', LIMIT, () => withSticks(undefined,
    (sticks) => expectRowsToFollow(['--source', 'rtlsdr'], sticks.environment)));

  test('rows of samples without a date follow every step of the clock', LIMIT, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'samples-'));
    writeFileSync(join(folder, 'noise.cu8'), Buffer.from(Array.from({ length: 1 << 20 }, () => 120 + Math.random() * 16)));
    try {
      await expectRowsToFollow(['--source', `file:${join(folder, 'noise.cu8')}`, '--file-loop']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('a process that was stopped for three seconds has seen no step', LIMIT, () => withFakeClock(async (clock) => {
    const program = await startProgram([...ROW_FLAGS, '--source', 'sim'], clock.environment);
    await freshRows(program, clock);
    program.signal('SIGSTOP');
    await new Promise((done) => setTimeout(done, 3000));
    program.signal('SIGCONT');
    await freshRows(program, clock);
    assert.equal((await program.get('api/v1/status')).clock.epoch, 1);
    await program.stop();
  }));
});
