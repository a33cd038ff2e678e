// SPDX-License-Identifier: MIT
// Source auto, which is the default: the first stick, as soon as there is one; without one the demo band, on request.

import test, { after } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepPicture, launchBrowser, openTab, untilRows } from './page_harness.mjs';
import { REAL, eventually, startProgram } from './program.mjs';
import { withSticks } from './sticks.mjs';

const LIMIT = { timeout: 120_000 };
const NO_RADIO = 'no radio: plug in a stick or use the demo band';
const EMPTY = mkdtempSync(join(tmpdir(), 'home-')); // no configuration of the user who runs the tests
after(() => rmSync(EMPTY, { recursive: true }));
const HOME = { HOME: EMPTY, XDG_CONFIG_HOME: EMPTY };

const source = async (program) => (await program.get('api/v1/status')).source;
const inState = (program, state) => eventually(async () => {
  const now = await source(program);
  return now.state === state && now;
}, `to be ${state}`);
const isRow = async (program, of) => {
  const row = await program.get('api/v1/spectrum?bins=16');
  return row.flags && row.flags.includes('simulated') === of;
};

async function withProgram(list, before, work) {
  await withSticks(list, async (sticks) => {
    for (const command of before) sticks.command(command);
    const program = await startProgram(['--source', 'auto', '--fft', '1024'], sticks.environment);
    try {
      await work(program, sticks);
    } finally {
      await program.stop();
    }
  });
}

async function choose(program, demo) {
  const response = await fetch(new URL('api/v1/sources', program.url), { method: 'PATCH', body: JSON.stringify({ demo }),
    headers: { 'Content-Type': 'application/json' } });
  return { status: response.status, ...(await response.json()) };
}

test('auto is the default', LIMIT, () => withSticks([{ serial: 'A' }], async (sticks) => {
  const environment = { ...process.env, ...sticks.environment, ...HOME };
  assert.match(spawnSync(REAL, ['--help'], { env: environment, encoding: 'utf8' }).stdout, /\[source=auto\]/);
}));

test('it waits for a stick in one state, starts with it, and waits again', LIMIT, () => withProgram([{ serial: 'A' }], ['0 unplug'], async (program, sticks) => {
  assert.match(program.said, /^http:\/\/127\.0\.0\.1:\d+ - waiting for a radio$/);
  for (let n = 0; n < 100; ++n) {
    const now = await source(program);
    assert.deepEqual([now.state, now.cause, now.reason, now.demo], ['waiting', 'absent', NO_RADIO, false]);
  }
  sticks.command('0 plug');
  assert.match((await inState(program, 'streaming')).description, /serial A/);
  await eventually(() => isRow(program, false), 'a row');
  sticks.command('0 unplug');
  await eventually(async () => (await inState(program, 'waiting')).reason === NO_RADIO, 'what to do');
  assert.equal((await source(program)).kind, 'rtlsdr', 'never the simulation by itself');
  sticks.command('0 plug');
  await inState(program, 'streaming');
}));

test('the line at the start names the stick', LIMIT, () => withProgram([{ serial: 'A' }], [], async (program) => {
  assert.match(program.said, /^http:\S+ - .*RTL2838UHIDIR, serial A/);
}));

test('the line at the start says that a band is simulated', LIMIT, async () => {
  const program = await startProgram(['--source', 'sim']);
  assert.match(program.said, /^http:\S+ - simulated band/);
  assert.equal((await source(program)).demo, false);
  await eventually(() => isRow(program, false), 'a row without the flag');
  await program.stop();
});

test('of several sticks it uses the first that can be used, and then waits for that one', LIMIT, () => withProgram(
  [{ serial: 'A', ports: [1] }, { serial: 'B', ports: [2], address: 5 }, { serial: 'C', ports: [3], address: 6 }], ['0 deny'], async (program, sticks) => {
    assert.match((await inState(program, 'streaming')).description, /serial B/);
    sticks.command('0 permit');
    sticks.command('1 unplug');
    const now = await eventually(async () => {
      const seen = await inState(program, 'waiting');
      return seen.cause === 'absent' && seen;
    }, 'the stick to be missed');
    assert.match(now.reason, /the RTL-SDR B was disconnected; found serial=A/);
    sticks.command('1 plug');
    assert.match((await inState(program, 'streaming')).description, /serial B/);
  }));

