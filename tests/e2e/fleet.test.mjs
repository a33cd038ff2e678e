// SPDX-License-Identifier: MIT
// The daemon reports its history to PostgreSQL itself: the commands, TLS and passwords, and kills at random.

import test from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBroker, subscribe } from './broker.mjs';
import { postgresIsInstalled, startPostgres } from './postgres.mjs';
import { eventually, REAL, startProgram, temporaryFolder } from './program.mjs';

const run = promisify(execFile);
const LIMIT = { timeout: 600_000, skip: !postgresIsInstalled && 'PostgreSQL is not installed' };
const KILLS = Number(process.env.KILLS ?? 3);
const PASSWORD = 'a secret word';
const FLAGS = ['--history-flush', '10', '--fft', '1024', '--report-levels', '1s,10s', '--report-name', 'shack'];

const fleet = async (...words) => (await run(REAL, ['fleet', ...words])).stdout;
const feedOf = async (program) => (await program.get('api/v1/feeds')).feeds.find(({ name }) => name === 'report');

/** Frames on disk as "level epoch sequence rows". A file that is being made has no tables yet, and so no frames. */
async function framesIn(history) {
  const script = `import glob, sqlite3, sys
for level, step in (('1s', 1), ('10s', 10)):
    for file in glob.glob(f'{sys.argv[1]}/{level}/*.db'):
        disk = sqlite3.connect(f'file:{file}?mode=ro', uri=True)
        if disk.execute("SELECT 1 FROM sqlite_master WHERE name = 'frame'").fetchone():
            for row in disk.execute('SELECT epoch, first_sequence, rows FROM frame'):
                print(step, *row, sep='|')`;
  return (await run('/usr/bin/python3', ['-c', script, history])).stdout.trim().split('\n').filter(Boolean).sort();
}
const framesAt = async (server) => (await server.query('fleet', 'SELECT step, epoch >> 32, first_sequence, rows FROM fleet.frame'))
  .map((row) => row.join('|')).sort();

test('the schema is made once, and receivers are listed', LIMIT, async () => {
  const server = await startPostgres();
  await server.query('postgres', 'CREATE DATABASE fleet');
  const store = ['--store', server.url('fleet')];
  await assert.rejects(run(REAL, ['fleet', 'status', ...store]), ({ stderr }) => /spectrumd fleet init/.test(stderr));
  assert.match(await fleet('init', ...store), /^schema fleet, version \d+: made\n$/);
  assert.match(await fleet('init', ...store, '--keep', '10s=730', '--keep', '1s=0'), /: is up to date\n$/);
  const { series } = JSON.parse(await fleet('status', ...store, '--json'));
  assert.equal(series.find(({ name }) => name === '10s').keep, '730 days');
  assert.equal(series.find(({ name }) => name === '1s').keep, '');
  await assert.rejects(run(REAL, ['fleet', 'init', ...store, '--keep', 'nonsense=1']), ({ code }) => code === 64);
  for (const keep of ['10s', '10s=x', '=3'])
    await assert.rejects(run(REAL, ['fleet', 'init', '--store', 'postgresql://127.0.0.1:1/none', '--keep', keep]), ({ code, stderr }) => code === 64 && /--keep/.test(stderr));
  await assert.rejects(run(REAL, ['fleet', 'status', '--store', 'postgresql://me:secret@h/d']), ({ code, stderr }) => code === 64 && !stderr.includes('secret'));

  const program = await startProgram([...FLAGS, '--history', temporaryFolder(), '--report-store', server.url('fleet')]);
  await eventually(async () => (await server.query('fleet', 'SELECT 1 FROM fleet.frame WHERE step = 1')).length > 0, 'a frame');
  await eventually(async () => (await server.query('fleet', 'SELECT 1 FROM fleet.health')).length > 0, 'health');
  const feed = await feedOf(program);
  assert.equal(feed.state, 'connected');
  assert.equal(feed.cause, '');
  assert.ok(feed.messages > 0 && feed.waiting === 0);
  const { receivers: [receiver] } = JSON.parse(await fleet('status', ...store, '--json'));
  assert.equal(receiver.name, 'shack');
  assert.equal(receiver.state, 'streaming');
  assert.ok(Math.abs(receiver.clock_error_seconds) < 5);
  await program.stop();
});

