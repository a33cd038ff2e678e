// SPDX-License-Identifier: MIT
// A crowd: 20 clients of each server at once, next to one of each that asks for much and reads nothing; and what the
// program connects to, which accepts and says nothing. No client waits for them, and they cost no memory.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Recorder } from './kiwi_recorder.mjs';
import { eventually, startProgram } from './program.mjs';
import { talk } from './rig_client.mjs';
import { startLines } from './rigs.mjs';
import { reader as sdrangelReader } from './sdrangel_reader.mjs';
import { client as spyClient } from './spy_client.mjs';

const LIMIT = { timeout: 300_000 };
const MANY = 20, RATE = 512_000, GUEST_RATE = 64_000;
const FLAGS = ['--rate', String(RATE), '--fft', '1024', '--rows', '10', '--rigctl', '127.0.0.1:0', '--spyserver', '127.0.0.1:0', '--kiwi', '127.0.0.1:0',
  '--sdrangel', '127.0.0.1:0', '--share', 'rtl_tcp=0', '--share-channels', 'true'];
const MOST_GROWTH = 24 << 20; // of the program's memory: the stalled clients have asked for more than twice that meanwhile

const times = (make) => Promise.all(Array.from({ length: MANY }, (_, i) => make(i)));
const feedsOf = async (program) => (await program.get('api/v1/feeds')).feeds;
const residentBytes = ({ pid }) => 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

/** Each has `got`, how much came so far, and `missing`; a crowd has one of them for each client. */
const crowds = {
  rigctl: (port) => times(async (i) => {
    const rig = await talk(port);
    const counts = { got: 0, missing: 0 };
    let open = true;
    const ended = (async () => {
      for (; open; counts.got += 1) assert.match(await rig.ask('f\n', /\n/), /^\d+\n$/, `client ${i}`);
    })();
    return { counts, close: async () => { open = false; await ended; rig.close(); } };
  }),
  spyserver: (port) => times(async (i) => {
    const spy = await spyClient(port, `client ${i}`);
    await spy.greeted();
    for (const [setting, value] of [['mode', 1], ['digitalGain', 0], ['iqFormat', 1], ['iqDecimation', 2 + i % 3], ['enabled', 1]]) spy.set(setting, value);
    return { close: () => spy.close(), get counts() {
      const numbers = spy.ofType(100).map(({ sequence }) => sequence);
      return { got: numbers.length, missing: numbers.filter((number, at) => number !== numbers[0] + at).length };
    } };
  }),
  kiwi: (port) => times(async () => {
    const recorder = new Recorder(port);
    await recorder.begin(0, RATE / 2e3);
    return { close: () => recorder.close(), get counts() {
      return { got: recorder.rows.length, missing: recorder.rows.filter(({ sequence }, at) => sequence !== at).length };
    } };
  }),
  sdrangel: (port) => times(() => {
    const reader = sdrangelReader(`ws://127.0.0.1:${port}/`);
    return { close: () => reader.close(), get counts() { return { got: reader.messages.length, missing: 0 }; } };
  }),
  share: (port) => times((i) => {
    const counts = { got: 0, missing: 0 };
    const socket = connect(port, '127.0.0.1').on('error', () => {}).on('data', (bytes) => { counts.got += bytes.length; });
    for (const [order, value] of [[2, GUEST_RATE], [1, 100e6 + 1000 * i]]) {
      const command = Buffer.alloc(5);
      command.writeUInt8(order);
      command.writeUInt32BE(value, 1);
      socket.write(command);
    }
    return { counts, close: () => socket.destroy() };
  }),
};

/** One of each that asks for the most and reads nothing. */
async function stalledOnes(ports) {
  const silent = (port, text) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {}).pause();
    socket.write(text);
    return socket;
  };
  const spy = await spyClient(ports.spyserver, 'stalled');
  for (const [setting, value] of [['mode', 5], ['iqFormat', 4], ['iqDecimation', 0], ['enabled', 1]]) spy.set(setting, value);
  spy.socket.pause();
  const recorder = new Recorder(ports.kiwi);
  await recorder.begin(0, RATE / 2e3);
  recorder.socket.pause();
  const upgrade = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${ports.sdrangel}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
    + 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
  return [spy.socket, recorder.socket, silent(ports.sdrangel, upgrade), silent(ports.rigctl, '1\n'.repeat(200_000)), silent(ports.share, '')];
}

