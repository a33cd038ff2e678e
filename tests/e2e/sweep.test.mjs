// SPDX-License-Identifier: MIT
// Sweeps of a known band: live, and as rtl_power's file.

import test, { afterEach } from 'node:test';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
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
    // 0.1 s a hop: in the default's dozen transforms noise moves the weakest carrier by 0.05 dB from sweep to sweep.
    const program = await startProgram(['--sim-scene', SCENE, '--span', `${from}:${from + 10e6}`, '--dwell', '0.1']);
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

/** Stops a program for 60 of every 90 ms, until it ends: what its stick gives waits meanwhile. */
async function heldUp(child) {
  const beat = setInterval(() => {
    child.kill('SIGSTOP');
    setTimeout(() => child.kill('SIGCONT'), 60);
  }, 90);
  const status = await new Promise((done) => child.once('close', done));
  clearInterval(beat);
  return status;
}

test('a program that is held up shows nothing of the hop before', LIMIT, () => withSticks([{}], async (sticks) => {
  const env = { ...process.env, ...sticks.environment };
  const sweep = (file) => spawn(REAL, ['sweep', '--compat', '-f', '88M:108M:10k', '-i', '2', '-1', '-g', '20', file], { env, stdio: 'ignore' });
  const files = ['calm', 'first', 'second', 'third', 'fourth'].map((name) => join(sticks.folder, name));
  for (const [n, file] of files.entries()) {
    const child = sweep(file);
    assert.equal(n > 0 ? await heldUp(child) : await new Promise((done) => child.once('close', done)), 0);
  }
  const [calm, ...others] = files.map((file) => linesOf(file).map((row) => meanOf(row.slice(6).map(Number))));
  for (const means of others) {
    assert.equal(means.length, calm.length);
    means.forEach((mean, hop) => assert.ok(Math.abs(mean - calm[hop]) < 0.2, `hop ${hop}: ${mean} instead of ${calm[hop]}`));
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

/** Compares levels in dB. On a busy machine either program may get little of its second, of which signals that are modulated
 * need more: then they are measured again.
 * @param {string | string[]} what @param {() => Promise<{ours: number, theirs: number, within: number}[]>} measure */
async function untilAlike(what, measure) {
  for (let tries = 1; ; ++tries) {
    const off = (await measure()).filter(({ ours, theirs, within }) => !(Math.abs(ours - theirs) < within));
    if (off.length === 0) return;
    assert.ok(tries < 4, `${what}: ${off.map(({ ours, theirs }) => `${ours} instead of ${theirs}`)}`);
  }
}

test('flag by flag against rtl_power: the same flags, with the same effect', LIMIT, () => withSticks([{ serial: 'A' }, { serial: 'B', ports: [2], address: 5 }], async (sticks) => {
  const env = { ...process.env, ...sticks.environment };
  /** At the same time, each with a separate stick. */
  const both = (flags) => Promise.all([[REAL, ['sweep', '--compat', '-d', 'A']], ['rtl_power', ['-d', 'B']]].map(async ([program, first], n) => {
    const file = join(sticks.folder, `${n}.csv`);
    const child = spawn(program, [...first, ...flags, '-i', '1', '-1', '-g', '28', file], { env, stdio: ['ignore', 'ignore', openSync(`${file}.said`, 'w')] });
    assert.equal(await new Promise((done) => child.once('close', done)), 0, `${program} ${flags}`);
    return linesOf(file);
  }));
  const levelsOf = (line) => line.slice(6).map(Number);
  const strongest = (levels) => Math.max(...levels);
  const FM = ['-f', '98.9M:101.1M:10k'];
  for (const flags of [...['hann-poisson', 'bartlett', 'youssef'].map((name) => [...FM, '-w', name]), [...FM, '-c', '0.25'],
    ['-f', '3M:5M:10k', '-D'], [...FM, '-F', '9', '-c', '50%']]) {
    await untilAlike(flags, async () => {
      const [rows, expected] = await both(flags);
      assert.equal(rows.length, expected.length);
      return rows.flatMap((row, n) => {
        assert.deepEqual(row.slice(2, 5), expected[n].slice(2, 5));
        const [ours, theirs] = [row, expected[n]].map(levelsOf);
        assert.equal(ours.length, theirs.length);
        // Its windows are rounded to 8 bits, which moves the mean of a narrow one; what becomes of a carrier shows the window.
        const means = { ours: meanOf(ours), theirs: meanOf(theirs), within: 0.5 };
        return strongest(theirs) > -10 ? [means, { ours: strongest(ours), theirs: strongest(theirs), within: 0.2 }] : [means];
      });
    });
  }
  // What it decimates it scales differently: the columns are the same, and so is where the carrier is.
  const [[row], [expected]] = await both(['-f', '99.9M:100.3M:1k', '-F', '9']);
  assert.deepEqual(row.slice(2, 5), expected.slice(2, 5));
  const [ours, theirs] = [row, expected].map(levelsOf);
  assert.equal(ours.length, theirs.length);
  assert.equal(ours.indexOf(strongest(ours)), theirs.indexOf(strongest(theirs)));
  // It divides a maximum by the number of transforms: so it is compared after that.
  await untilAlike('-P', async () => {
    const [held, byThem] = (await both([...FM, '-P'])).map(([line]) => strongest(levelsOf(line)) + 10 * Math.log10(Number(line[5])));
    return [{ ours: held, theirs: byThem, within: 0.3 }];
  });
}, BAND));

test('it ends by itself after -e, with all that was heard', LIMIT, () => withSticks([{}], async (sticks) => {
  const file = join(sticks.folder, 'power.csv');
  const { status, stderr } = spawnSync(REAL, ['sweep', '-f', '98.9M:101.1M:10k', '-i', '1', '-e', '3s', file], { env: { ...process.env, ...sticks.environment }, encoding: 'utf8', timeout: 30_000 });
  assert.equal(status, 0, stderr);
  const reports = linesOf(file).length;
  assert.ok(reports >= 1 && reports <= 3, `${reports}`); // a machine that is busy for a second leaves one out, as rtl_power does
  assert.match(stderr, /User cancel, exiting/);
}, BAND));

/** `spectrumd sweep` while anything else runs. Never waits for it: what it is asked for may come from this process. */
async function sweepOf(flags, env = process.env) {
  const child = spawn(REAL, ['sweep', ...flags], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].on('data', (piece) => (output[name] += piece));
  const status = await new Promise((done) => child.once('close', done));
  const rows = output.stdout.trim().split('\n').map((line) => line.split(', '));
  return { status, rows, ...output };
}

test('where a daemon has the stick that is meant, a sweep takes its rows by itself: the same file', LIMIT, () => withSticks([{ serial: 'A', address: 99 }, { serial: 'B', ports: [2], address: 5 }], async (sticks) => {
  // Holders are found by the end of a node's path: no other test has one at address 99.
  const env = { ...process.env, ...sticks.environment };
  const flags = ['-f', '96M:101M:10k', '-i', '2', '-1', '--compat', '-g', '36.4']; // strong enough for 8 bits to be linear
  const alone = await sweepOf([...flags, '-d', 'A'], env);
  assert.equal(alone.status, 0, alone.stderr);
  const daemon = await startProgram(['--source', 'rtlsdr:serial=A', '--span', '95M:102M', '--gain', '36.4'], sticks.environment);
  stop.push(daemon);
  await eventually(async () => (await daemon.get('api/v1/status')).rows.sequence > 6, 'sweeps');
  const here = ['--listen', `127.0.0.1:${daemon.port}`];
  const switched = await sweepOf([...flags, '-d', 'A', ...here], env);
  assert.equal(switched.status, 0, switched.stderr);
  assert.match(switched.stderr, new RegExp(`in use by spectrumd \\(pid ${daemon.pid}\\)`));
  assert.match(switched.stderr, new RegExp(`Asking the spectrumd at 127.0.0.1:${daemon.port}`));
  const byUrl = await sweepOf([...flags, '--url', `http://localhost:${daemon.port}/`]);
  assert.equal(byUrl.status, 0, byUrl.stderr);
  for (const { rows } of [switched, byUrl]) {
    assert.equal(rows.length, alone.rows.length);
    rows.forEach((row, n) => {
      assert.match(row.slice(0, 2).join(' '), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      assert.deepEqual(row.slice(2, 5), alone.rows[n].slice(2, 5));
      assert.equal(row.length, alone.rows[n].length);
      const [ours, expected] = [row, alone.rows[n]].map((line) => line.slice(6).map(Number));
      assert.ok(Math.abs(meanOf(ours) - meanOf(expected)) < 0.2, `hop ${n}: ${meanOf(ours)} instead of ${meanOf(expected)}`);
      assert.equal(ours.indexOf(Math.max(...ours)), expected.indexOf(Math.max(...expected)));
    });
  }
  const other = await sweepOf([...flags, '-d', 'B', ...here], env);
  assert.equal(other.status, 0, other.stderr);
  assert.doesNotMatch(other.stderr, /Asking/);

  // Each refusal has its reason and the way out.
  const refused = async (more, said) => {
    const { status, stderr, stdout } = await sweepOf(more, env);
    assert.equal(status, 1, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, said);
  };
  await refused(['-f', '88M:108M:10k', '-1', '-d', 'A', ...here], /in use by spectrumd.*receives 95MHz to 102.*let it sweep with span "88M:108M"/);
  await refused([...flags, '-d', 'A', '--listen', '127.0.0.1:1'], /in use by spectrumd.*no running spectrumd provides its data: 127\.0\.0\.1:1: Connection refused/);
  await refused([...flags, '--url', 'http://127.0.0.1:1'], /^127\.0\.0\.1:1: Connection refused/m);
  await refused([...flags, '--url', 'ftp://nowhere/'], /is not the address of a spectrumd server, such as/);
  const secret = await startProgram(['--source', 'sim', '--token', 'a-secret-of-16-and-more']);
  stop.push(secret);
  await refused([...flags, '-d', 'A', '--listen', `127.0.0.1:${secret.port}`], /in use by spectrumd.*token/);
  await refused([...flags, '-d', 'A', '--listen', `127.0.0.1:${secret.port}`, '--token', 'a-secret-of-16-and-more'], /has another radio \(simulated band.*use --daemon to accept it/);
  sticks.command('0 unplug');
  await eventually(async () => (await daemon.get('api/v1/status')).source.state === 'absent', 'the loss');
  await refused([...flags, '--daemon', ...here], /receives nothing: .*(was unplugged|no RTL-SDR has the serial A)/); // before or after the first retry
}, BAND));

test('a span beyond the tuner is swept as far as it reaches; the rest has no data', LIMIT, () => withSticks([{}], async (sticks) => {
  const program = await startProgram(['--source', 'rtlsdr', '--span', '24M:34M'], sticks.environment);
  stop.push(program);
  await eventually(async () => (await program.get('api/v1/status')).rows.sequence > 3, 'sweeps');
  for (const path of ['spectrum', 'history?rows=1', 'history?rows=1&since=-1']) {
    const answer = await program.get(`api/v1/${path}${path.includes('?') ? '&' : '?'}bins=100`);
    const { levels, center_hz: center, span_hz: span } = answer.rows?.[0] ?? answer;
    assert.ok(Math.abs(center - 29e6) < 1e3 && Math.abs(span - 10e6) < 1e3, `${center} ${span}`);
    assert.ok(levels.slice(0, 8).every((level) => level === null), `${levels}`); // up to 24.9 MHz
    assert.ok(levels.slice(10).every((level) => level > -150), `${levels}`);
  }
  for (const span of ['24M:1766M', '27M:1766M', '1760M:1770M', '24M:25.5M']) assert.equal((await program.patch({ span })).error, undefined, span);
  const { error } = await program.patch({ span: '1M:20M' });
  assert.equal(error.field, 'span');
  assert.match(error.message, /the tuner reaches from 2\d{7}Hz to 1766MHz/);
}, BAND));

test('a file beyond the tuner has all its lines, those out of reach with nan', LIMIT, () => withSticks([{}], async (sticks) => {
  const { status, stdout, stderr } = spawnSync(REAL, ['sweep', '-f', '20M:30M:1M', '-1', '-i', '1'],
    { env: { ...process.env, ...sticks.environment }, encoding: 'utf8', timeout: 30_000 });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /the others are written as nan/);
  const lines = stdout.trim().split('\n').map((line) => line.split(', '));
  assert.deepEqual(lines.map((line) => Number(line[2])), Array.from({ length: 10 }, (_, n) => 20e6 + n * 1e6));
  assert.deepEqual(lines.filter((line) => line[6] === 'nan').map((line) => Number(line[2])), [20e6, 21e6, 22e6, 23e6, 24e6, 25e6]);
}, BAND));

test('it ends as rtl_power does: 1 for flags that make no sense', LIMIT, () => {
  for (const flags of [[], ['-f', '88M'], ['-f', '88M:108M:10k', '-c', '2'], ['-x']]) assert.equal(spawnSync(REAL, ['sweep', ...flags]).status, 1, `${flags}`);
});
