// SPDX-License-Identifier: MIT
// InfluxDB itself (1.6.7 of Debian): it takes what is written, and what was missed while it was away.

import test from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { freePort } from './free_port.mjs';
import { eventually, startProgram, temporaryFolder } from './program.mjs';

const LIMIT = { timeout: 180_000 };
const children = new Set();
after(() => children.forEach((child) => child.kill('SIGKILL')));

/** A database of one folder, which can be stopped and started again. */
async function influxdb() {
  const folder = temporaryFolder();
  const [port, rpc] = [await freePort(), await freePort()];
  const config = join(folder, 'influxdb.conf');
  writeFileSync(config, `reporting-disabled = true\nbind-address = "127.0.0.1:${rpc}"\n[meta]\ndir = "${folder}/meta"\n`
    + `[data]\ndir = "${folder}/data"\nwal-dir = "${folder}/wal"\n[http]\nbind-address = "127.0.0.1:${port}"\nlog-enabled = false\n`
    + '[monitor]\nstore-enabled = false\n');
  const url = `http://127.0.0.1:${port}`;
  let child;
  const database = {
    url,
    async start() {
      child = spawn('influxd', ['-config', config], { stdio: 'ignore' });
      children.add(child);
      await eventually(() => fetch(`${url}/ping`).then(({ status }) => status === 204, () => false), 'InfluxDB');
    },
    async stop() {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await gone;
    },
    async query(text) {
      const body = new URLSearchParams({ db: 'shack', q: text });
      const { results: [{ series, error }] } = await (await fetch(`${url}/query`, { method: 'POST', body })).json();
      assert.equal(error, undefined);
      return series ?? [];
    },
  };
  await database.start();
  await database.query('CREATE DATABASE shack');
  return database;
}

test('InfluxDB takes the figures, also those of a time when it was away', LIMIT, async () => {
  const database = await influxdb();
  const program = await startProgram(['--source', 'sim', '--influx', `${database.url}/write?db=shack`, '--influx-seconds', '1']);
  const feed = async () => (await program.get('api/v1/feeds')).feeds.find(({ name }) => name === 'influx');
  await eventually(async () => (await database.query('SELECT LAST(source_center_hertz) FROM spectrumd'))[0]?.values[0][1] === 1e8, 'the center');
  const labelled = await database.query('SELECT LAST(samples_total) FROM spectrumd GROUP BY fate');
  assert.deepEqual(labelled.map(({ tags }) => tags.fate).filter(Boolean).sort(), ['discarded', 'dropped', 'processed']);
  await eventually(async () => (await database.query('SELECT LAST(floor_db) FROM spectrumd_signals')).length === 1, 'the noise floor');

  await database.stop();
  const { cause } = await eventually(async () => { const now = await feed(); return now.cause !== '' && now; }, 'the cause');
  assert.match(cause, /connect/i);
  const begin = Date.now();
  await eventually(() => Date.now() > begin + 3000, 'some seconds without it');
  const end = Date.now();
  await database.start();
  await eventually(async () => (await feed()).cause === '', 'the state to be good again');
  const [{ values: [[, count]] }] = await database.query(
    `SELECT COUNT(source_center_hertz) FROM spectrumd WHERE time >= ${begin}ms AND time < ${end}ms`);
  assert.ok(count >= 1, `${count} points of the time when it was away`);
  assert.equal((await feed()).lost, undefined);
  await program.stop();
  await database.stop();
});

test('a database that there is not is a cause', LIMIT, async () => {
  const database = await influxdb();
  const program = await startProgram(['--source', 'sim', '--influx', `${database.url}/write?db=nonsense`, '--influx-seconds', '1']);
  await eventually(async () => /404.*database not found/.test((await program.get('api/v1/feeds')).feeds[0].cause), 'the cause');
  await program.stop();
  await database.stop();
});