test('20 clients of each server lose nothing to one of each that does not read', LIMIT, async () => {
  const program = await startProgram(FLAGS);
  const sockets = [];
  try {
    const ports = Object.fromEntries((await feedsOf(program)).map(({ name, address }) => [name, Number(address.split(':').at(-1))]));
    ports.share = Number((await eventually(() => /share: .*:(\d+)/.exec(program.log), 'the port'))[1]);
    const names = Object.keys(crowds);
    const clients = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await crowds[name](ports[name])])));
    const gotMore = (since, by) => eventually(() => names.every((name) => clients[name].every(({ counts }, i) => counts.got >= (since?.[name][i] ?? 0) + by(name))),
      () => `more for all: ${names.map((name) => `${name} ${clients[name].map(({ counts }) => counts.got)}`).join('; ')}`, 120_000);
    const now = () => Object.fromEntries(names.map((name) => [name, clients[name].map(({ counts }) => counts.got)]));
    const some = (name) => (name === 'share' ? 2 * GUEST_RATE : 20);
    await gotMore(null, some);
    for (const { name, clients: count } of await feedsOf(program)) assert.equal(count, MANY, name);

    const before = residentBytes(program);
    sockets.push(...await stalledOnes(ports));
    await gotMore(now(), (name) => 3 * some(name)); // six seconds and more
    // After ten seconds without a byte taken they are dropped; rows are so few that the kernel keeps minutes of them.
    await eventually(async () => (await feedsOf(program)).every(({ name, clients: count }) => count === MANY || name === 'sdrangel' || name === 'kiwi'),
      async () => `the stalled ones to be dropped: ${JSON.stringify(await feedsOf(program))}`);
    const growth = residentBytes(program) - before;
    console.log(`# memory: ${(before / 2 ** 20).toFixed(1)} MiB with ${MANY * names.length} clients, ${(growth / 2 ** 20).toFixed(1)} MiB more with stalled ones`);
    if (!process.env.SANITIZER_RUNTIME) assert.ok(growth < MOST_GROWTH, `${growth} bytes`);
    await gotMore(now(), some);
    for (const name of names) assert.deepEqual(clients[name].map(({ counts }) => counts.missing), Array(MANY).fill(0), name);
    assert.equal((await program.get('api/v1/status')).samples.dropped, 0);
    for (const { lost, name } of await feedsOf(program)) assert.ok(!lost, `${name}: ${lost}`);
    for (const name of names) for (const { close } of clients[name]) await close();
  } finally {
    sockets.forEach((socket) => socket.destroy());
    await program.stop();
  }
});

test('servers that accept and say nothing keep nothing waiting', LIMIT, async () => {
  const silent = await startLines(() => null);
  const at = `127.0.0.1:${silent.port}`;
  const program = await startProgram([...FLAGS, '--mqtt', `mqtt://${at}/shack`, '--influx', `http://${at}/write?db=shack`, '--influx-seconds', '1',
    '--follow', `rigctld:${at}`, '--spots', `dxcluster:${at},http://${at}/spots`, '--callsign', 'DL1ABC']);
  try {
    const { samples } = await program.get('api/v1/status');
    await eventually(async () => (await program.get('api/v1/status')).samples.received > samples.received + 5 * RATE, 'samples');
    const feeds = Object.fromEntries((await feedsOf(program)).map((feed) => [feed.name, feed]));
    for (const name of ['mqtt', 'influx', 'follow']) assert.notEqual(feeds[name].state, 'connected', name);
    const rig = await talk(Number(feeds.rigctl.address.split(':').at(-1)));
    assert.equal(await rig.ask('f\n', /\n/), '100000000\n');
    rig.close();
    assert.equal((await program.get('api/v1/status')).samples.dropped, 0);
    assert.deepEqual(await program.stop('SIGTERM'), { code: 0, signal: null });
  } finally {
    await program.stop();
    silent.stop();
  }
});
