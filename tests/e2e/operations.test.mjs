// SPDX-License-Identifier: MIT
// The program as a service manager and an operator see it: signals, exit codes, reload, the notify socket.

import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REAL, eventually, startProgram } from './program.mjs';

const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');
const LIMIT = { timeout: 120_000 };

/** A directory for one test, gone after it. */
async function inDirectory(work) {
  const directory = mkdtempSync(join(tmpdir(), 'spectrumd-'));
  try {
    await work(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const run = (...flags) => spawnSync(REAL, flags, { encoding: 'utf8', timeout: 30_000 });

test('what cannot work ends with 64 and a sentence', LIMIT, () => {
  for (const [flags, said] of [
    [['--fft', '3'], /fft/],
    [['--sorce', 'sim'], /did you mean --source/],
    [['--source', 'file:/nowhere.cu8'], /nowhere.cu8: No such file/],
    [['--source', 'marsrover'], /this build has/],
    [['--source', 'rtl_tcp:127.0.0.1:99999'], /99999" is not HOST:PORT/],
    [['--backend', 'abacus'], /abacus.*cpu/s],
    [['--listen', '0.0.0.0:0'], /token/],
    [['--config', '/nowhere.json'], /nowhere.json/],
    [['--fft', '4194304'], /history.memory/],
  ]) {
    const { status, stderr, stdout } = run('--listen', '127.0.0.1:0', ...flags);
    assert.equal(status, 64, `${flags}: ${stderr}`);
    assert.match(stderr, said);
    assert.equal(stdout, '');
  }
});

test('files that would block forever are refused', LIMIT, () => inDirectory((directory) => {
  const closed = spawnSync('sh', ['-c', 'exec "$0" --source - --listen 127.0.0.1:0 <&-', REAL], { encoding: 'utf8', timeout: 30_000 });
  assert.equal(closed.status, 64, closed.stderr);
  assert.match(closed.stderr, /standard input: is closed/);
  const fifo = join(directory, 'fifo.json');
  assert.equal(spawnSync('mkfifo', [fifo]).status, 0);
  const { status, stderr } = run('--config', fifo);
  assert.equal(status, 64, stderr);
  assert.match(stderr, /fifo.json: has not ended within 10 s/);
}));

test('a configuration may come from another program', LIMIT, () => {
  const { status, stdout } = spawnSync('bash', ['-c', '"$0" check-config <(echo "{ \\"source\\": \\"sim\\" }")', REAL], { encoding: 'utf8', timeout: 30_000 });
  assert.equal(status, 0, stdout);
});

test('check-config names file, line, key and reason', LIMIT, () => inDirectory((directory) => {
  const file = join(directory, 'bad.json');
  writeFileSync(file, '{\n  "radio": { "centre": "100M" },\n  "spectrum": { "fft": 3 }\n}\n');
  const bad = run('check-config', file);
  assert.equal(bad.status, 64);
  assert.ok(bad.stdout.includes(`${file}:2: radio.centre: unknown key; did you mean radio.center?`), bad.stdout);
  assert.ok(bad.stdout.includes(`${file}:3: spectrum.fft:`), bad.stdout);
  writeFileSync(file, '{ "radio": { "center": "144.5M" } } // fine\n');
  assert.equal(run('check-config', file).status, 0);
}));

test('SIGTERM ends it within two seconds, and closes its clients properly', LIMIT, async () => {
  const program = await startProgram();
  const socket = new WebSocket(`${program.url.replace('http', 'ws')}ws`, 'spectrum.v1');
  await new Promise((done) => socket.once('message', done));
  const closed = new Promise((done) => socket.once('close', done));
  const started = Date.now();
  const { code } = await program.stop('SIGTERM');
  assert.equal(code, 0, program.log);
  assert.ok(Date.now() - started < 2000, `${Date.now() - started} ms`);
  assert.equal(await closed, 1001);
});

test('SIGHUP takes over a new configuration, and keeps the old one if the new one does not work', LIMIT, () => inDirectory(async (directory) => {
  const file = join(directory, 'spectrumd.json');
  writeFileSync(file, '{ "source": "sim", "radio": { "center": "100M" } }');
  const program = await startProgram(['--config', file]);
  const center = async () => (await program.get('api/v1/status')).source.center_hz;
  writeFileSync(file, '{ "source": "sim", "radio": { "center": "144.4M" }, "spectrum": { "fft": 1024 } }');
  program.signal('SIGHUP');
  await eventually(async () => (await center()) === 144.4e6, 'the new center');
  assert.equal((await program.get('api/v1/tuning')).tuning.fft, 1024);
  for (const bad of ['{ "radio": { "center": "somewhere" } }', '{ "source": "file:/nowhere.cu8" }', '{ "spectrum": { "fft": 4194304 } }', 'not JSON']) {
    const before = program.log.length;
    writeFileSync(file, bad);
    program.signal('SIGHUP');
    await eventually(() => program.log.slice(before).includes('keeping the current configuration'), `the refusal of ${bad}`);
    assert.equal(await center(), 144.4e6);
  }
  const rows = (await program.get('api/v1/status')).rows.sequence;
  await eventually(async () => (await program.get('api/v1/status')).rows.sequence > rows, 'rows keep coming');
  await program.stop();
}));

test('SIGHUP takes over the radio and the server together, or nothing', LIMIT, () => inDirectory(async (directory) => {
  const file = join(directory, 'spectrumd.json');
  const write = (radio, fft, connections, source = 'sim') => writeFileSync(file, JSON.stringify(
    { source, radio, spectrum: { fft }, server: { listen: '127.0.0.1:0', connections } }));
  write({ gain: 10 }, 4096, 100);
  const program = await startProgram(['--config', file], {}, []);
  write({ gain: 20 }, 8192, 101, 'file:/nowhere.cu8');
  program.signal('SIGHUP');
  await eventually(() => program.log.includes('keeping the current configuration'), 'the refusal');
  const { tuning: before } = await program.get('api/v1/tuning'); // the server is still where it was
  assert.deepEqual([before.gain, before.fft], [10, 4096]);
  assert.equal((await program.get('api/v1/config')).server.connections, 100);
  write({ gain: 20 }, 8192, 101);
  program.signal('SIGHUP');
  await eventually(() => program.log.includes('configuration applied: radio, spectrum, server'), 'the reload');
  await program.stop();
}));

test('a reload of the server side closes its clients and takes effect at the same address', LIMIT, () => inDirectory(async (directory) => {
  const file = join(directory, 'spectrumd.json');
  const free = await startProgram();
  await free.stop();
  const listen = `"listen": "127.0.0.1:${free.port}"`;
  writeFileSync(file, `{ "source": "sim", "server": { ${listen} } }`);
  const program = await startProgram(['--config', file], {}, []);
  const socket = new WebSocket(`${program.url.replace('http', 'ws')}ws`, 'spectrum.v1');
  const closed = new Promise((done) => socket.once('close', done));
  await new Promise((done) => socket.once('message', done));
  writeFileSync(file, `{ "source": "sim", "server": { ${listen}, "token": "a-token-of-sixteen-letters" } }`);
  program.signal('SIGHUP');
  assert.equal(await closed, 1001);
  await eventually(async () => (await fetch(new URL('api/v1/status', program.url)).catch(() => ({}))).status === 401, 'the token is asked for');
  await program.stop();
}));

test('systemd gets readiness, state, a live watchdog, and the end', LIMIT, () => inDirectory(async (directory) => {
  // Node has no datagram sockets of AF_UNIX: Python listens and prints what comes.
  const { spawn } = await import('node:child_process');
  const path = join(directory, 'notify');
  const listener = spawn('/usr/bin/python3', ['-u', '-c', `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind(sys.argv[1]); print('bound')
while True: print(s.recv(4096).decode().replace('\\n', ' '))`, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let received = '';
  listener.stdout.on('data', (piece) => (received += piece));
  await eventually(() => received.includes('bound'), 'the socket');
  const program = await startProgram([], { NOTIFY_SOCKET: path, WATCHDOG_USEC: '20000000' });
  await eventually(() => /READY=1/.test(received), 'READY');
  await eventually(() => (received.match(/WATCHDOG=1/g) ?? []).length >= 3, 'three signs of life');
  await eventually(() => /STATUS=sim streaming at 100MHz/.test(received), `a status line in ${received}`);
  await program.stop('SIGTERM');
  await eventually(() => /STOPPING=1/.test(received), 'STOPPING');
  listener.kill();
}));

test('after kill -9 it starts again at once at the same address', LIMIT, async () => {
  const first = await startProgram();
  await eventually(async () => (await first.get('api/v1/status')).rows.sequence > 5, 'rows');
  await first.stop('SIGKILL');
  const second = await startProgram(['--listen', `127.0.0.1:${first.port}`]);
  await eventually(async () => (await second.get('api/v1/status')).rows.sequence > 0, 'rows again');
  await second.stop();
});

test('a recording is counted to its last sample and stays to be looked at', LIMIT, () => inDirectory(async (directory) => {
  const file = join(directory, 'tone.cu8');
  const samples = 300_001;
  const bytes = Buffer.alloc(2 * samples);
  for (let n = 0; n < samples; ++n) {
    bytes[2 * n] = Math.round(127.5 + 63.75 * Math.cos((Math.PI / 2) * n));
    bytes[2 * n + 1] = Math.round(127.5 + 63.75 * Math.sin((Math.PI / 2) * n));
  }
  writeFileSync(file, bytes);
  const program = await startProgram(['--source', `file:${file}`, '--file-paced', 'false', '--rate', '1M', '--center', '7M', '--fft', '1024']);
  const { samples: counts } = await eventually(async () => {
    const status = await program.get('api/v1/status');
    return status.source.state === 'ended' && status.samples.received === samples && status;
  }, 'the end of the recording');
  assert.equal(counts.received, counts.processed + counts.dropped + counts.discarded);
  assert.equal(counts.discarded, samples % 1024);
  const { peaks: [peak] } = await program.get('api/v1/peaks?count=1');
  assert.ok(Math.abs(peak.frequency_hz - 7.25e6) < 1, JSON.stringify(peak));
  assert.ok(Math.abs(peak.level_db + 6.02) < 0.1, JSON.stringify(peak));
  await program.stop();
}));
