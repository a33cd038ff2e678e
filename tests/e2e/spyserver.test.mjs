// SPDX-License-Identifier: MIT
// Clients of SpyServer, which Debian does not have: readers as strict as AIS-catcher, SDR++ and a client of spectra are,
// after their sources, side by side.

import test from 'node:test';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually, startProgram, temporaryFolder } from './program.mjs';
import { client } from './spy_client.mjs';

const RATE = 1_024_000, CENTER_HZ = 100e6, TONE_HZ = 100_200_000, TONE_DB = -20;

const joined = (messages) => Buffer.concat(messages.map(({ body }) => body));

/** Mean frequency and power of samples {re, im}. */
function tone(samples, rate) {
  let re = 0, im = 0, power = 0;
  for (let i = 1; i < samples.length; i++) {
    const [a, b] = [samples[i - 1], samples[i]];
    re += b.re * a.re + b.im * a.im;
    im += b.im * a.re - b.re * a.im;
    power += b.re * b.re + b.im * b.im;
  }
  return { hz: (Math.atan2(im, re) / (2 * Math.PI)) * rate, db: 10 * Math.log10(power / (samples.length - 1)) };
}

function shorts(bytes, gainDb = 0) {
  const factor = 10 ** (gainDb / 20) * 32768;
  return Array.from({ length: bytes.length / 4 }, (_, i) => ({ re: bytes.readInt16LE(4 * i) / factor, im: bytes.readInt16LE(4 * i + 2) / factor }));
}

const octets = (bytes) => Array.from({ length: bytes.length / 2 }, (_, i) => ({ re: (bytes[2 * i] - 128) / 128, im: (bytes[2 * i + 1] - 128) / 128 }));

// The first second or so of a channel has its filter's beginning.
const settled = (samples) => samples.slice(samples.length >> 2);

/** AIS-catcher: two messages, then samples whose type has no flags; s16 at the stage nearest to 288 kHz. */
async function asStrict(port) {
  const ais = await client(port, 'AIS-catcher');
  const { maximumRate } = await ais.greeted();
  for (const [setting, value] of [['mode', 1], ['digitalGain', 0], ['iqFormat', 2], ['iqFrequency', TONE_HZ - 20_000], ['iqDecimation', 2], ['enabled', 1]])
    ais.set(setting, value);
  await ais.wait('samples', () => ais.ofType(101).length >= 40);
  for (const { type, flags } of ais.messages.slice(2)) assert.ok(flags === 0 && [1, 101].includes(type), `${type} ${flags}`);
  const found = tone(settled(shorts(joined(ais.ofType(101)))), maximumRate / 4);
  assert.ok(Math.abs(found.hz - 20_000) < 200 && Math.abs(found.db - TONE_DB) < 1, JSON.stringify(found));
  return ais;
}

/** SDR++: dies on an empty body, divides by the digital gain, counts samples. */
async function asGreedy(port, program, { stage, format, type, read }) {
  const sdr = await client(port, 'SDR++');
  const { deviceType, maximumRate, stages, forcedFormat } = await sdr.greeted();
  assert.ok(deviceType === 3 && stages >= stage && forcedFormat === 0);
  const gainDb = Math.floor(3.01 * stage);
  for (const [setting, value] of [['iqFormat', format], ['iqDecimation', stage], ['iqFrequency', TONE_HZ - 5000], ['mode', 1], ['gain', 0],
    ['digitalGain', gainDb], ['enabled', 1], ['iqFrequency', TONE_HZ - 5000]]) sdr.set(setting, value);
  const received = async () => (await program.get('api/v1/status')).samples.received;
  await sdr.wait('samples', () => sdr.ofType(type).length > 0);
  const before = { samples: joined(sdr.ofType(type)).length, received: await received() };
  let ratio = NaN; // of what is under way less and less is seen
  await eventually(async () => {
    const radio = await received() - before.received;
    ratio = radio / ((joined(sdr.ofType(type)).length - before.samples) / (type === 100 ? 2 : 4));
    return radio > 4 * RATE && Math.abs(ratio / 2 ** stage - 1) < 0.05;
  }, `stage ${stage}: the rate that was announced`);
  const iq = sdr.ofType(type);
  iq.forEach(({ flags, sequence }, i) => assert.deepEqual([flags, sequence], [gainDb, i]));
  const found = tone(settled(read(joined(iq.slice(0, 60)), gainDb)), maximumRate / 2 ** stage);
  assert.ok(Math.abs(found.db - TONE_DB) < 1.5, JSON.stringify(found));
  return { sdr, hz: found.hz };
}

