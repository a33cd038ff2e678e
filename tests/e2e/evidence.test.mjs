// SPDX-License-Identifier: MIT
// The evidence of an alarm, opened by nothing of this program: samples that contain the burst from before it was
// recognized, a table of rows, a picture, facts.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { eventually, startProgram } from './program.mjs';

const LIMIT = { timeout: 240_000 };
const BURST_HZ = 100_123_400, BURST_S = 1.5, BURST_DBFS = -20;
const BEFORE_S = 0.4, LEAST_S = 1; // recognized long after its beginning
const folder = mkdtempSync(join(tmpdir(), 'spectrumd-evidence-'));
const recordings = join(folder, 'recordings');

let program, alarm;
before(async () => {
  writeFileSync(join(folder, 'scene.json'), JSON.stringify({ noise: -105, signals: [
    { kind: 'ook', frequency: BURST_HZ, level: BURST_DBFS, pulses: [BURST_S * 1e6, 1e6], pause: 8 },
    { kind: 'carrier', frequency: BURST_HZ + 300_000, level: -10 }] }));
  program = await startProgram(['--sim-scene', join(folder, 'scene.json'), '--watch', join(folder, 'watch'),
    '--recordings', recordings, '--disk-floor', '0', '--ring-seconds', '5']);
  const rule = { kind: 'appear', from_hz: BURST_HZ - 20_000, to_hz: BURST_HZ + 20_000, least_seconds: LEAST_S, gone_seconds: 1,
    actions: { iq_seconds: 1, iq_before_seconds: BEFORE_S } };
  await fetch(new URL('api/v1/rules', program.url),
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(rule) });
  // The first may have begun before the samples that are kept.
  alarm = await eventually(async () => (await program.get('api/v1/events/log')).events.find((event) =>
    event.id > 1 && event.end && event.evidence.length === 4 && event.recording), 'an alarm with evidence', 120_000);
  await eventually(async () => (await program.get('api/v1/recordings')).recordings.every((it) => it.state === 'ended' || it.name !== alarm.recording),
    'the end of its recording');
}, LIMIT);
after(async () => {
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const evidence = async (file) => Buffer.from(await (await fetch(new URL(`api/v1/events/log/${alarm.id}/${file}`, program.url))).arrayBuffer());

/** The amplitude of one frequency in complex samples: one line of a Fourier transform. */
function amplitudeAt(samples, first, count, hertz, rate) {
  let re = 0, im = 0;
  for (let n = 0; n < count; ++n) {
    const angle = -2 * Math.PI * hertz * n / rate, [i, q] = samples.subarray(2 * (first + n), 2 * (first + n) + 2);
    re += i * Math.cos(angle) - q * Math.sin(angle);
    im += i * Math.sin(angle) + q * Math.cos(angle);
  }
  return 20 * Math.log10(Math.hypot(re, im) / count / 32767 + 1e-9);
}

test('the samples begin before the burst and have it at its frequency and level', LIMIT, () => {
  const meta = JSON.parse(readFileSync(join(recordings, `${alarm.recording}.sigmf-meta`), 'utf8'));
  const bytes = readFileSync(join(recordings, `${alarm.recording}.sigmf-data`));
  const { 'core:datatype': type, 'core:sample_rate': rate } = meta.global;
  assert.equal(type, 'ci16_le');
  const [capture] = meta.captures;
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  const step = Math.round(rate / 50); // of 20 ms: a resolution of 50 Hz
  const offset = BURST_HZ - capture['core:frequency'];
  const levels = [];
  for (let first = 0; 2 * (first + step) <= samples.length; first += step) levels.push(amplitudeAt(samples, first, step, offset, rate));
  const on = levels.map((level) => level > BURST_DBFS - 6);
  const begin = on.indexOf(true), end = on.indexOf(false, begin);
  assert.ok(begin >= 0.2 * 50, `${begin / 50} s of samples before the burst: ${levels.map(Math.round)}`);
  assert.ok(Math.abs((end - begin) / 50 - BURST_S) < 0.05, `a burst of ${(end - begin) / 50} s`);
  const steady = levels.slice(begin + 2, end - 2);
  assert.ok(steady.every((level) => Math.abs(level - BURST_DBFS) < 0.5), `${steady}`);
  assert.ok(levels.slice(0, begin - 1).every((level) => level < BURST_DBFS - 40), 'silence before it');
  const began = Date.parse(capture['core:datetime']) / 1000 + begin / 50;
  assert.ok(Math.abs(began - Date.parse(alarm.begin) / 1000) < 0.1, `${began} and ${alarm.begin}`);
  // Elsewhere there is nothing: it is this frequency, to 100 Hz.
  const middle = (begin + 5) * step;
  for (const other of [-5000, -100, 100, 5000]) assert.ok(amplitudeAt(samples, middle, step, offset + other, rate) < BURST_DBFS - 25, `${other} Hz away`);
});

test('the rows are an array with the burst in its bin', LIMIT, async () => {
  const npy = await evidence('rows.npy'), facts = JSON.parse(await evidence('rows.json'));
  assert.equal(npy.toString('latin1', 1, 6), 'NUMPY');
  const head = npy.toString('latin1', 10, 10 + npy.readUInt16LE(8));
  const [rows, detectors, bins] = /'shape': \((\d+), (\d+), (\d+)\)/.exec(head).slice(1).map(Number);
  assert.match(head, /'descr': '<i2', 'fortran_order': False/);
  assert.deepEqual([rows, detectors], [facts.times.length, 2]);
  const bin = Math.round((BURST_HZ - facts.first_bin_hz) / facts.bin_hz), begin = 10 + head.length;
  assert.equal(npy.length, begin + 2 * rows * detectors * bins);
  const mean = (row) => npy.readInt16LE(begin + 2 * (row * detectors * bins + bin)) / 100;
  const since = (row) => (Date.parse(facts.times[row]) - Date.parse(alarm.begin)) / 1000;
  for (let row = 0; row < rows; ++row) {
    if (since(row) > 0.1 && since(row) < BURST_S - 0.2) assert.ok(Math.abs(mean(row) - BURST_DBFS) < 3, `${mean(row)} dB at ${since(row)} s`);
    if (since(row) > -6 && since(row) < -0.1) assert.ok(mean(row) < -60, `${mean(row)} dB at ${since(row)} s`);
  }
  assert.ok(since(0) < -6 && since(rows - 1) > 8, `from ${since(0)} to ${since(rows - 1)} s`);
});

test('the picture is a PNG whose pixels can be unpacked, the facts are those of the log', LIMIT, async () => {
  const png = await evidence('picture.png');
  assert.equal(png.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n');
  const parts = {};
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at), kind = png.toString('latin1', at + 4, at + 8), data = png.subarray(at + 8, at + 8 + length);
    if (zlib.crc32) assert.equal(zlib.crc32(png.subarray(at + 4, at + 8 + length)), png.readUInt32BE(at + 8 + length), kind);
    parts[kind] = Buffer.concat([parts[kind] ?? Buffer.alloc(0), data]);
    at += 12 + length;
  }
  const [width, height, depth, colour] = [parts.IHDR.readUInt32BE(0), parts.IHDR.readUInt32BE(4), parts.IHDR[8], parts.IHDR[9]];
  assert.ok(width >= 640 && height >= 240 && 'IEND' in parts);
  const bytesOfLine = Math.ceil(width * depth * { 0: 1, 2: 3, 3: 1, 6: 4 }[colour] / 8) + 1;
  assert.equal(zlib.inflateSync(parts.IDAT).length, bytesOfLine * height);
  const facts = JSON.parse(await evidence('event.json'));
  for (const key of ['id', 'rule', 'kind', 'begin', 'end', 'frequency_hz']) assert.equal(facts[key], alarm[key], key);
  assert.ok(Math.abs(facts.frequency_hz - BURST_HZ) < 600);
});
