// SPDX-License-Identifier: MIT
// Recordings as an operator has them: made by command and by API, cut off by kill -9, stopped by a full disk.

import test from 'node:test';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REAL, eventually, startProgram } from './program.mjs';

const LIMIT = { timeout: 300_000 };
const KILLS = Number(process.env.KILLS ?? 3);
const RATE = 2_400_000;

/** A directory for one test, gone after it. */
async function inDirectory(work) {
  const directory = mkdtempSync(join(tmpdir(), 'spectrumd-'));
  try {
    await work(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const metadata = (stem) => JSON.parse(readFileSync(`${stem}.sigmf-meta`, 'utf8'));
const post = async (program, path, body) => (await fetch(new URL(path, program.url),
  { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();

test('spectrumd record writes the seconds that were asked for', LIMIT, () => inDirectory((directory) => {
  const stem = join(directory, 'x');
  const { status, stdout } = spawnSync(REAL, ['record', stem, '--source', 'sim', '--duration', '0.5s', '--center', '101M', '--json'], { encoding: 'utf8' });
  assert.equal(status, 0);
  const said = JSON.parse(stdout);
  assert.equal(said.samples, RATE / 2);
  assert.equal(said.lost, 0);
  assert.equal(statSync(`${stem}.sigmf-data`).size, RATE);
  assert.equal(metadata(stem).captures[0]['core:frequency'], 101e6);
  const again = spawnSync(REAL, ['record', stem, '--source', 'sim'], { encoding: 'utf8' });
  assert.equal(again.status, 64);
  assert.match(again.stderr, /File exists/);
}));

test('a sweep is not recorded, and it is said why', LIMIT, () => inDirectory(async (directory) => {
  const { status, stderr } = spawnSync(REAL, ['record', join(directory, 'x'), '--source', 'sim', '--span', '88M:108M'], { encoding: 'utf8' });
  assert.equal(status, 64);
  assert.match(stderr, /span: wider than the radio receives at once; record a --center/);
  const program = await startProgram(['--recordings', directory, '--disk-floor', '0', '--span', '98M:103M']);
  const { error } = await post(program, 'api/v1/recordings', {});
  assert.equal(error.code, 'sweeping');
  assert.match(error.message, /tune it to a center first/);
  await program.stop();
  assert.deepEqual(readdirSync(directory), []);
}));

test('a signal ends it, and everything is there', LIMIT, () => inDirectory(async (directory) => {
  const stem = join(directory, 'x');
  const child = spawn(REAL, ['record', stem, '--source', 'sim', '--json'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.on('data', (piece) => (said += piece));
  const ended = new Promise((done) => child.once('close', done));
  await eventually(() => { try { return statSync(`${stem}.sigmf-data`).size > RATE; } catch { return false; } }, 'half a second');
  child.kill('SIGINT');
  assert.equal(await ended, 0);
  assert.equal(statSync(`${stem}.sigmf-data`).size, 2 * JSON.parse(said).samples);
}));

test('a second stop changes nothing, and a FIFO in the folder blocks nothing', LIMIT, () => inDirectory(async (directory) => {
  const program = await startProgram(['--recordings', directory, '--disk-floor', '0']);
  const { name } = await post(program, 'api/v1/recordings', { seconds: 0.1 });
  const ended = await eventually(async () => {
    const { recordings: [it] } = await program.get('api/v1/recordings');
    return it.state === 'ended' && it;
  }, 'its end');
  for (let n = 0; n < 2; ++n) assert.deepEqual(await post(program, 'api/v1/recordings/stop', { name }), ended);
  for (const file of ['x.sigmf-meta', 'y.sigmf-data']) assert.equal(spawnSync('mkfifo', [join(directory, file)]).status, 0);
  assert.equal((await program.get('api/v1/recordings')).recordings.length, 1);
  const answer = await fetch(new URL('api/v1/recordings/meta?name=x', program.url), { signal: AbortSignal.timeout(60_000) });
  assert.equal(answer.status, 404);
  assert.deepEqual(await program.stop('SIGTERM'), { code: 0, signal: null });
}));

test(`kill -9, ${KILLS} times: what was received up to a second before can be read`, LIMIT, () => inDirectory(async (directory) => {
  const lost = [], lostOfSpectrum = [];
  for (let n = 0; n < KILLS; ++n) {
    const program = await startProgram(['--recordings', directory, '--disk-floor', '0']);
    const { name } = await post(program, 'api/v1/recordings', {});
    await new Promise((done) => setTimeout(done, 300 + 1700 * Math.random()));
    // The retunes: the place of a sample in the files must say where it was received.
    if (n % 2) await fetch(new URL('api/v1/tuning', program.url),
      { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{"center": "100.5M"}' });
    await new Promise((done) => setTimeout(done, 200 * Math.random()));
    // On a busy machine the radio itself is late, so what counts is what was received.
    const { time, duration_seconds } = await eventually(async () => {
      const row = await program.get('api/v1/spectrum');
      return row.time && row;
    }, 'the first row');
    process.kill(program.pid, 'SIGKILL');
    const killed = Date.now();
    await program.exited;
    const { captures } = metadata(join(directory, name));
    const samples = Math.floor(statSync(join(directory, `${name}.sigmf-data`)).size / 2);
    const last = captures.filter((capture) => capture['core:sample_start'] <= samples).at(-1);
    const until = Date.parse(last['core:datetime']) + (samples - last['core:sample_start']) / RATE * 1000;
    lost.push(killed - until);
    lostOfSpectrum.push(Date.parse(time) + duration_seconds * 1000 - until);
    const replay = spawnSync(REAL, ['record', join(directory, `replay${n}`), '--source', `file:${join(directory, name)}.sigmf-meta`, '--file-paced', 'false', '--disk-floor', '0', '--json'], { encoding: 'utf8' });
    assert.equal(replay.status, 0, replay.stderr);
    assert.equal(JSON.parse(replay.stdout).samples, samples);
    for (const file of readdirSync(directory)) if (file.startsWith('replay')) rmSync(join(directory, file));
  }
  lost.sort((a, b) => a - b);
  console.log(`lost before the kill, ms: median ${lost[KILLS >> 1].toFixed(0)}, most ${lost.at(-1).toFixed(0)}`);
  assert.ok(Math.max(...lostOfSpectrum) <= 1000, `${lostOfSpectrum}, before the kill ${lost}`);
  const program = await startProgram(['--recordings', directory]);
  const { recordings } = await program.get('api/v1/recordings');
  assert.equal(recordings.length, KILLS);
  assert.ok(readdirSync(directory).every((file) => !file.endsWith('.tmp')));
  await program.stop();
}));

test('a full disk ends the recording, not the spectrum', LIMIT, () => inDirectory(async (directory) => {
  // Files may not grow beyond 16 MiB, which is 3.5 s of samples; the rings, which count as files, have fewer.
  const child = spawn('bash', ['-c', `ulimit -f 16384; exec "$0" "$@"`, REAL, '--source', 'sim', '--listen', '127.0.0.1:0', '--recordings', directory, '--recordings-buffer', '2', '--disk-floor', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.on('data', (piece) => (said += piece));
  await eventually(() => said.endsWith('\n'), 'the address');
  const url = `${said.split(' ')[0]}/`;
  const program = { url, get: async (path) => (await fetch(new URL(path, url))).json() };
  const { name } = await post(program, 'api/v1/recordings', {});
  const recording = await eventually(async () => {
    const { recordings: [it] } = await program.get('api/v1/recordings');
    return it.state === 'failed' && it;
  }, 'its end');
  assert.match(recording.reason, /File too large/);
  assert.equal(recording.bytes, 16 << 20);
  assert.match(metadata(join(directory, name)).annotations.at(-1)['core:comment'], /File too large/);
  const { rows } = await program.get('api/v1/status');
  await eventually(async () => (await program.get('api/v1/status')).rows.sequence > rows.sequence + 5, 'rows keep coming');
  child.kill('SIGKILL');
}));
