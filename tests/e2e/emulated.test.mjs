// SPDX-License-Identifier: MIT
// The program as it is built for another machine, under emulation: it starts, tries that machine's vector unit
// (VECTOR_UNIT), and reports the levels of the scene. Needs the program (SPECTRUMD_BIN) and what to run it under (SPECTRUMD_EMULATOR).

import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventually, startProgram } from './program.mjs';

const SCENE = fileURLToPath(new URL('agreement.scene.json', import.meta.url));
const RATE_HZ = 1.024e6; // of which an emulator makes more than a busy machine asks for

test('it receives the simulated band and serves it', { timeout: 300_000 }, async () => {
  const program = await startProgram(['--sim-scene', SCENE, '--rate', String(RATE_HZ), '--fft', '1024']);
  try {
    const status = await eventually(async () => {
      const now = await program.get('api/v1/status');
      return now.rows.sequence > 0 && now;
    }, 'a row', 60_000);
    assert.equal(status.source.state, 'streaming');
    assert.ok(status.backend.candidates.find(({ name }) => name === `cpu:${process.env.VECTOR_UNIT}`)?.frame_us > 0);
    assert.ok(status.samples.processed > 0);
    assert.match(await (await fetch(program.url)).text(), /<html/);

    const row = await program.get('api/v1/spectrum?bins=65536');
    assert.equal(row.span_hz, RATE_HZ);
    const levelAt = (hz) => row.levels[Math.round((hz - (row.center_hz - row.span_hz / 2)) / row.bin_hz)];
    const scene = JSON.parse(readFileSync(SCENE, 'utf8').replace(/^\s*\/\/.*$/gm, ''));
    const carriers = scene.signals.filter(({ kind }) => kind === 'carrier')
      .map(({ frequency, level }) => ({ hz: Number(frequency.replace('M', '')) * 1e6, level }))
      .filter(({ hz }) => Math.abs(hz - row.center_hz) < RATE_HZ / 2);
    assert.equal(carriers.length, 2);
    for (const { hz, level } of carriers) {
      assert.ok(Math.abs(levelAt(hz) - level) <= 0.1, `${hz} Hz is at ${level} dBFS, but ${levelAt(hz)} is reported`);
    }
  } finally {
    assert.equal((await program.stop('SIGTERM')).code, 0);
  }
});
