// SPDX-License-Identifier: MIT
// The daemon built for another processor: a carrier of known level and frequency, asked for as JSON.

import test from 'node:test';
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { eventually, startProgram } from '../e2e/program.mjs';

const SCENE = fileURLToPath(new URL('../e2e/agreement.scene.json', import.meta.url));
const CARRIER = { hz: 100.3e6, db: -20 };

test('the simulated carrier stands in the spectrum', { timeout: 120_000 }, async () => {
  const program = await startProgram(
    ['--sim-scene', SCENE, '--center', '100.35M', '--rate', '250k', '--fft', '1024', '--rows', '4']);
  try {
    const status = await eventually(async () => {
      const now = await program.get('api/v1/status');
      return now.rows.sequence > 2 && now;
    }, 'rows', 60_000);
    assert.equal(status.backend.name, 'cpu');
    const row = await program.get('api/v1/spectrum?bins=1024');
    const strongest = row.levels.indexOf(Math.max(...row.levels));
    const hz = row.center_hz - row.span_hz / 2 + strongest * row.bin_hz;
    assert.ok(Math.abs(hz - CARRIER.hz) <= row.bin_hz, `at ${hz} Hz`);
    assert.ok(Math.abs(row.levels[strongest] - CARRIER.db) <= 0.5, `${row.levels[strongest]} dBFS`);
  } finally {
    await program.stop();
  }
});