test('a stick that cannot be used is waited for, with the cause and the remedy', LIMIT, () => withProgram(undefined, ['0 deny'], async (program, sticks) => {
  const now = await inState(program, 'waiting');
  assert.equal(now.cause, 'no_permission');
  assert.match(now.reason, /permission denied; add the user to the group plugdev/);
  sticks.command('0 permit');
  await inState(program, 'streaming');
}));

test('the demo band starts and ends on request only, and a stick is not replaced by it', LIMIT, () => withProgram(undefined, ['0 unplug'], async (program, sticks) => {
  await inState(program, 'waiting');
  await program.patch({ center: '145M' });
  const shown = await choose(program, true);
  assert.deepEqual([shown.status, shown.demo, shown.in_use], [200, true, 'sim']);
  const now = await inState(program, 'streaming');
  assert.deepEqual([now.demo, now.center_hz], [true, 100e6]);
  await eventually(() => isRow(program, true), 'a row that says that it is simulated');
  sticks.command('0 plug');
  const back = await choose(program, false);
  assert.deepEqual([back.status, back.demo, back.in_use], [200, false, 'rtlsdr']);
  assert.equal((await inState(program, 'streaming')).center_hz, 145e6);
  await eventually(() => isRow(program, false), 'a row of the radio');
  const refused = await choose(program, true);
  assert.equal(refused.status, 409);
  assert.match(refused.error.message, /a radio is streaming/);
}));

test('the page leads from no radio to the demo band and to the stick', LIMIT, () => withProgram(undefined, ['0 unplug'], async (program, sticks) => {
  const browser = await launchBrowser();
  try {
    const { page, complaints } = await openTab(browser, program.url);
    await page.getByRole('button', { name: 'Use the demo band' }).click();
    await page.locator('#demo-bar').getByText('SIMULATED').waitFor();
    await untilRows(page);
    await keepPicture(page, 'demo');
    await page.getByRole('button', { name: 'Back to the radio' }).click();
    await page.getByRole('heading', { name: 'No radio is connected' }).waitFor();
    sticks.command('0 plug');
    await page.locator('#no-radio').waitFor({ state: 'hidden' });
    await page.waitForFunction(() => document.querySelector('#status-state b')?.textContent === 'streaming');
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
  }
}));

test('record and sweep end at once without a radio, and leave nothing', LIMIT, () => withSticks(undefined, async (sticks) => {
  sticks.command('0 unplug');
  const folder = mkdtempSync(join(tmpdir(), 'nothing-'));
  const run = (...flags) => spawnSync(REAL, flags, { cwd: folder, env: { ...process.env, ...sticks.environment, ...HOME }, encoding: 'utf8', timeout: 30_000 });
  try {
    for (const flags of [['record', 'band'], ['record', '--json'], ['sweep', '-f', '99M:101M:10k', '-1', 'power.csv'], ['sweep', '-f', '99M:101M:10k', '-1', '-d', '0', 'power.csv']]) {
      const { status, stderr, stdout } = run(...flags);
      assert.equal(status, 1, `${flags}: ${stderr}`);
      assert.match(stderr, /^no radio found: plug in an RTL-SDR stick, or name another source with --source; sim needs no radio$/m);
      assert.equal(stdout, '');
      assert.deepEqual(readdirSync(folder).filter((name) => /sigmf/.test(name)), []);
    }
    sticks.command('0 plug');
    sticks.command('0 deny');
    const denied = run('record', 'band');
    assert.equal(denied.status, 1);
    assert.match(denied.stderr, /^no radio found: .*permission denied; add the user to the group plugdev/m);
    sticks.command('0 permit');
    assert.equal(run('record', 'band', '--duration', '0.2s').status, 0);
    assert.deepEqual(readdirSync(folder).filter((name) => /sigmf/.test(name)).sort(), ['band.sigmf-data', 'band.sigmf-meta']);
  } finally {
    rmSync(folder, { recursive: true });
  }
}));
