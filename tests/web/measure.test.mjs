// SPDX-License-Identifier: MIT
// Measurements against the powers of a scene, which are known in double.

import test from 'node:test';
import assert from 'node:assert/strict';
import { RBW_HZ, Scene, TRANSFORM_BIN_HZ } from './double_scene.mjs';
import { decibels, powerIn, powerSpectrumOf } from '../../web/measure/power_spectrum.js';
import { measureChannel } from '../../web/measure/channel.js';
import { bandDownBy, occupiedBand } from '../../web/measure/bandwidth.js';
import { noiseDensity, quartileOfNoise } from '../../web/measure/noise.js';
import { harmonicsOf, strongestTones, thirdOrder } from '../../web/measure/tones.js';

const near = (actual, expected, within, what) =>
  assert.ok(Math.abs(actual - expected) <= within, `${what}: ${actual} is not within ${within} of ${expected}`);
const spectrumOf = (scene, bins) => powerSpectrumOf(scene.row(bins), 1.5, TRANSFORM_BIN_HZ);

/** A channel of 60 kHz, -40 dB in all, over noise, with unequal neighbours 100 kHz away. */
function channels() {
  const scene = new Scene();
  scene.noise(99.5e6, 100.5e6, -120).noise(99.97e6, 100.03e6, -40 - decibels(60e3));
  return scene.noise(99.875e6, 99.925e6, -95).noise(100.075e6, 100.125e6, -105);
}
const BAND = { fromHz: 99.96e6, toHz: 100.04e6 };
const HOW = { spacingHz: 100e3, share: 0.99, downDb: 26 };

for (const bins of [1024, 256]) {
  test(`power, density, SNR and neighbours of a channel are those of the scene: ${bins} bins`, () => {
    const scene = channels();
    const truth = (from, to) => scene.power(from, to);
    const reading = measureChannel(spectrumOf(scene, bins), BAND, HOW);
    const power = truth(BAND.fromHz, BAND.toHz);
    near(reading.powerDb, decibels(power), 0.1, 'channel power');
    near(reading.densityDb, decibels(power / 80e3), 0.1, 'density');
    near(reading.noiseDb, -120, 0.5, 'noise per Hz');
    near(reading.snrDb, decibels((power - 80e3 * 1e-12) / (80e3 * 1e-12)), 0.5, 'SNR');
    near(reading.lowerDbc, decibels(truth(99.86e6, 99.94e6) / power), 0.15, 'lower neighbour');
    near(reading.upperDbc, decibels(truth(100.06e6, 100.14e6) / power), 0.15, 'upper neighbour');
  });
}

test('a neighbour that is not received has no level', () => {
  const reading = measureChannel(spectrumOf(channels(), 1024), { fromHz: 99.51e6, toHz: 99.55e6 }, { ...HOW, spacingHz: 40e3 });
  assert.ok(Number.isNaN(reading.lowerDbc));
  assert.ok(Number.isFinite(reading.upperDbc));
});

test('a tone has its power in any channel around it, wherever it lies between two bins', () => {
  for (const part of [0, 0.25, 0.5]) {
    const scene = new Scene();
    scene.noise(99.5e6, 100.5e6, -130);
    const hz = scene.tone(100.1e6 + part * TRANSFORM_BIN_HZ, -12);
    near(decibels(powerIn(spectrumOf(scene, 1024), { fromHz: hz - 5e3, toHz: hz + 5e3 })), -12, 0.02, `at ${part}`);
  }
});

test('99 % of the power lies in the occupied band, half of the rest on either side', () => {
  const scene = channels();
  const band = occupiedBand(spectrumOf(scene, 1024), BAND, 0.99);
  near(band.fromHz, scene.quantile(BAND.fromHz, BAND.toHz, 0.005), RBW_HZ / 2, 'lower edge');
  near(band.toHz, scene.quantile(BAND.fromHz, BAND.toHz, 0.995), RBW_HZ / 2, 'upper edge');
});

test('the occupied band of two tones reaches from one to the other', () => {
  const scene = new Scene();
  const [low, high] = [scene.tone(99.98e6, -20), scene.tone(100.02e6, -20)];
  const band = occupiedBand(spectrumOf(scene, 1024), BAND, 0.99);
  near(band.fromHz, low, RBW_HZ, 'lower edge');
  near(band.toHz, high, RBW_HZ, 'upper edge');
});

test('the band outside of which all is x dB down ends at the tone that is less than x dB down', () => {
  const scene = new Scene();
  scene.noise(99.5e6, 100.5e6, -140);
  scene.tone(100e6, -20);
  const at = { below: scene.tone(99.99e6, -40), above: scene.tone(100.02e6, -50) };
  const narrow = bandDownBy(spectrumOf(scene, 1024), BAND, 26);
  near(narrow.fromHz, at.below, 2 * RBW_HZ, '20 dB down is inside of 26');
  near(narrow.toHz, 100e6, 2 * RBW_HZ, '30 dB down is outside');
  near(bandDownBy(spectrumOf(scene, 1024), BAND, 35).toHz, at.above, 2 * RBW_HZ, '30 dB down is inside of 35');
});

