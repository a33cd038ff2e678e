// SPDX-License-Identifier: MIT
// A tone at TONES random frequencies, through librtlsdr and through SoapySDR's module: it must appear in its bin, give or
// take the tuner's steps, and at its level. The radio is tuned so that the tone lies anywhere in the band.

import test from 'node:test';
import assert from 'node:assert/strict';
import { eventually, startProgram } from './program.mjs';
import { withSticks } from './sticks.mjs';

const TONES = Number(process.env.TONES ?? 25);
const LIMIT = { timeout: 60_000 + TONES * 2_000 };
const RATE = 2.4e6;
const FFT = 4096;
const TUNER_STEP_HZ = 1400; // librtlsdr 0.6 rounds to kHz, then its loop divides what is left in steps that leave another 0.9 kHz
const LEVEL_DB = 0.1;

/** Deterministic, in [0, 1). */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const next = random(1);
const tones = Array.from({ length: TONES }, (_, i) => ({
  hz: Math.round(30e6 + ((i + 0.6 * next()) / TONES) * 1.72e9), // never two in one band
  level: -10 - Math.round(next() * 20),
  // From the middle of the band, where the constant part is taken away.
  offset: Math.round((10e3 + next() * (0.4 * RATE - 10e3)) * (next() < 0.5 ? -1 : 1)),
}));
const scene = {
  noise: -104, // enough for 8 bits to be linear: half a count and more
  signals: tones.map(({ hz, level }) => ({ kind: 'carrier', frequency: `${hz}`, level })),
};

for (const kind of ['rtlsdr', 'soapy:driver=rtlsdr']) {
  test(`${kind}: ${tones.length} tones are where and as strong as they are`, LIMIT, () => withSticks([{}], async (sticks) => {
    const program = await startProgram(['--source', kind, '--rate', `${RATE}`, '--fft', `${FFT}`, '--window', 'flattop', '--gain', '28', '--rows', '40'], sticks.environment);
    const errors = { hz: 0, db: 0 };
    try {
      await eventually(async () => (await program.get('api/v1/status')).source.state === 'streaming', 'samples');
      for (const { hz, level, offset } of tones) {
        const { generation } = await program.patch({ center: hz - offset });
        const row = await eventually(async () => {
          const seen = await program.get(`api/v1/spectrum?bins=${FFT}`);
          return seen.generation >= generation && !seen.flags.includes('retuned') && seen;
        }, `a row at ${hz - offset}`);
        const strongest = Math.max(...row.levels);
        const seenHz = row.center_hz - row.span_hz / 2 + row.levels.indexOf(strongest) * row.bin_hz;
        errors.hz = Math.max(errors.hz, Math.abs(seenHz - hz));
        errors.db = Math.max(errors.db, Math.abs(strongest - level));
        assert.ok(Math.abs(seenHz - hz) <= row.bin_hz + TUNER_STEP_HZ, `${hz} Hz seems to be ${seenHz} Hz`);
        assert.ok(Math.abs(strongest - level) <= LEVEL_DB, `${level} dBFS at ${hz} Hz seem to be ${strongest}`);
      }
    } finally {
      await program.stop();
    }
    console.log(`# ${kind}: at most ${errors.hz.toFixed(0)} Hz and ${errors.db.toFixed(3)} dB off; a bin is ${(RATE / FFT).toFixed(0)} Hz`);
  }, scene));
}

test('a ppm with a fraction is rounded to what the stick can do, and that is what is reported', LIMIT, () => withSticks([{}], async (sticks) => {
  const program = await startProgram(['--source', 'rtlsdr'], sticks.environment);
  try {
    await eventually(async () => (await program.get('api/v1/status')).source.state === 'streaming', 'samples');
    for (const [ppm, rounded] of [[-1.7, -2], [1.4, 1], [-2.4, -2]]) {
      const { generation } = await program.patch({ ppm });
      const { source } = await eventually(async () => {
        const status = await program.get('api/v1/status');
        return status.source.generation >= generation && status;
      }, `${ppm} ppm`);
      assert.equal(source.ppm, rounded);
    }
  } finally {
    await program.stop();
  }
}));
