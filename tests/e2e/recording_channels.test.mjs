// SPDX-License-Identifier: MIT
// Recordings of channels, as an operator has them: IQ for other programs, overs of a station, the seconds before.

import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REAL, eventually, startProgram } from './program.mjs';

const LIMIT = { timeout: 120_000 };
const CARRIER_HZ = 100_300_000, KEYED_HZ = 100_100_000;
const PULSE_S = 1.2, PAUSE_S = 1;
const SCENE = { noise: -105, signals: [
  { kind: 'carrier', frequency: CARRIER_HZ, level: -20 },
  { kind: 'ook', frequency: KEYED_HZ, level: -20, pulses: [PULSE_S * 1e6, PAUSE_S * 1e6], pause: 0.5 }] };

/** Runs the program with a scene and a folder for recordings, gone afterwards. */
async function withProgram(work) {
  const directory = mkdtempSync(join(tmpdir(), 'spectrumd-'));
  const scene = join(directory, 'scene.json'), folder = join(directory, 'recordings');
  writeFileSync(scene, JSON.stringify(SCENE));
  const program = await startProgram(['--sim-scene', scene, '--recordings', folder, '--disk-floor', '0']);
  program.folder = folder;
  try {
    await work(program);
  } finally {
    await program.stop();
    rmSync(directory, { recursive: true });
  }
}

