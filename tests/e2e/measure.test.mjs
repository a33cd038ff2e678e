// SPDX-License-Identifier: MIT
// The page's measurements of what the program sends, against the scene. Needs the program (SPECTRUMD_BIN).

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { eventually, startProgram } from './program.mjs';
import { meanQuery, spectrumOf } from '../../web/feed/mean_spectrum.js';
import { measureChannel } from '../../web/measure/channel.js';
import { strongestTones } from '../../web/measure/tones.js';

const SCENE = fileURLToPath(new URL('measure.scene.json', import.meta.url));
const LIMIT = { timeout: 180_000 };
const NOISE_DB = -95;
const [CARRIER_HZ, CARRIER_DB] = [100_300_210, -20];
const [FM_HZ, FM_DB, INDEX, TONE_HZ] = [99.7e6, -25, 4, 1000];

let server;
before(async () => {
  server = await startProgram(['--source', 'sim', '--sim-scene', SCENE]);
}, LIMIT);
after(() => server?.stop());

const near = (actual, expected, within, what) =>
  assert.ok(Math.abs(actual - expected) <= within, `${what}: ${actual} is not within ${within} of ${expected}`);

/** The mean spectrum of a second, once rows of the transform have lasted so long. */
async function spectrum(change, band, bins) {
  await server.patch(change);
  const began = Date.now();
  return eventually(async () => {
    const status = await server.get('api/v1/status');
    const { time, generation, duration_seconds: duration } = await server.get('api/v1/spectrum?bins=1');
    const newest = Date.parse(time);
    if (generation !== status.source.generation || status.backend.planning || newest - duration * 1000 < began + 3000) return null;
    const response = await fetch(new URL(`api/v1/history?${meanQuery(band, bins, { from: newest - 1000, to: newest + 1 })}`, server.url),
      { headers: { Accept: 'application/octet-stream' } });
    return spectrumOf(await response.arrayBuffer(), status);
  }, `rows of ${JSON.stringify(change)}`, 60_000);
}

for (const window of ['hann', 'blackman-harris', 'flattop', 'rectangle']) {
  test(`power of a carrier and noise per hertz do not depend on the window: ${window}`, LIMIT, async () => {
    const band = { fromHz: CARRIER_HZ - 50e3, toHz: CARRIER_HZ + 50e3 };
    const channel = { fromHz: CARRIER_HZ - 15e3, toHz: CARRIER_HZ + 15e3 };
    const reading = measureChannel(await spectrum({ window, fft: 4096 }, band, 8192), channel, { spacingHz: 30e3, share: 0.99, downDb: 26 });
    near(reading.powerDb, CARRIER_DB, window === 'rectangle' ? 0.4 : 0.2, 'channel power'); // a rectangle has far skirts
    if (window === 'rectangle') return;
    near(reading.noiseDb, NOISE_DB, 0.4, 'noise per Hz');
    near(reading.snrDb, CARRIER_DB - (NOISE_DB + 10 * Math.log10(30e3)), 0.5, 'SNR');
  });
}

test('a tone is found at its level and frequency, pooled or not', LIMIT, async () => {
  const band = { fromHz: 98.8e6, toHz: 101.2e6 };
  for (const bins of [8192, 1024]) {
    const [tone] = strongestTones(await spectrum({ window: 'hann', fft: 4096 }, band, bins), { fromHz: 100.2e6, toHz: 100.4e6 }, 1);
    near(10 * Math.log10(tone.power), CARRIER_DB, 0.2, `level of ${bins} bins`);
    near(tone.hz, CARRIER_HZ, bins === 8192 ? 40 : 600, `frequency of ${bins} bins`);
  }
});

/** The Bessel function of the first kind, by its integral. */
function bessel(order, x) {
  const steps = 2000;
  let sum = 0;
  for (let step = 0; step < steps; ++step) {
    const angle = ((step + 0.5) * Math.PI) / steps;
    sum += Math.cos(order * angle - x * Math.sin(angle));
  }
  return sum / steps;
}

test('the occupied band of FM reaches to the side lines that have the last per cent', LIMIT, async () => {
  const band = { fromHz: FM_HZ - 40e3, toHz: FM_HZ + 40e3 };
  const found = await spectrum({ window: 'hann', fft: 65536 }, band, 8192);
  const channel = { fromHz: FM_HZ - 10e3, toHz: FM_HZ + 10e3 };
  const { powerDb, occupied, noiseDb } = measureChannel(found, channel, { spacingHz: 20e3, share: 0.99, downDb: 26 });
  near(powerDb, FM_DB, 0.2, 'channel power');
  near(noiseDb, NOISE_DB, 0.4, 'noise per Hz');
  let lines = 0;
  for (let within = bessel(0, INDEX) ** 2; within < 0.99; within += 2 * bessel(++lines, INDEX) ** 2);
  near(occupied.toHz - occupied.fromHz, 2 * lines * TONE_HZ, 3 * found.rbwHz, '99 % bandwidth');
});
