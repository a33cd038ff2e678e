// SPDX-License-Identifier: MIT
// Sweeps of a known band: live, and as rtl_power's file.

import test, { afterEach } from 'node:test';
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { eventually, startProgram } from './program.mjs';

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
