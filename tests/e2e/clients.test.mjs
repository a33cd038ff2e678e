// SPDX-License-Identifier: MIT
// The clients that the README points to, run as a user would, against the program.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually, startProgram } from './program.mjs';

const LIMIT = { timeout: 120_000 };
const TOKEN = 'a-token-for-this-test';
const client = (name) => fileURLToPath(new URL(`clients/${name}`, import.meta.url));
const run = async (command, ...words) => (await promisify(execFile)(command, words)).stdout.trim().split('\n');

let program;
before(async () => {
  program = await startProgram(['--token', TOKEN]);
  await eventually(async () => (await fetch(new URL('api/v1/peaks', program.url), { headers: { Authorization: `Bearer ${TOKEN}` } })).ok, 'rows');
}, LIMIT);
after(() => program?.stop());

function checkRows(lines, count) {
  assert.equal(lines.length, count);
  for (const line of lines) {
    const [, hz, db] = /^row \d+: (\d+) Hz (-[\d.]+) dB$/.exec(line) ?? assert.fail(line);
    assert.ok(Math.abs(Number(hz) - 100.3e6) < 600 && Math.abs(Number(db) + 12) < 0.2, line);
  }
}

const socket = () => program.url.replace('http', 'ws') + 'ws';
const around = ['--from', '100.2e6', '--to', '100.4e6'];

test('the Python client', LIMIT, async () => {
  checkRows(await run('/usr/bin/python3', client('strongest.py'), socket(), '--rows', '3', '--token', TOKEN, ...around), 3);
});

test('the Node client', LIMIT, async () => {
  checkRows(await run(process.execPath, client('strongest.mjs'), '--url', socket(), '--rows', '3', '--token', TOKEN, ...around), 3);
});

test('the curl client', LIMIT, async () => {
  const lines = await run('sh', client('strongest.sh'), program.url, '2', TOKEN);
  assert.equal(lines.length, 2);
  assert.match(lines[0], /^1003\d{5}(\.\d+)? Hz -1[12]\.?\d* dB$/);
});