test('a database of the first version is updated, and keeps its rows', LIMIT, async () => {
  const server = await startPostgres();
  await server.query('postgres', 'CREATE DATABASE fleet');
  const first = readFileSync(new URL('../../daemon/fleet/schema/1.sql', import.meta.url), 'utf8');
  await server.query('fleet', `BEGIN; ${first}; INSERT INTO fleet.version(version, compatible) VALUES (1, 1); COMMIT`);
  await server.query('fleet', `SELECT fleet.hello(gen_random_uuid(), 'board', 'boot', 'shack', '1', now());
    SELECT fleet.prepare('1min', now(), now());
    INSERT INTO fleet.frame VALUES (1, 60, now(), 1, now(), 60, 1, 60, 1e8, 2e6, 1024, 1, 20, 100, -120, 0, 'notes');
    INSERT INTO fleet.tile VALUES (1, 60, now(), 1, 0, 'mean', 'max'); UPDATE fleet.series SET keep = '3 days' WHERE name = '10s'`);
  const rows = () => server.query('fleet', 'SELECT f::text, t::text FROM fleet.frame f, fleet.tile t');
  const before = await rows();
  assert.equal(before.length, 1);
  assert.match(await fleet('init', '--store', server.url('fleet')), /^schema fleet, version \d+: updated from version 1\n$/);
  assert.deepEqual(await rows(), before);
  assert.deepEqual(await server.query('fleet', 'SELECT version, compatible FROM fleet.version ORDER BY version'), [['1', '1'], ['2', '1'], ['3', '1']]);
  assert.deepEqual(await server.query('fleet', "SELECT keep FROM fleet.series WHERE name = '10s'"), [['3 days']]);
  assert.match(await fleet('init', '--store', server.url('fleet')), /: is up to date\n$/);
});

test('the dashboard of a fleet asks for what there is, as one who may only read', LIMIT, async () => {
  const server = await startPostgres();
  await server.query('postgres', 'CREATE DATABASE fleet');
  await fleet('init', '--store', server.url('fleet'));
  await server.query('fleet', `CREATE ROLE grafana LOGIN IN ROLE spectrumd_reader;
    SELECT fleet.hello(gen_random_uuid(), 'board', 'boot', 'shack', '1', now());
    INSERT INTO fleet.minute VALUES (1, now() - interval '1 hour', 1, 60, 100e6, 1e5, -120, 0, '\\x0102', '\\x0304');
    INSERT INTO fleet.floor VALUES (1, now() - interval '1 hour', 1e8, 2e6, 1, 60, -90, -91, -89, 0, 1, 20)`);
  const { panels, templating } = JSON.parse(readFileSync(new URL('../../systemd/grafana/fleet-dashboard.json', import.meta.url)));
  const values = Object.fromEntries(templating.list.filter(({ type }) => type === 'textbox').map(({ name, query }) => [name, query]));
  const asked = (text) => server.query('fleet', `SET ROLE grafana; ${text.replace(/\$__timeFilter\(([^)]+)\)/g, '$1 BETWEEN $__timeFrom() AND $__timeTo()')
    .replaceAll('$__timeFrom()', "'2000-01-01'").replaceAll('$__timeTo()', 'now()').replace(/\$(receiver|one)/g, '1').replace(/\$(\w+)/g, (_, name) => values[name])}`);
  for (const { query } of templating.list.filter(({ type }) => type === 'query')) assert.deepEqual((await asked(query)).at(-1), ['shack', '1']);
  const answers = await Promise.all(panels.map(async ({ title, targets: [{ rawSql }] }) => [title, (await asked(rawSql)).slice(1)]));
  const answer = Object.fromEntries(answers);
  assert.equal(answer.Receivers[0][0], 'shack');
  assert.deepEqual(answer['Maximum in the range, one receiver'].map((row) => row.slice(1)), [['-118.5', '-119.5']]);
  assert.deepEqual(answer['Noise floor'].map((row) => row.slice(1)), [['shack', '-90']]);
});

