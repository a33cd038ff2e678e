// SPDX-License-Identifier: MIT
// Programs that control a rig: Hamlib's rigctl itself, and what GPredict, CQRLOG and WSJT-X send.

import test from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually, startProgram, temporaryFolder } from './program.mjs';
import { talk } from './rig_client.mjs';

const LIMIT = { timeout: 60_000 };
const run = promisify(execFile);

async function withRig(flags, work) {
  const program = await startProgram(['--source', 'sim', '--rigctl', '127.0.0.1:0', ...flags]);
  try {
    const { feeds: [feed] } = await program.get('api/v1/feeds');
    await work(program, Number(/:(\d+)$/.exec(feed.address)[1]));
  } finally {
    await program.stop();
  }
}

/** What Hamlib's client prints; it must have nothing to complain about. */
async function rigctl(port, ...words) {
  const { stdout, stderr } = await run('rigctl', ['-m', '2', '-r', `127.0.0.1:${port}`, ...words], { timeout: 30_000 });
  assert.equal(stderr, '');
  return stdout.split('\n').slice(0, -1);
}

test('rigctl reads and sets the dial', LIMIT, () => withRig(['--rigctl-control', 'true'], async (program, port) => {
  assert.deepEqual(await rigctl(port, 'f'), ['100000000']);
  assert.deepEqual(await rigctl(port, 'f', 'm', 'v', 's'), ['100000000', 'FM', '15000', 'VFOA', '0', 'VFOA']);
  assert.deepEqual(await rigctl(port, 'F', '100300000', 'M', 'USB', '2400', 'f', 'm'), ['100300000', 'USB', '2400']);
  assert.equal((await program.get('api/v1/tuning')).tuning.center, 100e6, 'it is in the band');
  assert.deepEqual(await rigctl(port, 'F', '145500055', 'f'), ['145500055']);
  await eventually(async () => (await program.get('api/v1/tuning')).tuning.center === 145500055, 'the radio to follow');
  const { feeds: [feed] } = await program.get('api/v1/feeds');
  assert.deepEqual(feed.dial, { frequency_hz: 145500055, mode: 'USB', width_hz: 2400 });
  assert.ok(feed.served >= 4 && feed.messages > 20);
  assert.deepEqual((await program.get('api/v1/status')).feeds, [{ name: 'rigctl', state: 'listening', cause: '' }]);
}));

test('rigctl reads the level of a carrier', LIMIT, async () => {
  const scene = join(temporaryFolder(), 'scene.json');
  writeFileSync(scene, JSON.stringify({ noise: -110, signals: [{ kind: 'carrier', frequency: '100.3M', level: -20 }] }));
  await withRig(['--sim-scene', scene, '--window', 'flattop'], async (program, port) => {
    await eventually(async () => (await program.get('api/v1/peaks')).peaks?.length > 0, 'the carrier');
    await rigctl(port, 'F', '100300000', 'M', 'CW', '500');
    assert.deepEqual(await rigctl(port, 'l', 'STRENGTH'), ['-20']);
    await rigctl(port, 'F', '100500000');
    const [noise] = await rigctl(port, 'l', 'STRENGTH');
    assert.ok(Number(noise) < -60, noise); // the steps of 8 bits
  });
});

test('without permission only the dial moves', LIMIT, () => withRig([], async (program, port) => {
  assert.deepEqual(await rigctl(port, 'F', '100400000', 'f'), ['100400000']);
  assert.match((await rigctl(port, 'F', '145500000')).join(), /rejected by the rig/);
  assert.deepEqual(await rigctl(port, 'f'), ['100400000']);
  assert.equal((await program.get('api/v1/tuning')).tuning.center, 100e6);
}));

test('WSJT-X finds out to the hertz where it is', LIMIT, () => withRig(['--rigctl-control', 'true'], async (program, port) => {
  const wsjtx = await talk(port);
  assert.equal(await wsjtx.ask('\\chk_vfo\n', /\n/), '0\n');
  assert.match(await wsjtx.ask('\\dump_state\n', /done\n$/), /^1\n2\n0\n/);
  assert.equal(await wsjtx.ask('f\n', /\n/), '100000000\n');
  for (const probe of [100000055, 100000051, 100000000]) {
    assert.equal(await wsjtx.ask(`F ${probe}.000000\n`, /\n/), 'RPRT 0\n');
    assert.equal(await wsjtx.ask('f\n', /\n/), `${probe}\n`);
  }
  assert.equal(await wsjtx.ask('q\n', /\n/), 'RPRT 0\n');
  wsjtx.close();
}));

test('GPredict follows a satellite, CQRLOG logs', LIMIT, () => withRig(['--rigctl-control', 'true'], async (program, port) => {
  const gpredict = await talk(port);
  assert.equal(await gpredict.ask('AOS\n', /\n/), 'RPRT 0\n');
  for (let hz = 145_803_400; hz > 145_803_000; hz -= 40) {
    assert.equal(await gpredict.ask(`F ${String(hz).padStart(10)}\n`, /\n/), 'RPRT 0\n');
    assert.equal(await gpredict.ask('f\n', /\n/), `${hz}\n`);
  }
  assert.equal(await gpredict.ask('\x8b\n', /\n/), '0\n');
  const cqrlog = await talk(port);
  assert.equal(await cqrlog.ask('+\\chk_vfo\n', /\n/), 'ChkVFO: 0\n');
  assert.match(await cqrlog.ask('+\\dump_caps\n', /RPRT 0\n/), /Can send Voice:\tN\n/);
  assert.equal(await cqrlog.ask('+f +m +v\n', /get_vfo:[^]*RPRT 0\n/), 'get_freq:\nFrequency: 145803040\nRPRT 0\n'
    + 'get_mode:\nMode: FM\nPassband: 15000\nRPRT 0\nget_vfo:\nVFO: VFOA\nRPRT 0\n');
  for (const each of [gpredict, cqrlog]) each.close();
  const { center } = (await program.get('api/v1/tuning')).tuning;
  assert.equal(center, 145_803_400, 'the radio stays while the dial moves within the band');
}));
