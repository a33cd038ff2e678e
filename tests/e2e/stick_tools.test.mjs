// SPDX-License-Identifier: MIT
// The simulated sticks are good enough for the programs that Debian has for real ones. All of them run unmodified.

import test from 'node:test';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from './free_port.mjs';
import { eventually, startProgram } from './program.mjs';
import { withSticks } from './sticks.mjs';

const LIMIT = { timeout: 60_000 };
const TONE = { noise: -110, signals: [{ kind: 'carrier', frequency: '100.1M', level: -20 }] };

/** Its output goes to a file: with a pipe that is closed before they end, these programs loop forever. */
function run(sticks, program, flags, interruptAfterMs = 30_000) {
  const file = join(sticks.folder, 'output');
  const output = openSync(file, 'w');
  const { status } = spawnSync(program, flags, { stdio: ['ignore', output, output], timeout: interruptAfterMs, killSignal: 'SIGINT',
    env: { ...process.env, ...sticks.environment } });
  closeSync(output);
  return { status, text: readFileSync(file, 'utf8') };
}

/** @returns {Promise<import('node:net').Socket | null>} */
const connected = (port) => new Promise((done) => {
  const socket = connect(port, '127.0.0.1', () => done(socket));
  socket.once('error', () => done(null));
});

test('rtl_test finds the stick, its tuner, its gains, and loses nothing', LIMIT, () => withSticks([{ serial: 'FAKE0001' }], async (sticks) => {
  const found = run(sticks, 'rtl_test', ['-t']);
  assert.match(found.text, /Realtek, RTL2838UHIDIR, SN: FAKE0001/);
  assert.match(found.text, /Found Rafael Micro R820T tuner/);
  assert.match(found.text, /Supported gain values \(29\): 0\.0 .* 49\.6/);
  const lostByStick = () => sticks.log().filter((line) => 'lost_bytes' in line).length;
  for (let tries = 0; ; ++tries) {
    const before = lostByStick();
    const counted = run(sticks, 'rtl_test', ['-s', '2400000'], 3000);
    // On a busy machine it does not fetch all in time. The stick knows, and then it is tried once more.
    if (lostByStick() > before && tries < 10) continue;
    assert.match(counted.text, /Samples per million lost \(minimum\): 0/);
    break;
  }
  assert.ok(sticks.log().some(({ mode, rate }) => mode === 'counter' && rate === 2.4e6), 'the test mode was on');
}));

/** Bytes that rtl_test has missed when a stick lost 100 and 54; null where the stick lost others too, as on a busy machine. */
async function missed() {
  let bytes = null;
  await withSticks(undefined, async (sticks) => {
    sticks.command('0 lose 100 @300000');
    sticks.command('0 lose 54 @900000');
    const { text } = run(sticks, 'rtl_test', ['-s', '2400000'], 3000);
    const lost = Math.max(...sticks.log().map((line) => line.lost_bytes ?? 0));
    if (lost === 154) bytes = [...text.matchAll(/lost at least (\d+) bytes/g)].map((match) => Number(match[1]));
  });
  return bytes;
}

test('rtl_test counts what the sticks lose', LIMIT, async () => {
  let lost = null;
  for (let tries = 0; lost === null && tries < 10; ++tries) lost = await missed();
  // It does not mind whether its counter wrapped round in between: 100 and 156 are the same to it.
  assert.deepEqual(lost?.map((bytes) => Math.min(bytes, 256 - bytes)), [100, 54]);
});

test('rtl_power sees a carrier where it is', LIMIT, () => withSticks(undefined, async (sticks) => {
  const file = join(sticks.folder, 'power.csv');
  const { status } = run(sticks, 'rtl_power', ['-f', '99M:101M:10k', '-i', '1', '-1', file]);
  assert.equal(status, 0);
  const [, , low, , step, , ...levels] = readFileSync(file, 'utf8').trim().split('\n')[0].split(', ').map(Number);
  const strongest = low + step * levels.indexOf(Math.max(...levels));
  assert.ok(Math.abs(strongest - 100.1e6) <= step, `at ${strongest}`);
}, TONE));

