// SPDX-License-Identifier: MIT
// `spectrumd channel`: what it writes, against the scene; what it refuses.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { REAL } from './program.mjs';

const SCENE = fileURLToPath(new URL('measure.scene.json', import.meta.url));
const CARRIER_HZ = 100.30021e6, CARRIER_DB = -20;
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'spectrumd-channel-'));
after(() => rmSync(folder, { recursive: true }));

/** Runs it to its end. */
function channel(...flags) {
  return run(REAL, ['channel', '--source', 'sim', '--sim-scene', SCENE, ...flags], { encoding: 'buffer', timeout: 60_000 })
    .then(({ stdout, stderr }) => ({ status: 0, stdout, stderr }), ({ code, stdout, stderr }) => ({ status: code, stdout, stderr }));
}

/** Power at a frequency, decibels; a complex tone of amplitude 1 has 0. @param {{re: number, im: number}[]} points */
function levelAt(points, hertz, rate) {
  let re = 0, im = 0;
  points.forEach((point, index) => {
    const turn = (-2 * Math.PI * hertz * index) / rate;
    re += point.re * Math.cos(turn) - point.im * Math.sin(turn);
    im += point.re * Math.sin(turn) + point.im * Math.cos(turn);
  });
  return 20 * Math.log10(Math.hypot(re, im) / points.length);
}

const soundOf = (bytes) => Array.from(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1), (value) => ({ re: value / 32768, im: 0 }));

test('samples go to standard output, at their rate, with the level of the scene', async () => {
  const { status, stdout, stderr } = await channel('--center', String(CARRIER_HZ - 1000), '--mode', 'iq', '--output-rate', '8k', '--duration', '2s');
  assert.equal(status, 0, stderr.toString());
  const frames = stdout.length / 4;
  assert.ok(frames >= 16_000 && frames < 24_000, `${frames} samples`);
  const points = [];
  for (let frame = 4000; frame < 12_000; ++frame)
    points.push({ re: stdout.readInt16LE(4 * frame) / 32767, im: stdout.readInt16LE(4 * frame + 2) / 32767 });
  assert.ok(Math.abs(levelAt(points, 1000, 8000) - CARRIER_DB) < 0.1, `${levelAt(points, 1000, 8000)} dBFS`);
  assert.ok(levelAt(points, -1000, 8000) < -80);
});

test('sound goes to a file; its options are those of the API', async () => {
  const kinds = [['--no-agc'], [], ['--auto-notch']];
  const levels = await Promise.all(kinds.map(async (options, kind) => {
    const file = join(folder, `${kind}.wav`);
    const { status, stderr } = await channel('--center', String(CARRIER_HZ - 1000), '--mode', 'usb', '--duration', '4s', '--out', file, ...options);
    assert.equal(status, 0, stderr.toString());
    const bytes = readFileSync(file);
    assert.equal(bytes.toString('latin1', 0, 4), 'RIFF');
    assert.equal(bytes.readUInt32LE(24), 24_000);
    const sound = soundOf(bytes.subarray(bytes.indexOf('data') + 8)).slice(60_000, 84_000);
    assert.equal(sound.length, 24_000);
    return levelAt(sound, 1000, 24_000);
  }));
  const [plain, louder, notched] = levels;
  assert.ok(louder > plain + 6, `the AGC: ${levels}`);
  assert.ok(notched < louder - 20, `the notch: ${levels}`);
});

test('it ends when the program that reads it ends', async () => {
  const child = spawn(REAL, ['channel', '--source', 'sim', '--center', '99.3M'], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((done) => child.once('exit', done));
  assert.equal(code, 0);
});

test('what cannot be is refused, with a reason and status 64', async () => {
  for (const [flags, text] of [
    [['--mode', 'dmr'], /--mode: "dmr" is not one of iq, am/],
    [['--format', 'mp3'], /--format: "mp3" is not one of wav/],
    [['--noise-reduction', '99'], /noise reduction in dB: 99 is outside 0 to 30/],
    [['--mode', 'am', '--noise-squelch', '9'], /only nfm has one/],
    [['--squelch', 'loud'], /--squelch/],
  ]) {
    const { status, stderr } = await channel('--center', '100M', ...flags);
    assert.match(stderr.toString(), text, flags.join(' '));
    assert.equal(status, 64);
  }
});
