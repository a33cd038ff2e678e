// SPDX-License-Identifier: MIT
// Sweeps of a known band: live, and as rtl_power's file.

import test, { afterEach } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REAL, eventually, startProgram } from './program.mjs';
import { withSticks } from './sticks.mjs';

const LIMIT = { timeout: 120_000 };
const SCENE = fileURLToPath(new URL('agreement.scene.json', import.meta.url));
const stop = [];
afterEach(() => Promise.all(stop.splice(0).map((program) => program.stop())));

const CARRIERS = [[100.3e6, -20], [99.7e6, -35], [100.6e6, -44.5], [99.0625e6, -27.3]];

test('a panorama has every carrier at its frequency and level, also one in the middle of a hop', LIMIT, async () => {
  // From 94.9 MHz the hops of 1.8 MHz stand at 95.8, 97.6, 99.4 ...; from 95.7 MHz one stands at 100.2, from 95.8 one on 100.3.
  for (const from of [94.9e6, 95.7e6, 95.8e6, 98.1625e6]) {
    const program = await startProgram(['--sim-scene', SCENE, '--span', `${from}:${from + 10e6}`]);
    stop.push(program);
    await eventually(async () => (await program.get('api/v1/status')).rows.sequence > 3, 'sweeps');
    const { peaks } = await program.get(`api/v1/peaks?count=20&from=${from}`);
    for (const [hz, db] of CARRIERS) {
      if (hz < from) continue;
      const peak = peaks.find(({ frequency_hz }) => Math.abs(frequency_hz - hz) < 600);
      assert.ok(peak, `${hz} from ${from}: ${JSON.stringify(peaks)}`);
      assert.ok(Math.abs(peak.level_db - db) < 0.1, `${hz} from ${from}: ${peak.level_db}`);
    }
    const status = await program.get('api/v1/status');
    assert.equal(status.sweep.hops, 6);
    assert.ok(status.sweep.revisit_seconds > 0.1 && status.sweep.revisit_seconds < 5, JSON.stringify(status.sweep));
  }
});

test('the filters of a stick leave no trace in a panorama: the noise is flat, carriers are as strong as they are', LIMIT, () => {
  // Hops of 1.8 MHz from 94.9 MHz: at 96.7, 98.5 ... are the joints, where the filters take 1.5 and 2.5 dB.
  const carriers = [[95.3e6, -20], [96.65e6, -26], [98.55e6, -23], [102.1e6, -17], [103.85e6, -26]];
  const scene = { noise: -88, signals: carriers.map(([hz, level]) => ({ kind: 'carrier', frequency: `${hz}`, level })) };
  return withSticks([{ filtered: true }], async (sticks) => {
    const program = await startProgram(['--source', 'rtlsdr', '--span', '94.9M:104.9M'], sticks.environment);
    stop.push(program);
    await eventually(async () => (await program.get('api/v1/status')).rows.sequence > 30, 'sweeps');
    const { rows } = await program.get('api/v1/history?since=-20&rows=1&bins=65536');
    const { levels, bin_hz: bin, center_hz: center, span_hz: span } = rows[0];
    const group = 128;
    const noise = [];
    for (let first = 0; first + group <= levels.length; first += group) {
      const at = (hz) => Math.round((hz - (center - span / 2)) / bin);
      if (carriers.some(([hz]) => at(hz) > first - 8 && at(hz) < first + group + 8)) continue;
      noise.push(meanOf(levels.slice(first, first + group)));
    }
    const mean = meanOf(noise);
    const off = noise.map((level) => Math.abs(level - mean));
    console.log(`# noise within ${Math.max(...off).toFixed(2)} dB of its mean over ${noise.length} stretches of ${(group * bin / 1e3).toFixed(0)} kHz`);
    assert.ok(Math.max(...off) < 0.3, `${noise.map((level) => level.toFixed(1))}`);
    const { peaks } = await program.get('api/v1/peaks?count=20');
    for (const [hz, db] of carriers) {
      const peak = peaks.find(({ frequency_hz: seen }) => Math.abs(seen - hz) < 1500);
      assert.ok(peak && Math.abs(peak.level_db - db) < 0.2, `${hz}: ${JSON.stringify(peak)}`);
    }
  }, scene);
});