/** A client of spectra: mode 5, 1024 pixels. */
async function asSpectrum(port) {
  const fft = await client(port, 'spyserver_client');
  const { maximumBandwidth } = await fft.greeted();
  for (const [setting, value] of [['mode', 5], ['pixels', 1024], ['dbOffset', 0], ['dbRange', 127], ['digitalGain', 0], ['fftFormat', 1], ['iqFormat', 2],
    ['fftFrequency', CENTER_HZ], ['iqFrequency', CENTER_HZ], ['fftDecimation', 0], ['iqDecimation', 4], ['enabled', 1]]) fft.set(setting, value);
  await fft.wait('spectra and samples', () => fft.ofType(301).length >= 20 && fft.ofType(101).length > 0);
  const pixel = Math.round((TONE_HZ - CENTER_HZ + maximumBandwidth / 2) / maximumBandwidth * 1024);
  for (const { body } of fft.ofType(301)) {
    assert.equal(body.length, 1024);
    const strongest = body.indexOf(Math.max(...body));
    assert.ok(Math.abs(strongest - pixel) <= 2, `${strongest}, not ${pixel}`);
    assert.ok(Math.abs(body[strongest] / 255 * 127 - 127 - TONE_DB) < 3, String(body[strongest]));
  }
  return fft;
}

test('AIS-catcher, SDR++ and a client of spectra are served side by side', { timeout: 180_000 }, async () => {
  const scene = join(temporaryFolder(), 'scene.json');
  writeFileSync(scene, JSON.stringify({ noise: -100, signals: [{ kind: 'carrier', frequency: String(TONE_HZ), level: TONE_DB }] }));
  const program = await startProgram(['--sim-scene', scene, '--rate', String(RATE), '--center', String(CENTER_HZ), '--remove-dc', 'false',
    '--spyserver', '127.0.0.1:0']);
  try {
    const feed = async () => (await program.get('api/v1/feeds')).feeds[0];
    const port = Number((await feed()).address.split(':').at(-1));
    const scanner = connect(port, '127.0.0.1');
    scanner.on('error', () => {}).write(Buffer.from('434e584e00000001001000', 'hex'));
    await new Promise((done) => scanner.once('close', done));
    const [ais, narrow, whole, fft] = await Promise.all([
      asStrict(port),
      asGreedy(port, program, { stage: 5, format: 2, type: 101, read: shorts }),
      asGreedy(port, program, { stage: 0, format: 1, type: 100, read: octets }),
      asSpectrum(port),
    ]);
    assert.ok(Math.abs(narrow.hz - 5000) < 100, String(narrow.hz));
    assert.ok(Math.abs(whole.hz - (TONE_HZ - CENTER_HZ)) < 2000, `${whole.hz}: the whole band is where the radio is`);
    const { clients, state, cause, may_tune: mayTune } = await feed();
    assert.deepEqual([clients, state, cause, mayTune], [4, 'listening', '', false]);
    assert.equal((await program.get('api/v1/tuning')).tuning.center, CENTER_HZ, 'no client may tune');
    for (const each of [ais, narrow.sdr, whole.sdr, fft]) each.close();
    await eventually(async () => (await feed()).clients === 0, 'all to be gone');
  } finally {
    await program.stop();
  }
});
