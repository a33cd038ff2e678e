// SPDX-License-Identifier: MIT
// Guests of one radio: rtl_433, gqrx and welle-cli at the same time, each with its own center and rate in the band, each
// of which finds a carrier where it is.

import test from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './free_port.mjs';
import { Programs, strongestHz } from './guest_programs.mjs';
import { eventually, startProgram, temporaryFolder } from './program.mjs';

// About block 5A of DAB, whose rate of 2.048 MS/s is half of the band.
const BAND = ['--rate', '4.2M', '--center', '174.928M'];
const CARRIERS_HZ = [174.15e6, 175.028e6, 175.4e6], LEVEL_DB = -30;

async function rtl433(programs, port, folder) {
  const file = join(folder, 'rtl_433.cu8'), rate = 250e3, centerHz = 174.1e6;
  const child = programs.start('rtl_433', ['-d', `rtl_tcp:127.0.0.1:${port}`, '-f', String(centerHz), '-s', String(rate), '-w', `cu8:${file}`]);
  const bytes = await eventually(() => existsSync(file) && readFileSync(file).length > 2 * rate && readFileSync(file), () => child.printed);
  const foundHz = centerHz + strongestHz(bytes.subarray(rate, 2 * rate), rate);
  assert.ok(Math.abs(foundHz - CARRIERS_HZ[0]) < 1000, `rtl_433: ${foundHz}`);
}

// Its spectrum has 2048 bins of 1 kHz, the center in the middle. -u: a carrier is nothing to lock to.
async function welle(programs, port) {
  const http = await freePort();
  const child = programs.start('welle-cli', ['-u', '-F', `rtl_tcp,127.0.0.1:${port}`, '-c', '5A', '-w', String(http)]);
  const expected = CARRIERS_HZ.map((hz) => 1024 + (hz - 174.928e6) / 1000);
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${http}/spectrum`).catch(() => null);
    if (!answer?.ok) return false;
    const levels = new Float32Array(await answer.arrayBuffer());
    const strongest = [...levels.keys()].sort((a, b) => levels[b] - levels[a]).slice(0, 3).sort((a, b) => a - b);
    return strongest.every((bin, i) => Math.abs(bin - expected[i]) <= 1) && levels.length === 2048;
  }, () => `carriers at ${expected}: ${child.printed}`);
}

/** One question to gqrx's remote control; null while there is none. */
const asked = (port, question) => new Promise((done) => {
  const socket = connect(port, '127.0.0.1');
  socket.once('error', () => done(null)).once('connect', () => socket.write(`${question}\n`));
  socket.once('data', (answer) => { done(String(answer).trim()); socket.destroy(); });
});

// Without a screen, but it plays to a sound server.
async function gqrx(programs, port, folder) {
  const remote = await freePort();
  const home = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), XDG_RUNTIME_DIR: folder, QT_QPA_PLATFORM: 'offscreen' };
  mkdirSync(home.XDG_CONFIG_HOME);
  const sound = programs.start('pulseaudio', ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '-L', 'module-null-sink', '-L', 'module-native-protocol-unix'], home);
  await eventually(() => existsSync(join(folder, 'pulse', 'native')), () => sound.printed);
  const configuration = join(folder, 'gqrx.conf');
  writeFileSync(configuration, `[General]\nconfigversion=3\ncrashed=false\n\n[input]\ndevice="rtl_tcp=127.0.0.1:${port}"\nfrequency=175300000\nsample_rate=1000000\n\n`
    + `[remote_control]\nallowed_hosts=127.0.0.1, ::ffff:127.0.0.1\nenabled=true\nport=${remote}\n`);
  const child = programs.start('gqrx', ['-c', configuration], home);
  await eventually(async () => await asked(remote, 'U DSP 1') === 'RPRT 0', () => child.printed);
  for (const command of ['M AM 10000', `F ${CARRIERS_HZ[2]}`]) assert.equal(await asked(remote, command), 'RPRT 0');
  await eventually(async () => Math.abs(Number(await asked(remote, 'l STRENGTH')) - LEVEL_DB) < 3, () => `the carrier: ${child.printed}`);
  assert.equal(await asked(remote, `F ${CARRIERS_HZ[2] + 50_000}`), 'RPRT 0');
  await eventually(async () => Number(await asked(remote, 'l STRENGTH')) < LEVEL_DB - 15, 'the noise next to it');
}

test('rtl_433, gqrx and welle-cli have a radio each', { timeout: 180_000 }, async () => {
  const folder = temporaryFolder(), scene = join(folder, 'scene.json');
  writeFileSync(scene, JSON.stringify({ noise: -100, signals: CARRIERS_HZ.map((hz) => ({ kind: 'carrier', frequency: String(hz), level: LEVEL_DB })) }));
  const program = await startProgram([...BAND, '--sim-scene', scene, '--share', 'rtl_tcp=0', '--share-channels', 'true']);
  const programs = new Programs();
  try {
    const port = Number((await eventually(() => /share: .*:(\d+)/.exec(program.log), 'the port'))[1]);
    await Promise.all([rtl433(programs, port, folder), welle(programs, port), gqrx(programs, port, temporaryFolder())]);
    assert.ok(program.log.match(/a client receives samples/g).length >= 3);
    assert.doesNotMatch(program.log, /a client disconnected/, 'all at once');
    const { tuning } = await program.get('api/v1/tuning');
    assert.deepEqual([tuning.center, tuning.rate], [174.928e6, 4.2e6], 'the radio stays where it is');
  } finally {
    programs.stop();
    await program.stop();
  }
});