test('a server elsewhere proves who it is, and the password is seen nowhere', LIMIT, async () => {
  const folder = temporaryFolder();
  const [key, certificate, otherKey, other] = ['key.pem', 'cert.pem', 'other.pem', 'other_cert.pem'].map((name) => join(folder, name));
  for (const [secret, signed] of [[key, certificate], [otherKey, other]])
    await run('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost',
      '-addext', 'subjectAltName=DNS:localhost', '-keyout', secret, '-out', signed]);
  await run('cp', [certificate, join(folder, 'served.pem')]);
  await run('chmod', ['755', folder]);
  const server = await startPostgres({ key, certificate: join(folder, 'served.pem') });
  await server.query('postgres', 'CREATE DATABASE fleet');
  await fleet('init', '--store', server.url('fleet'));
  await server.query('fleet', `CREATE ROLE shack LOGIN PASSWORD '${PASSWORD}' IN ROLE spectrumd_reporter`);
  const config = join(folder, 'spectrumd.json');
  const reported = async (parameters, password) => {
    writeFileSync(config, JSON.stringify({ source: 'sim', watch: { folder: 'none' }, history: { folder: join(folder, 'history') },
      report: { store: [`postgresql://shack@localhost:${server.port}/fleet?${parameters}`], password } }));
    const program = await startProgram(['--config', config]);
    const feed = await eventually(async () => { const now = await feedOf(program); return now.state !== 'connecting' && now; }, 'an answer');
    const seen = [readFileSync(`/proc/${program.pid}/cmdline`, 'latin1'), program.log, JSON.stringify(await program.get('api/v1/config')),
      JSON.stringify(await program.get('api/v1/feeds')), JSON.stringify(await program.get('api/v1/status'))];
    seen.forEach((text) => assert.ok(!text.includes(password), 'the password'));
    await program.stop();
    return feed;
  };
  const { state, cause } = await reported(`sslmode=verify-full&sslrootcert=${certificate}`, PASSWORD);
  assert.deepEqual({ state, cause }, { state: 'connected', cause: '' });
  const [[encrypted]] = await server.query('fleet', 'SELECT count(*) FROM fleet.receiver');
  assert.equal(encrypted, '1');
  assert.match((await reported(`sslmode=verify-full&sslrootcert=${other}`, PASSWORD)).cause, /certificate verify failed/);
  assert.match((await reported(`sslmode=verify-full&sslrootcert=${certificate}`, 'another word')).cause, /password authentication failed/);
});

test('rows do not depend on a broker of live news, which gets everything again when it is back', LIMIT, async () => {
  const server = await startPostgres();
  await server.query('postgres', 'CREATE DATABASE fleet');
  await fleet('init', '--store', server.url('fleet'));
  const history = temporaryFolder();
  const first = await startBroker();
  const program = await startProgram([...FLAGS, '--source', 'sim', '--history', history, '--report-store', server.url('fleet'), '--mqtt', `mqtt://127.0.0.1:${first.port}/shack`]);
  const linkOf = async () => (await program.get('api/v1/feeds')).feeds.find(({ name }) => name === 'mqtt').state;
  const more = async (count) => eventually(async () => (await framesAt(server)).length >= count, `${count} frames`, 120_000);
  await eventually(async () => (await linkOf()) === 'connected', 'the broker');
  await more(1);
  await first.stop();
  await eventually(async () => (await linkOf()) === 'waiting', 'the loss of the broker');
  const before = (await framesAt(server)).length;
  await more(before + 1);
  assert.equal(await linkOf(), 'waiting', 'rows come without it');
  const second = await startBroker({ port: first.port });
  const heard = subscribe(second, ['#']);
  assert.equal(await heard.topic('shack/availability'), 'online');
  await eventually(() => [...heard.seen.keys()].some((name) => name.startsWith('homeassistant/')), 'the discovery');
  await more(before + 2);
  await program.stop('SIGKILL');
  await heard.until('shack/availability', (text) => text === 'offline');
  heard.close();
  await second.stop();
  const again = await startProgram([...FLAGS, '--source', 'sim', '--history', history, '--report-store', server.url('fleet')]); // what the kill has left
  await eventually(async () => {
    const [made, stored] = [await framesIn(history), await framesAt(server)];
    return made.length >= before + 2 && made.every((frame) => stored.includes(frame)) && new Set(stored).size === stored.length;
  }, 'all frames, once', 120_000);
  await again.stop();
});

test('what a killed daemon had on the disk is reported, once', { ...LIMIT, timeout: 300_000 + KILLS * 20_000 }, async () => {
  const server = await startPostgres();
  await server.query('postgres', 'CREATE DATABASE fleet');
  await fleet('init', '--store', server.url('fleet'));
  const history = temporaryFolder();
  const start = () => startProgram([...FLAGS, '--history', history, '--report-store', server.url('fleet')]);
  for (let kill = 0; kill < KILLS; ++kill) {
    const program = await start();
    const pause = 9_000 + Math.random() * 6_000; // about the time when a frame is written, and reported
    await new Promise((done) => setTimeout(done, pause));
    await program.stop('SIGKILL');
  }
  const program = await start();
  const made = await eventually(async () => {
    const [made, stored] = [await framesIn(history), await framesAt(server)];
    return made.length > 0 && made.every((frame) => stored.includes(frame)) && made;
  }, 'all frames', 120_000);
  const stored = await framesAt(server);
  const lost = made.filter((frame) => !stored.includes(frame));
  const twice = stored.length - new Set(stored).size;
  console.log(`daemon killed ${KILLS} times: ${made.length} frames made, ${stored.length} stored, ${lost.length} lost, ${twice} twice`);
  assert.equal(lost.length + twice, 0);
  await program.stop();
});