test('rtl_tcp serves a program that reads in real time', LIMIT, () => withSticks(undefined, async (sticks) => {
  const port = await freePort();
  const server = spawn('rtl_tcp', ['-a', '127.0.0.1', '-p', `${port}`, '-s', '2400000'],
    { env: { ...process.env, ...sticks.environment }, stdio: 'ignore' });
  try {
    const socket = await eventually(() => connected(port), 'rtl_tcp to listen');
    const began = Date.now();
    let bytes = 0;
    let head;
    socket.on('data', (piece) => {
      head ??= piece.subarray(0, 8);
      bytes += piece.length;
    });
    await eventually(() => bytes > 4.8e6, 'a second of samples');
    assert.ok(Date.now() - began > 700, 'not faster than in real time');
    assert.deepEqual([...head], [...Buffer.from('RTL0'), 0, 0, 0, 5]);
    socket.destroy();
  } finally {
    server.kill('SIGKILL');
  }
}));

test('spectrumd receives through rtl_tcp', LIMIT, () => withSticks(undefined, async (sticks) => {
  const port = await freePort();
  const server = spawn('rtl_tcp', ['-a', '127.0.0.1', '-p', `${port}`], { env: { ...process.env, ...sticks.environment }, stdio: 'ignore' });
  try {
    const program = await startProgram(['--source', `rtl_tcp:127.0.0.1:${port}`, '--center', '100.25M', '--gain', '28']);
    const { peaks: [peak] } = await eventually(async () => {
      const answer = await program.get('api/v1/peaks?count=1');
      return answer.peaks?.length && answer;
    }, 'the carrier');
    assert.ok(Math.abs(peak.frequency_hz - 100.1e6) < 1000 && Math.abs(peak.level_db + 20) < 0.1, JSON.stringify(peak));
    const { source } = await program.get('api/v1/status');
    assert.match(source.description, /rtl_tcp at 127\.0\.0\.1:\d+, R820T/);
    await program.stop();
  } finally {
    server.kill('SIGKILL');
  }
}, TONE));

test('rtl_biast and rtl_eeprom read and set what real sticks have', LIMIT, () => withSticks([{ serial: 'ANTENNA1' }], async (sticks) => {
  run(sticks, 'rtl_biast', ['-b', '1']);
  assert.ok(sticks.log().some(({ bias_tee: on }) => on), 'the bias-tee was on');
  assert.match(run(sticks, 'rtl_eeprom', []).text, /Serial number:\s+ANTENNA1/);
}));

test('SoapySDRUtil finds the stick and streams', LIMIT, () => withSticks([{ serial: 'FAKE0001' }], async (sticks) => {
  assert.match(run(sticks, 'SoapySDRUtil', ['--find=driver=rtlsdr']).text, /serial = FAKE0001/);
  const { text } = run(sticks, 'SoapySDRUtil', ['--args=driver=rtlsdr', '--rate=2400000', '--direction=RX'], 4000);
  const rates = [...text.matchAll(/([\d.]+) Msps/g)].map((match) => Number(match[1]));
  assert.ok(rates.some((rate) => rate > 2.2 && rate < 2.6), text);
}));

test('without a tuner, with an R828D, without permission and in use they say what they say of real sticks', LIMIT, async () => {
  await withSticks([{ tuner: 'none' }], async (sticks) => assert.match(run(sticks, 'rtl_test', ['-t']).text, /No supported tuner found/));
  await withSticks([{ tuner: 'r828d' }], async (sticks) => assert.match(run(sticks, 'rtl_test', ['-t']).text, /Found Rafael Micro R828D tuner/));
  for (const [command, said] of [['deny', /usb_open error -3/], ['busy', /usb_claim_interface error -6/], ['driver', /Detached kernel driver/],
    ['unplug', /No supported devices found/], ['error -7 1', /Resetting device/]]) {
    await withSticks(undefined, async (sticks) => {
      sticks.command(`0 ${command}`);
      assert.match(run(sticks, 'rtl_test', ['-t']).text, said, command);
    });
  }
});

test('unplugged in the middle, they lose it as they lose real ones', LIMIT, () => withSticks(undefined, async (sticks) => {
  sticks.command('0 unplug @1000000');
  const { text } = run(sticks, 'rtl_test', ['-s', '2400000']);
  assert.match(text, /cb transfer status: 5, canceling/);
}));
