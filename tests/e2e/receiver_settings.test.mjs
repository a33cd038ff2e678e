// SPDX-License-Identifier: MIT
// What a stick has and what it is set to: gain steps, bias tee, profiles, and a tuning that outlives the program.

import test, { afterEach } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, startProgram } from './program.mjs';
import { withSticks } from './sticks.mjs';

const LIMIT = { timeout: 60_000 };
const stop = [];
afterEach(() => Promise.all(stop.splice(0).map((program) => program.stop())));

async function start(flags, environment) {
  const program = await startProgram(flags, environment);
  stop.push(program);
  return program;
}

/** A folder for one test. */
async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const patchSources = async (program, body) => {
  const answer = await fetch(new URL('api/v1/sources', program.url),
    { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};
const sourceOf = async (program) => (await program.get('api/v1/status')).source;
const streaming = (program) => eventually(async () => (await sourceOf(program)).state === 'streaming', 'samples');

test('a stick says which gains it has, and which of them it applies', LIMIT, () => withSticks([{}], async (sticks) => {
  const program = await start(['--source', 'rtlsdr'], sticks.environment);
  await streaming(program);
  const { gains_db: gains } = await sourceOf(program);
  assert.deepEqual([gains.length, gains[0], gains[16], gains[28]], [29, 0, 29.7, 49.6]);
  const { generation } = await program.patch({ gain: 30 });
  const source = await eventually(async () => {
    const now = await sourceOf(program);
    return now.generation === generation && now;
  }, 'the gain');
  assert.equal(source.gain_db, 29.7);
}));

test('the bias tee of a stick is switched at run time', LIMIT, () => withSticks([{}], async (sticks) => {
  const program = await start(['--source', 'rtlsdr'], sticks.environment);
  await streaming(program);
  const lastBiasTee = () => sticks.log().filter((entry) => 'bias_tee' in entry).at(-1)?.bias_tee;
  assert.equal(lastBiasTee(), false);
  const { status, body } = await patchSources(program, { settings: { bias_tee: true } });
  assert.deepEqual([status, body.settings.bias_tee], [200, true]);
  await eventually(() => lastBiasTee() === true, 'the bias tee');
  await streaming(program);
  assert.equal((await patchSources(program, { settings: { antenna: 'RX' } })).body.error.code, 'unknown_key');
}));

test('a profile is switched to, and left again', LIMIT, () => inFolder(async (folder) => {
  const config = join(folder, 'spectrumd.json');
  const write = (qo100) => writeFileSync(config, JSON.stringify({ source: 'sim', radio: { center: '99.5M' },
    profiles: { 'QO-100': qo100, wide: { spectrum: { fft: 8192 } } } }));
  write({ radio: { center: '9850M', offset: '-9750M' } });
  const program = await start(['--config', config]);
  const before = await program.get('api/v1/sources');
  assert.deepEqual([before.profile, before.profiles], ['', ['QO-100', 'wide']]);
  assert.equal((await patchSources(program, { profile: 'QO-100' })).body.profile, 'QO-100');
  await eventually(async () => {
    const { center_hz: center, radio_center_hz: radio } = await sourceOf(program);
    return center === 9850e6 && radio === 100e6;
  }, 'the converter');
  const wide = await patchSources(program, { profile: 'wide' });
  assert.equal(wide.body.profile, 'wide');
  const { tuning } = await program.get('api/v1/status');
  assert.deepEqual([tuning.center, tuning.offset, tuning.fft], [99.5e6, 0, 8192], 'nothing is left of the one before');
  write({ source: 'file:/nonexistent' });
  const refused = await patchSources(program, { profile: 'QO-100' });
  assert.deepEqual([refused.status, (await program.get('api/v1/sources')).profile], [409, 'wide']);
  assert.equal((await patchSources(program, { profile: 'none of them' })).body.error.field, 'profile');
  assert.equal((await patchSources(program, { profile: '' })).body.profile, '');
  assert.equal((await program.get('api/v1/tuning')).tuning.fft, 4096);
}));

test('the last tuning outlives the program where that is asked for', LIMIT, () => inFolder(async (folder) => {
  const environment = { STATE_DIRECTORY: folder };
  const flags = ['--source', 'sim', '--remember', '--center', '100M'];
  const first = await start(flags, environment);
  await first.patch({ center: '100.2M', fft: 2048 });
  await first.stop('SIGTERM');
  const second = await start(flags, environment);
  const { tuning } = await second.get('api/v1/tuning');
  assert.deepEqual([tuning.center, tuning.fft], [100.2e6, 2048]);
  await second.stop('SIGTERM');
  const edited = await start([...flags, '--center', '99M'], environment);
  assert.equal((await edited.get('api/v1/tuning')).tuning.center, 99e6, 'a new configuration counts');
  await edited.stop('SIGTERM');

  const file = join(folder, 'tuning.json');
  assert.ok(readFileSync(file, 'utf8').includes('100200000'));
  writeFileSync(file, '{ "source": "sim", "configured":');
  const third = await start(flags, environment);
  assert.equal((await third.get('api/v1/tuning')).tuning.center, 100e6);
  assert.match(third.log, /the last tuning is ignored: .*tuning\.json/);
  await third.stop('SIGTERM');
}));

test('it also does after the configuration was changed and loaded again', LIMIT, () => inFolder(async (folder) => {
  const file = join(folder, 'spectrumd.json');
  const configure = (center) => writeFileSync(file, JSON.stringify({ source: 'sim', radio: { center, remember: true } }));
  configure('100M');
  const first = await start(['--config', file], { STATE_DIRECTORY: folder });
  configure('101M');
  first.signal('SIGHUP');
  await eventually(async () => (await first.get('api/v1/tuning')).tuning.center === 101e6, 'the configuration');
  await first.patch({ center: '101.2M' });
  await first.stop('SIGTERM');
  const second = await start(['--config', file], { STATE_DIRECTORY: folder });
  assert.equal((await second.get('api/v1/tuning')).tuning.center, 101.2e6);
  await second.stop('SIGTERM');
}));

test('no tuning is kept unless that is asked for', LIMIT, () => inFolder(async (folder) => {
  const program = await start(['--source', 'sim'], { STATE_DIRECTORY: folder });
  await program.patch({ center: '100.2M' });
  await program.stop('SIGTERM');
  assert.ok(!existsSync(join(folder, 'tuning.json')));
}));
