// SPDX-License-Identifier: MIT
// A simulated radio behind a converter: whatever shows a frequency shows that of the antenna, inverted or not.

import test, { after, afterEach } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser, openPage, waitForFacts } from './page_harness.mjs';
import { REAL, eventually, startProgram } from './program.mjs';

const LIMIT = { timeout: 120_000 };
const SCENE = fileURLToPath(new URL('agreement.scene.json', import.meta.url));
const CARRIERS = [[100.3e6, -20], [99.7e6, -35], [100.6e6, -44.5], [99.0625e6, -27.3]]; // where the radio has them
const SIM = ['--source', 'sim', '--sim-scene', SCENE, '--fft', '2048'];

// Both lead from 9850 MHz at the antenna to 100 MHz at the radio.
const LNB = { offset: -9750e6, invert: false };
const HIGH_SIDE = { offset: 9950e6, invert: true };
const flagsOf = ({ offset, invert }) => ['--offset', String(offset), '--invert', String(invert)];
const atAntenna = (hz, { offset, invert }) => (invert ? offset - hz : hz - offset);

const folder = mkdtempSync(join(tmpdir(), 'converter-'));
const stop = [];
afterEach(() => Promise.all(stop.splice(0).map((program) => program.stop())));
after(() => rmSync(folder, { recursive: true }));

async function start(flags) {
  const program = await startProgram([...SIM, ...flags]);
  stop.push(program);
  return program;
}

/** Waits for a row of a tuning. */
const rowOf = (program, generation) => eventually(async () => {
  const row = await program.get('api/v1/spectrum?bins=2048');
  return row.generation >= generation && row;
}, `a row of generation ${generation}`);

async function checkCarriers(program, converter, carriers = CARRIERS) {
  const { peaks } = await program.get('api/v1/peaks?count=30');
  for (const [hz, db] of carriers) {
    const expected = atAntenna(hz, converter);
    const peak = peaks.find(({ frequency_hz: seen }) => Math.abs(seen - expected) < 600);
    assert.ok(peak, `${expected}: ${JSON.stringify(peaks)}`);
    assert.ok(Math.abs(peak.level_db - db) < 0.2, `${expected}: ${peak.level_db}`);
  }
}

for (const [name, converter] of Object.entries({ LNB, HIGH_SIDE })) {
  test(`carriers are where the antenna has them, through ${name}`, LIMIT, async () => {
    const program = await start([...flagsOf(converter), '--center', '9850M']);
    const row = await rowOf(program, 1);
    assert.equal(row.center_hz, 9850e6);
    const strongest = row.center_hz - row.span_hz / 2 + (row.levels.indexOf(Math.max(...row.levels)) + 0.5) * row.bin_hz;
    assert.ok(Math.abs(strongest - atAntenna(100.3e6, converter)) < 2 * row.bin_hz, `${strongest}`);
    await checkCarriers(program, converter);
    const { source, tuning } = await program.get('api/v1/status');
    assert.deepEqual([source.center_hz, source.radio_center_hz, tuning.center], [9850e6, 100e6, 9850e6]);
    const { rows: [old] } = await program.get('api/v1/history?rows=1');
    assert.equal(old.center_hz, 9850e6);
  });

  test(`a sweep covers what was named, through ${name}`, LIMIT, async () => {
    const program = await start([...flagsOf(converter), '--span', '9845.2M:9854.8M', '--dwell', '0.1']);
    await eventually(async () => (await program.get('api/v1/status')).rows.sequence > 3, 'sweeps');
    await checkCarriers(program, converter);
    const { sweep } = await program.get('api/v1/status');
    assert.equal(sweep.from_hz, 9845.2e6);
  });
}

test('a converter is changed at run time, and old rows keep their frequencies', LIMIT, async () => {
  const program = await start(['--center', '100M']);
  await rowOf(program, 1);
  for (const converter of [LNB, HIGH_SIDE]) {
    const { generation, tuning } = await program.patch(converter);
    assert.equal(tuning.center, 9850e6, 'the radio stays where it is');
    await rowOf(program, generation);
    await checkCarriers(program, converter);
  }
  const { rows } = await program.get('api/v1/history?since=-60&rows=2000&bins=16');
  assert.deepEqual([...new Set(rows.map(({ center_hz: center }) => center))], [100e6, 9850e6]);
});

test('a refusal names both frequencies', LIMIT, async () => {
  const program = await start([...flagsOf(LNB), '--center', '9850M']);
  const { error } = await program.patch({ center: '100M' });
  assert.match(error.message, /^center: 100MHz is -9\.65GHz at the radio, with radio\.offset -9\.75GHz: /);
});

test('rtl_power\'s file and recordings are in frequencies of the antenna', LIMIT, async () => {
  const file = join(folder, 'power.csv');
  const range = ['-f', '9849M:9851M:10k', '-i', '1', '-1'];
  const swept = spawnSync(REAL, ['sweep', ...range, ...SIM, ...flagsOf(HIGH_SIDE), file], { encoding: 'utf8', timeout: 60_000 });
  assert.equal(swept.status, 0, swept.stderr);
  const levels = readFileSync(file, 'utf8').trim().split('\n').map((line) => line.split(', ')).flatMap(
    ([, , from, , step, , ...db]) => db.map((level, n) => ({ hz: Number(from) + n * Number(step), db: Number(level) })));
  const strongest = levels.reduce((best, level) => (level.db > best.db ? level : best));
  assert.ok(Math.abs(strongest.hz - atAntenna(100.3e6, HIGH_SIDE)) <= 10e3, JSON.stringify(strongest));

  const stem = join(folder, 'band');
  const recorded = spawnSync(REAL, ['record', stem, ...SIM, ...flagsOf(HIGH_SIDE), '--center', '9850M', '--duration', '1s'], { encoding: 'utf8', timeout: 60_000 });
  assert.equal(recorded.status, 0, recorded.stderr);
  assert.equal(JSON.parse(readFileSync(`${stem}.sigmf-meta`, 'utf8')).captures[0]['core:frequency'], 9850e6);
  // Played under the same settings it is not converted again.
  const played = await startProgram(['--source', `file:${stem}.sigmf-meta`, '--file-loop', '--fft', '2048', ...flagsOf(HIGH_SIDE)]);
  stop.push(played);
  await rowOf(played, 1);
  await checkCarriers(played, HIGH_SIDE);
});

test('the page shows and takes frequencies of the antenna', LIMIT, async () => {
  const program = await start([...flagsOf(LNB), '--center', '9850M']);
  const browser = await launchBrowser();
  try {
    const { page, complaints } = await openPage(browser, program.url);
    assert.equal(await page.inputValue('#center'), '9850M');
    await page.fill('#frequency', '9851M');
    await page.press('#frequency', 'Enter');
    const shown = await waitForFacts(page, ({ band }) => Math.abs((band.fromHz + band.toHz) / 2 - 9851e6) < 1e3);
    assert.ok(shown.band.toHz - shown.band.fromHz > 2e6, JSON.stringify(shown.band));
    assert.equal((await program.get('api/v1/status')).source.radio_center_hz, 101e6);
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
  }
});