test('without data there is no measurement, and none outside of them', () => {
  const row = channels().row();
  row.levels.mean.fill(0);
  const empty = powerSpectrumOf(row, 1.5, TRANSFORM_BIN_HZ);
  assert.ok(Number.isNaN(powerIn(empty, BAND)));
  assert.equal(occupiedBand(empty, BAND, 0.99), null);
  assert.equal(bandDownBy(empty, BAND, 26), null);
  assert.ok(Number.isNaN(noiseDensity(empty, null)));
  assert.deepEqual(strongestTones(empty, BAND, 2), []);
  assert.ok(Number.isNaN(powerIn(spectrumOf(channels(), 1024), { fromHz: 99.4e6, toHz: 99.6e6 })));
});

test('the lower quartile of averaged noise is where its distribution has it', () => {
  const scene = new Scene(7);
  for (const averages of [1, 4, 16, 256]) {
    const means = Float64Array.from({ length: 20_000 }, () => {
      let sum = 0;
      for (let count = 0; count < averages; ++count) sum -= Math.log(scene.random());
      return sum / averages;
    }).sort();
    near(decibels(quartileOfNoise(averages)), decibels(means[5000]), 0.15, `of ${averages}`);
  }
});

test('noise per hertz is that of the scene although signals fill half of it', () => {
  const scene = new Scene(3).noise(99.5e6, 100.5e6, -118);
  scene.noise(99.6e6, 99.9e6, -90).noise(100.2e6, 100.4e6, -100);
  near(decibels(noiseDensity(spectrumOf(scene, 1024), null)), -118, 0.5, 'noise');
});

test('tones are found with their power and frequency, strongest first', () => {
  const scene = new Scene();
  scene.noise(99.5e6, 100.5e6, -115);
  const tones = [[100.0304e6, -20], [99.9001e6, -35.5], [100.0507e6, -42]].map(([hz, db]) => ({ hz: scene.tone(hz, db), db }));
  const found = strongestTones(spectrumOf(scene, 1024), { fromHz: 99.8e6, toHz: 100.2e6 }, 3);
  assert.equal(found.length, 3);
  found.forEach((tone, index) => {
    near(decibels(tone.power), tones[index].db, 0.1, 'power');
    near(tone.hz, tones[index].hz, 0.05 * TRANSFORM_BIN_HZ, 'frequency');
  });
  assert.equal(strongestTones(spectrumOf(scene, 1024), { fromHz: 99.6e6, toHz: 99.7e6 }, 3).length, 0, 'noise has none');
});

test('third-order products and the intercept point of two tones', () => {
  const scene = new Scene();
  scene.noise(99.5e6, 100.5e6, -125);
  for (const [hz, db] of [[99.99e6, -20], [100.01e6, -20], [99.97e6, -62], [100.03e6, -60]]) scene.tone(hz, db);
  const spectrum = spectrumOf(scene, 1024);
  const found = thirdOrder(spectrum, strongestTones(spectrum, { fromHz: 99.985e6, toHz: 100.015e6 }, 2));
  near(found.lowerDbc, -42, 0.2, 'lower product');
  near(found.upperDbc, -40, 0.2, 'upper product');
  near(found.ip3Db, 0, 0.2, 'intercept');
});

test('harmonics and their total; what is outside of the band is left out', () => {
  const row = { ...harmonicScene().row(), centerHz: 0.5e6 }; // 0 to 1 MHz, as with direct sampling
  const spectrum = powerSpectrumOf(row, 1.5, TRANSFORM_BIN_HZ);
  const [fundamental] = strongestTones(spectrum, { fromHz: 0.15e6, toHz: 0.3e6 }, 1);
  near(fundamental.hz, 200e3, 100, 'fundamental');
  const { harmonics, thdDb } = harmonicsOf(spectrum, fundamental, 6);
  assert.deepEqual(harmonics.map(({ order }) => order), [2, 3, 4]);
  near(harmonics[0].dbc, -40, 0.2, 'second');
  near(harmonics[1].dbc, -30, 0.2, 'third');
  assert.equal(harmonics[2].dbc, -Infinity, 'the fourth is hidden in the noise');
  near(thdDb, decibels(1e-4 + 1e-3), 0.2, 'THD');
});

function harmonicScene() {
  const scene = new Scene();
  scene.noise(99.5e6, 100.5e6, -130);
  for (const [hz, db] of [[99.7e6, -10], [99.9e6, -50], [100.1e6, -40]]) scene.tone(hz, db);
  return scene;
}
