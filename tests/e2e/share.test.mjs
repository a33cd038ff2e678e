// SPDX-License-Identifier: MIT
// One stick for the page and for other programs: what a reader of rtl_tcp's protocol gets is what the stick gave, sample
// for sample, and a second spectrumd sees the same spectrum.

import test from 'node:test';
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { eventually, startProgram } from './program.mjs';
import { withSticks } from './sticks.mjs';

const LIMIT = { timeout: 60_000 };
const SCENE = { noise: -110, signals: [{ kind: 'carrier', frequency: '100.3M', level: -20 }, { kind: 'carrier', frequency: '99.5M', level: -40 }] };

/** The whole of a client: greeting, samples, commands. */
async function reader(port) {
  const socket = connect(port, '127.0.0.1');
  const client = { head: Buffer.alloc(0), bytes: 0, jumps: 0, next: undefined, paused: false };
  client.command = (order, value) => {
    const command = Buffer.alloc(5);
    command.writeUInt8(order);
    command.writeInt32BE(value, 1);
    socket.write(command);
  };
  client.pause = () => socket.pause();
  client.resume = () => socket.resume();
  client.close = () => socket.destroy();
  socket.on('data', (piece) => {
    const missing = 12 - client.head.length;
    client.head = Buffer.concat([client.head, piece.subarray(0, Math.max(0, missing))]);
    for (const byte of piece.subarray(Math.max(0, missing))) {
      if (client.next !== undefined && byte !== client.next) client.jumps += 1;
      client.next = (byte + 1) & 255;
      client.bytes += 1;
    }
  });
  await new Promise((done, failed) => socket.once('connect', done).once('error', failed));
  return client;
}

const portOf = async (program) => Number((await eventually(() => /share: .*:(\d+)/.exec(program.log), 'the port'))[1]);
const streaming = (program) => eventually(async () => (await program.get('api/v1/status')).source.state === 'streaming', 'samples');

async function shared(flags, scene, work) {
  await withSticks([{}], async (sticks) => {
    const program = await startProgram(['--source', 'rtlsdr', '--share', 'rtl_tcp=0', '--rate', '1M', ...flags], sticks.environment);
    try {
      await streaming(program);
      await work(program, await portOf(program));
    } finally {
      await program.stop();
    }
  }, scene);
}

test('several readers get every sample of the stick, one that does not read skips, and none of them tunes', LIMIT, () => shared(['--rtl-test-mode'], undefined, async (program, port) => {
  const readers = await Promise.all([reader(port), reader(port), reader(port)]);
  const lazy = await reader(port);
  lazy.pause();
  await eventually(() => readers.every(({ bytes }) => bytes > 6e6), 'three seconds of samples');
  for (const { head, jumps } of readers) {
    assert.deepEqual([...head], [...Buffer.from('RTL0'), 0, 0, 0, 5, 0, 0, 0, 29]);
    assert.equal(jumps, 0, 'the counter never jumps');
  }
  readers[0].command(1, 433_920_000);
  await new Promise((done) => setTimeout(done, 300));
  assert.equal((await program.get('api/v1/status')).source.center_hz, 100e6);
  for (const client of [...readers, lazy]) client.close();
  await eventually(() => (program.log.match(/disconnected/g) ?? []).length === 4, 'all four to be let go');
  assert.match(program.log, /disconnected, [1-9]\d* blocks skipped/);
}));

test('where it is allowed, a reader tunes', LIMIT, () => shared(['--share-control'], SCENE, async (program, port) => {
  const client = await reader(port);
  client.command(1, 100_500_000);
  client.command(3, 1);
  client.command(4, 297);
  client.command(5, -7);
  await eventually(async () => {
    const { source } = await program.get('api/v1/status');
    return source.center_hz === 100.5e6 && source.gain_db === 29.7 && source.ppm === -7;
  }, 'what it asked for');
  client.command(1, 1_000);
  await eventually(() => /share: center: /.test(program.log), 'the refusal');
  client.close();
}));

test('a second spectrumd sees what the first one sees', LIMIT, () => shared(['--rate', '2.4M'], SCENE, async (first, port) => {
  const second = await startProgram(['--source', `rtl_tcp:127.0.0.1:${port}`, '--rate', '2.4M']);
  try {
    await streaming(second);
    for (const [hz, level] of [[100.3e6, -20], [99.5e6, -40]])
      for (const program of [first, second]) {
        const { peaks } = await eventually(async () => {
          const answer = await program.get('api/v1/peaks?count=2');
          return answer.peaks?.length === 2 && answer;
        }, 'two carriers');
        const seen = peaks.reduce((a, b) => (Math.abs(a.frequency_hz - hz) < Math.abs(b.frequency_hz - hz) ? a : b));
        assert.ok(Math.abs(seen.frequency_hz - hz) < 600 && Math.abs(seen.level_db - level) < 0.1, JSON.stringify(seen));
      }
    await first.stop();
    await eventually(async () => (await second.get('api/v1/status')).source.state === 'absent', 'the loss of the first');
    assert.match((await second.get('api/v1/status')).source.reason, /Connection refused|closed the connection/);
  } finally {
    await second.stop();
  }
}));