const BAND = { noise: -100, signals: [{ kind: 'carrier', frequency: '100.1M', level: -20 }, { kind: 'carrier', frequency: '96.3M', level: -35 }] };
const meanOf = (levels) => 10 * Math.log10(levels.reduce((sum, db) => sum + 10 ** (db / 10), 0) / levels.length);

/** The lines of a file, read as heatmap.py and its kin do. */
const linesOf = (file) => readFileSync(file, 'utf8').trim().split('\n').map((line) => line.split(', '));

test('side by side with rtl_power: the same rows, columns and frequencies, levels within 0.2 dB', LIMIT, () => withSticks([{}], async (sticks) => {
  const env = { ...process.env, ...sticks.environment };
  const run = (program, flags) => spawnSync(program, flags, { env, stdio: ['ignore', 'ignore', openSync(join(sticks.folder, 'said'), 'w')], timeout: 30_000 });
  // What is narrower than 1 MHz is left out: of every three transforms there rtl_power has one that is mostly empty.
  for (const range of ['88M:108M:10k', '88M:98M:1M', '140M:146M:100k']) {
    const flags = ['-f', range, '-i', '2', '-1', '-g', '20'];
    const [theirs, ours] = ['theirs', 'ours'].map((name) => join(sticks.folder, name));
    assert.equal(run('rtl_power', [...flags, theirs]).status, 0);
    assert.equal(run(REAL, ['sweep', '--compat', ...flags, ours]).status, 0);
    const [rows, expected] = [linesOf(ours), linesOf(theirs)];
    assert.equal(rows.length, expected.length);
    rows.forEach((row, n) => {
      assert.match(row.slice(0, 2).join(' '), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      assert.deepEqual(row.slice(2, 5), expected[n].slice(2, 5));
      assert.equal(row.length, expected[n].length);
      const off = meanOf(row.slice(6).map(Number)) - meanOf(expected[n].slice(6).map(Number));
      assert.ok(Math.abs(off) < 0.2, `${range}, hop ${n}: ${off} dB`);
    });
  }
}, BAND));

test('where a daemon has the stick, its rows are taken', LIMIT, async () => {
  const program = await startProgram(['--sim-scene', SCENE, '--span', '98M:102M']);
  stop.push(program);
  await eventually(async () => (await program.get('api/v1/status')).rows.sequence > 3, 'sweeps');
  const ask = (range) => spawnSync(REAL, ['sweep', '-f', range, '-i', '1', '-1', '--daemon', '--listen', `127.0.0.1:${program.port}`], { encoding: 'utf8', timeout: 30_000 });
  const { status, stdout } = ask('99M:101M:2k');
  assert.equal(status, 0);
  const [row] = stdout.trim().split('\n').map((line) => line.split(', ').map((field, n) => (n < 2 ? field : Number(field))));
  const levels = row.slice(6);
  assert.ok(levels.every(Number.isFinite));
  const strongest = row[2] + levels.indexOf(Math.max(...levels)) * row[4];
  assert.ok(Math.abs(strongest - 100.3e6) <= row[4], `${strongest}`);
  const beyond = ask('88M:108M:10k');
  assert.equal(beyond.status, 1);
  assert.match(beyond.stderr, /let it sweep with span/);
});

test('it ends as rtl_power does: 1 for flags that make no sense', LIMIT, () => {
  for (const flags of [[], ['-f', '88M'], ['-f', '88M:108M:10k', '-c', '2'], ['-x']]) assert.equal(spawnSync(REAL, ['sweep', ...flags]).status, 1, `${flags}`);
});
