// SPDX-License-Identifier: MIT
// The Python client that decodes the history on disk, from its files and from the server's tiles, against what the server
// says after a restart; and `spectrumd history` on the same folder.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually, REAL, startProgram } from './program.mjs';

const LIMIT = { timeout: 240_000 };
const CLIENT = fileURLToPath(new URL('clients/history_tiles.py', import.meta.url));
const run = (command, ...words) => promisify(execFile)(command, words, { maxBuffer: 1 << 28 });
const rowsOf = async (...words) => (await run('/usr/bin/python3', CLIENT, ...words)).stdout.trim().split('\n').map((line) => JSON.parse(line));
const history = (...words) => run(REAL, 'history', ...words, '--folder', folder);

let folder, program, first, last; // seconds since 1970
const start = () => startProgram(['--history', folder, '--history-flush', '10', '--fft', '1024']);

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'));
  program = await start();
  const now = Math.floor(Date.now() / 1000);
  const tiles = () => program.get(`api/v1/history/tiles?level=1s&since=${now - 60}`);
  await eventually(async () => (await tiles()).frames.reduce((sum, frame) => sum + frame.rows, 0) >= 12, 'rows on the disk', 120_000);
  await program.stop('SIGTERM');
  program = await start();
  const { frames } = await program.get(`api/v1/history/tiles?level=1s&since=${now - 60}`);
  const { epoch } = frames[0];
  const before = frames.filter((frame) => frame.epoch === epoch);
  first = before[0].t0 / 1000 - 0.5;
  last = before.at(-1).t1 / 1000;
}, LIMIT);
after(async () => {
  await program?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function checkRows(rows, detector) {
  const asked = await program.get(`api/v1/history?since=${first}&until=${last}&rows=200&bins=4096&detector=${detector}`);
  assert.equal(asked.tier_seconds, 1);
  assert.ok(rows.length >= 12, `${rows.length} rows`);
  assert.equal(rows.length, asked.rows.length);
  rows.forEach((row, index) => {
    const said = asked.rows[index];
    assert.equal(row.time_ms, Math.floor(Date.parse(said.time)), said.time);
    assert.equal(row.center_hz, said.center_hz);
    assert.deepEqual(row.levels, said.levels);
  });
}

for (const detector of ['mean', 'max']) {
  const period = () => ['--since', String(first), '--until', String(last), '--detector', detector];
  test(`files have the ${detector} that the server gives`, LIMIT, async () => checkRows(await rowsOf(folder, ...period()), detector));
  test(`tiles have the ${detector} that the server gives`, LIMIT, async () => checkRows(await rowsOf(program.url, ...period()), detector));
}

test('tiles may be kept', LIMIT, async () => {
  const { frames: [frame] } = await program.get(`api/v1/history/tiles?level=1s&since=${first}&until=${last}`);
  const answer = await fetch(new URL(`api/v1/history/tile/1s/${frame.key}/${frame.tiles[0].f0}/max/${frame.epoch}`, program.url));
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
});

test('the picture of a rectangle is a PNG', LIMIT, async () => {
  const answer = await fetch(new URL(`api/v1/history.png?since=${first}&until=${last}&width=300&height=200`, program.url));
  assert.equal(answer.headers.get('content-type'), 'image/png');
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(bytes.readUInt32BE(16) > 300 && bytes.readUInt32BE(20) > 200);
});

test('there is a list of days', LIMIT, async () => {
  assert.deepEqual((await program.get('api/v1/days')).days, []);
  for (const name of ['2026-11-22.png', '2026-11-22', '..%2f..%2fepochs.db', '2026-02-30.png'])
    assert.equal((await fetch(new URL(`api/v1/days/${name}`, program.url))).status, 404, name);
});

test('the command exports while the daemon runs', LIMIT, async () => {
  const period = ['--since', String(first), '--until', String(last), '--level', '1s', '--detector', 'max'];
  const { stdout } = await history('export', ...period);
  const [head, ...lines] = stdout.trim().split('\n');
  const rows = await rowsOf(folder, '--since', String(first), '--until', String(last));
  assert.equal(lines.length, rows.length);
  assert.equal(head.split(',')[2], '98800000 Hz (dBFS)');
  lines.forEach((line, index) => assert.deepEqual(line.split(',').slice(2).map(Number), rows[index].levels));
  const file = join(folder, 'day.png');
  await history('export', ...period, '--out', file);
  assert.equal((await readFile(file)).subarray(1, 4).toString(), 'PNG');
  const arrays = join(folder, 'day.npz');
  await history('export', ...period, '--out', arrays);
  const listed = await run('/usr/bin/python3', '-c', `import sys, zipfile; file = zipfile.ZipFile(sys.argv[1]); print(file.testzip(), *file.namelist())`, arrays);
  assert.equal(listed.stdout, 'None levels.npy times.npy frequencies.npy\n');
  const power = await history('export', ...period, '--format', 'rtl_power');
  assert.equal(power.stdout.trim().split('\n').length, rows.length);
});

test('the command checks, counts and imports', LIMIT, async () => {
  assert.match((await history('check')).stdout, /^\d+ files, 0 faults\n$/);
  const stats = JSON.parse((await history('stats', '--json')).stdout);
  assert.deepEqual(stats.levels.map(({ name }) => name), ['1s', '10s', '1min', '10min', '2h']);
  assert.ok(stats.levels[0].rows >= 12);
  assert.equal(stats.levels[0].imported_rows, 0);
  const other = await mkdtemp(join(tmpdir(), 'imported-'));
  const file = join(other, 'sweeps.csv');
  await writeFile(file, '2026-11-22, 08:03:49, 100000000, 100000400, 100.00, 20, -50.00, -51.00, -52.00, -53.00, -53.00\n');
  const imported = await run(REAL, 'history', 'import', file, '--folder', join(other, 'history'), '--json');
  assert.equal(JSON.parse(imported.stdout).rows, 1);
  const there = ['--folder', join(other, 'history')];
  const table = await run(REAL, 'history', 'export', ...there, '--since', '2026-11-22T00:00:00Z', '--until', '2026-11-24T00:00:00Z', '--format', 'csv');
  assert.match(table.stdout, /Hz \(dB\)/, 'not dBFS: it is not known what it refers to');
  assert.match((await run(REAL, 'history', 'stats', ...there)).stdout, /of the rows are imported: their levels are in dB/);
  await writeFile(file, 'not a file of rtl_power\n');
  await assert.rejects(run(REAL, 'history', 'import', file, '--folder', join(other, 'history')), ({ code, stderr }) => code === 1 && stderr.includes(`${file}:1: expected`));
  await assert.rejects(run(REAL, 'history', 'import', file, '--folder', folder), ({ code }) => code === 1);
  await assert.rejects(run(REAL, 'history', 'check', '--folder', other), ({ code }) => code === 2);
  await rm(other, { recursive: true });
});
