// SPDX-License-Identifier: MIT
// Every sample is accounted for: those that the stick gave are in the program's books, those that it lost are reported, to the
// byte. MEGABYTES says over how many, SECONDS how long the other test lasts.

import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { eventually, startProgram } from './program.mjs';
import { withSticks } from './sticks.mjs';

const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');
const MEGABYTES = Number(process.env.MEGABYTES ?? 60);
const SECONDS = Number(process.env.SECONDS ?? 4);
const CLIENTS = 20;
const LIMIT = { timeout: 120_000 + MEGABYTES * 500 + SECONDS * 2000 };
const WINDOWS = 5;
const TICKS_PER_SECOND = 100;
const BUSY = 0.15; // of the core for other programs: the samples of a window may be lost for that
const status = (program) => program.get('api/v1/status');

/** What a core has spent on all programs, interrupts, and other guests of its host; idle and waiting time is left out. */
function secondsOfCore(core) {
  const [user, nice, system, , , irq, softirq, steal] = new RegExp(`^cpu${core} (.*)$`, 'm').exec(readFileSync('/proc/stat', 'utf8'))[1].split(' ').map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND;
}

// The stick waits where the machine is too busy to take what comes: what is lost is what the test says, and nothing else.
// The losses end well before the unplugging, for they come after what is queued.
test(`${MEGABYTES} MB against the counter: what comes is counted, and so is what is lost`, LIMIT, () => withSticks([{ speed: 8, patient: true }], async (sticks) => {
  const samples = MEGABYTES * 5e5;
  const losses = Array.from({ length: 40 }, (_, i) => ({ bytes: 2 + 2 * ((i * 53) % 126), at: Math.round((samples * (i + 1)) / 50) }));
  for (const { bytes, at } of losses) sticks.command(`0 lose ${bytes} @${at}`);
  sticks.command(`0 unplug @${samples}`);
  const program = await startProgram(['--source', 'rtlsdr', '--rate', '3.2M', '--rtl-test-mode'], sticks.environment);
  try {
    const { samples: counts } = await eventually(async () => {
      const now = await status(program);
      return now.source.state === 'absent' && now;
    }, 'the end', LIMIT.timeout);
    const given = sticks.log().find(({ command }) => command === 'unplug').read_bytes;
    const lost = losses.reduce((sum, { bytes }) => sum + bytes, 0);
    assert.ok(given >= 2 * samples);
    assert.equal(counts.dropped_usb, lost / 2);
    assert.equal(counts.received + counts.buffered, (given + lost) / 2);
    assert.equal(counts.received, counts.processed + counts.dropped + counts.discarded);
    console.log(`# ${given} bytes given, ${lost} lost and reported; ${counts.dropped - counts.dropped_usb} samples dropped by the program itself`);
  } finally {
    await program.stop();
  }
}));

test(`3.2 MS/s for ${SECONDS} s on one core with ${CLIENTS} clients, and nothing is lost`, { ...LIMIT, skip: process.env.SANITIZER_RUNTIME ? 'a sanitizer is too slow for it' : false }, (t) => withSticks([{}], async (sticks) => {
  const program = await startProgram(['--source', 'rtlsdr', '--rate', '3.2M'], sticks.environment);
  try {
    await eventually(async () => (await status(program)).source.state === 'streaming', 'samples');
    spawnSync('taskset', ['-a', '-c', '-p', '0', `${program.pid}`]);
    let rows = 0;
    const sockets = Array.from({ length: CLIENTS }, () => new WebSocket(`${program.url.replace('http', 'ws')}ws`, 'spectrum.v1'));
    for (const socket of sockets) socket.on('message', (_, binary) => (rows += binary ? 1 : 0));
    await Promise.all(sockets.map((socket) => new Promise((done) => socket.once('open', done))));
    const seconds = async () => Number(/^process_cpu_seconds_total (\S+)$/m.exec(await (await fetch(new URL('metrics', program.url))).text())[1]);
    const window = async () => {
      const [cpu, used, rowsBefore, before] = [await seconds(), secondsOfCore(0), rows, await status(program)];
      await new Promise((done) => setTimeout(done, SECONDS * 1000));
      const after = await status(program);
      const [received, dropped] = ['received', 'dropped'].map((name) => after.samples[name] - before.samples[name]);
      const [load, all] = [((await seconds()) - cpu) / SECONDS, (secondsOfCore(0) - used) / SECONDS];
      console.log(`# ${(received / SECONDS / 1e6).toFixed(3)} MS/s, ${dropped} dropped, ${(load * 100).toFixed(0)} % of a core (the simulated stick included), ${((rows - rowsBefore) / SECONDS / CLIENTS).toFixed(1)} rows/s for each client`);
      if (dropped === 0 && received > 0.95 * SECONDS * 3.2e6) return 'clean';
      return all - load > BUSY ? 'busy' : 'lost';
    };
    const windows = [];
    while (windows.length < WINDOWS && !windows.includes('clean')) windows.push(await window());
    for (const socket of sockets) socket.close();
    if (windows.every((outcome) => outcome === 'busy')) return t.skip('other programs use the core');
    assert.ok(windows.includes('clean'), `samples were lost: ${windows}`);
  } finally {
    await program.stop();
  }
}));