async function record(program, body, path = 'api/v1/recordings') {
  const response = await fetch(new URL(path, program.url),
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const answer = await response.json();
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer;
}
const stop = (program, name) => record(program, { name }, 'api/v1/recordings/stop');
const recordings = async (program) => (await program.get('api/v1/recordings')).recordings;
const ended = (program, name) => eventually(async () =>
  (await recordings(program)).find((it) => it.name === name && it.state === 'ended'), `the end of ${name}`);

/** The frequency of a complex tone, and its level in dBFS. @param {Int16Array} samples @param {number} rate */
function tone(samples, rate) {
  let re = 0, im = 0, power = 0;
  for (let n = 2; n < samples.length; n += 2) {
    re += samples[n] * samples[n - 2] + samples[n + 1] * samples[n - 1];
    im += samples[n + 1] * samples[n - 2] - samples[n] * samples[n - 1];
    power += samples[n] ** 2 + samples[n + 1] ** 2;
  }
  return { hertz: Math.atan2(im, re) / 2 / Math.PI * rate, level: 10 * Math.log10(power / (samples.length / 2 - 1) / 32767 ** 2) };
}

test('IQ of a channel is a pair of SigMF files with the carrier where it belongs', LIMIT, () => withProgram(async (program) => {
  const { name, kind } = await record(program, { center: CARRIER_HZ - 2000, rate: '24k', seconds: 1, description: 'a carrier' });
  assert.equal(kind, 'iq');
  const facts = await ended(program, name);
  assert.equal(facts.samples, 24_000);
  assert.equal(facts.lost, 0);
  const { global, captures } = JSON.parse(readFileSync(join(program.folder, `${name}.sigmf-meta`), 'utf8'));
  assert.equal(global['core:datatype'], 'ci16_le');
  assert.equal(global['core:sample_rate'], 24_000);
  assert.equal(global['core:description'], 'a carrier');
  assert.equal(captures.length, 1);
  assert.equal(captures[0]['core:frequency'], CARRIER_HZ - 2000);
  const response = await fetch(new URL(`api/v1/recordings/data?name=${name}`, program.url));
  const samples = new Int16Array(await response.arrayBuffer());
  assert.equal(samples.length, 48_000);
  const { hertz, level } = tone(samples.subarray(9600), 24_000);
  assert.ok(Math.abs(hertz - 2000) < 1, `${hertz}`);
  assert.ok(Math.abs(level + 20) < 0.2, `${level}`);
}));

test('each over of a station is a file of Opus, and what is too short is none', LIMIT, () => withProgram(async (program) => {
  const wanted = { center: KEYED_HZ, mode: 'am', squelch_db: -40, split: true, format: 'opus' };
  const { name } = await record(program, wanted);
  const { name: choosy } = await record(program, { ...wanted, format: 'wav', shortest: PULSE_S + 0.5 });
  await eventually(async () => (await recordings(program)).find((it) => it.name === name)?.overs >= 3, 'three overs');
  await stop(program, choosy);
  await stop(program, name);
  await eventually(async () => !(await recordings(program)).some((it) => it.overs !== undefined), 'the end of both');
  const all = await recordings(program);
  assert.ok(all.length >= 3 && all.every((it) => it.kind === 'sound' && it.mode === 'am' && it.format === 'opus'), JSON.stringify(all));
  const whole = all.slice(1, -1); // the first may have begun before, the last was cut off
  for (const over of whole) {
    assert.ok(Math.abs(over.seconds - PULSE_S) < 0.2, `${over.name}: ${over.seconds} s`);
    const file = join(program.folder, over.name);
    const info = spawnSync('opusinfo', [file], { encoding: 'utf8' });
    assert.match(info.stdout, new RegExp(`FREQUENCY=${KEYED_HZ}`));
    assert.match(info.stdout, /MODE=am/);
    assert.doesNotMatch(info.stdout + info.stderr, /WARNING|ERROR/);
    const decoded = spawnSync('opusdec', ['--quiet', '--rate', '48000', file, `${file}.wav`], { encoding: 'utf8' });
    assert.equal(decoded.status, 0, decoded.stderr);
    assert.ok(Math.abs(statSync(`${file}.wav`).size / 96_000 - over.seconds) < 0.05);
    rmSync(`${file}.wav`);
  }
  const starts = whole.map((over) => Date.parse(over.started) / 1000);
  for (let n = 1; n < starts.length; ++n) assert.ok(Math.abs((starts[n] - starts[n - 1]) % (PULSE_S + PAUSE_S + 0.5)) < 0.3 ||
    Math.abs((starts[n] - starts[n - 1]) % (PULSE_S + PAUSE_S + 0.5) - (PULSE_S + PAUSE_S + 0.5)) < 0.3, `${starts}`);
}));

test('a recording begins before it was asked for', LIMIT, () => withProgram(async (program) => {
  await eventually(async () => (await program.get('api/v1/status')).samples.received > 2 * 2_400_000, 'two seconds');
  for (const what of [{}, { center: CARRIER_HZ, mode: 'nfm' }]) {
    let asked, name;
    for (let tries = 0; tries < 20; ++tries) {
      asked = Date.now();
      ({ name } = await record(program, { seconds: 2, before: 1.5, ...what }));
      if (Date.now() - asked < 400) break; // else the machine was busy, and the program was asked later than we know
      await ended(program, name);
    }
    const facts = await ended(program, name);
    assert.equal(facts.seconds, 2);
    assert.equal(facts.lost, 0);
    assert.equal(facts.captures, 1);
    assert.ok(Date.parse(facts.started) <= asked - 1000, `${name}: ${facts.started}, asked at ${new Date(asked).toISOString()}`);
  }
}));

test('kill -9: the sound can be played up to a second before', LIMIT, () => withProgram(async (program) => {
  const { name: wav } = await record(program, { center: CARRIER_HZ, mode: 'am' });
  const { name: opus } = await record(program, { center: CARRIER_HZ, mode: 'usb', format: 'opus' });
  await eventually(async () => (await recordings(program)).every((it) => it.seconds > 3), 'three seconds');
  await program.stop('SIGKILL');
  assert.deepEqual(readdirSync(program.folder).sort(), [wav, opus].sort());
  const header = readFileSync(join(program.folder, wav));
  const data = header.indexOf('data');
  const bytes = header.readUInt32LE(data + 4);
  assert.ok(bytes >= 2 * 2 * 24_000 * 0.95 && data + 8 + bytes <= header.length, `${bytes}`);
  const decoded = spawnSync('opusdec', ['--quiet', join(program.folder, opus), join(program.folder, 'x.wav')], { encoding: 'utf8' });
  assert.equal(decoded.status, 0, decoded.stderr);
  assert.ok(statSync(join(program.folder, 'x.wav')).size > 2 * 2 * 24_000);
}));

test('quit ends all of them properly', LIMIT, () => withProgram(async (program) => {
  const names = [];
  for (const wanted of [{}, { center: CARRIER_HZ }, { center: CARRIER_HZ, mode: 'nfm' }, { center: CARRIER_HZ, mode: 'wfm', format: 'opus' }])
    names.push((await record(program, wanted)).name);
  await eventually(async () => (await recordings(program)).every((it) => it.seconds > 0.5), 'half a second');
  assert.deepEqual(await program.stop('SIGTERM'), { code: 0, signal: null });
  const info = spawnSync('opusinfo', [join(program.folder, names[3])], { encoding: 'utf8' });
  assert.doesNotMatch(info.stdout + info.stderr, /WARNING|ERROR/);
  const wav = readFileSync(join(program.folder, names[2]));
  assert.equal(wav.readUInt32LE(4) + 8, wav.length);
}));

/** Runs `spectrumd record` to its end, in a folder with the scene that is gone afterwards. */
function withRecord(flags, check) {
  const directory = mkdtempSync(join(tmpdir(), 'spectrumd-'));
  const scene = join(directory, 'scene.json');
  writeFileSync(scene, JSON.stringify(SCENE));
  try {
    check(spawnSync(REAL, ['record', ...flags, '--json', '--source', 'sim', '--sim-scene', scene, '--disk-floor', '0'],
      { cwd: directory, encoding: 'utf8', timeout: 60_000 }), directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test('the command records samples of a channel', LIMIT, () => withRecord(
  ['carrier', '--center', String(CARRIER_HZ - 2000), '--mode', 'iq', '--output-rate', '24k', '--duration', '1s'], ({ status, stdout, stderr }, directory) => {
    assert.equal(status, 0, stderr);
    const said = JSON.parse(stdout);
    assert.equal(said.data, 'carrier.sigmf-data');
    assert.deepEqual([said.samples + said.lost, said.seconds + said.lost / 24e3], [24_000, 1]);
    const meta = JSON.parse(readFileSync(join(directory, 'carrier.sigmf-meta'), 'utf8'));
    assert.equal(meta.captures[0]['core:frequency'], CARRIER_HZ - 2000);
    const bytes = readFileSync(join(directory, 'carrier.sigmf-data'));
    const { hertz, level } = tone(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1).subarray(4800), 24e3);
    assert.ok(Math.abs(hertz - 2000) < 1 && Math.abs(level + 20) < 0.1, `${hertz} Hz, ${level} dBFS`);
  }));

test('the command records sound, and a file for each over', LIMIT, () => {
  withRecord(['x', '--center', String(CARRIER_HZ - 1000), '--mode', 'usb', '--duration', '1s'], ({ status, stdout, stderr }, directory) => {
    assert.equal(status, 0, stderr);
    assert.equal(JSON.parse(stdout).data, 'x.wav');
    const bytes = readFileSync(join(directory, 'x.wav'));
    assert.equal(bytes.toString('latin1', 0, 4), 'RIFF');
    assert.equal(bytes.readUInt32LE(24), 24_000);
  });
  withRecord(['.', '--center', String(KEYED_HZ), '--mode', 'am', '--squelch', '-50', '--split', '--format', 'opus', '--duration', '6s'], ({ status, stdout, stderr }, directory) => {
    assert.equal(status, 0, stderr);
    const overs = readdirSync(directory).filter((name) => name.endsWith('_am.opus'));
    assert.ok(overs.length >= 2, `${overs}: in six seconds are at least two whole overs`);
    assert.equal(JSON.parse(stdout).files, overs.length);
  });
});

test('the command refuses what belongs together and is not', LIMIT, () => {
  for (const [flags, text] of [[['--squelch', '-50'], /add a --mode/], [['--mode', 'iq', '--split'], /belong to sound/],
    [['--mode', 'am', '--shortest', '1s'], /belongs to --split/], [['--mode', 'dmr'], /"dmr" is not one of/], [['--mode', 'am', '--format', 's16'], /not one of wav, opus/]])
    withRecord(['x', '--center', String(CARRIER_HZ), ...flags], ({ status, stderr }, directory) => {
      assert.equal(status, 64, stderr);
      assert.match(stderr, text);
      assert.deepEqual(readdirSync(directory), ['scene.json']);
    });
});
