// SPDX-License-Identifier: MIT
// The radio as the panadapter of a transceiver: it follows the dial of Hamlib's rigctld, of flrig, of wfview, of TCI.

import test from 'node:test';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, startProgram, temporaryFolder } from './program.mjs';
import { startFlrig, startLines, startRealFlrig, startRigctld, startTci, startWfview } from './rigs.mjs';

const LIMIT = { timeout: 120_000 };

/** @param {{port: number, stop: () => unknown}} rig @param {string} kind @param {string[]} flags */
async function following(rig, kind, flags, work) {
  const program = await startProgram(['--source', 'sim', '--rate', '2.4M', '--follow', `${kind}:127.0.0.1:${rig.port}`, ...flags]);
  try {
    await work(program);
  } finally {
    await program.stop();
    await rig.stop();
  }
}

const feed = async (program) => (await program.get('api/v1/feeds')).feeds.find(({ name }) => name === 'follow');
const center = async (program) => (await program.get('api/v1/tuning')).tuning.center;
const state = (program, wanted) => eventually(async () => (await feed(program)).state === wanted, `the state ${wanted}`);
const dialAt = (program, hz) => eventually(async () => (await feed(program)).dial?.frequency_hz === hz, `the dial at ${hz}`);
const centerAt = (program, hz) => eventually(async () => await center(program) === hz, `the radio at ${hz}`);

test('the radio follows the dial of Hamlib\'s rigctld', LIMIT, async () => {
  const hamlib = await startRigctld();
  await hamlib.rig('F', '100500000', 'M', 'USB', '2400');
  await following(hamlib, 'rigctld', [], async (program) => {
    await dialAt(program, 100_500_000);
    assert.equal(await center(program), 100e6, 'the dial is in the band');
    assert.deepEqual((await feed(program)).dial, { frequency_hz: 100_500_000, mode: 'USB', width_hz: 2400 });
    const flag = await eventually(async () => (await program.get('api/v1/spots')).spots.find(({ source }) => source === 'follow'), 'the flag');
    assert.equal(flag.frequency_hz, 100_500_000);
    await hamlib.rig('F', '14074000');
    await centerAt(program, 14_074_000);
    assert.equal((await program.get('api/v1/status')).tuned_by.via, 'follow');
    await hamlib.rig('F', '14076000');
    await dialAt(program, 14_076_000);
    assert.equal(await center(program), 14_074_000, 'within the band the radio stays');
  });
});

test('who tunes the radio turns the dial, if that is permitted', LIMIT, async () => {
  const hamlib = await startRigctld();
  await following(hamlib, 'rigctld', [], async (program) => {
    await state(program, 'connected');
    await program.patch({ center: '7.1M' });
    await eventually(async () => (await hamlib.rig('f'))[0] === '7100000', 'the rig to be tuned');
    await dialAt(program, 7_100_000);
    assert.equal(await center(program), 7.1e6);
  });
});

test('without permission the dial stays, and the radio where it was tuned', LIMIT, async () => {
  const hamlib = await startRigctld();
  await hamlib.rig('F', '14074000');
  await following(hamlib, 'rigctld', ['--follow-control', 'false'], async (program) => {
    await centerAt(program, 14_074_000);
    await program.patch({ center: '7.1M' });
    const { messages } = await feed(program);
    await eventually(async () => (await feed(program)).messages > messages + 5, 'further readings');
    assert.equal(await center(program), 7.1e6);
    assert.deepEqual(await hamlib.rig('f'), ['14074000']);
  });
});

test('while the rig transmits the picture stays', LIMIT, async () => {
  const hamlib = await startRigctld();
  await hamlib.rig('F', '14074000');
  await following(hamlib, 'rigctld', [], async (program) => {
    await centerAt(program, 14_074_000);
    await hamlib.rig('T', '1');
    await state(program, 'transmitting');
    await hamlib.rig('F', '21074000');
    const { messages } = await feed(program);
    await eventually(async () => (await feed(program)).messages > messages + 5, 'further readings');
    assert.equal(await center(program), 14_074_000);
    await hamlib.rig('T', '0');
    await centerAt(program, 21_074_000);
    await state(program, 'connected');
  });
});

test('a lost rig is a state with a cause, and comes back', LIMIT, async () => {
  const hamlib = await startRigctld();
  const program = await startProgram(['--source', 'sim', '--follow', `rigctld:127.0.0.1:${hamlib.port}`]);
  await state(program, 'connected');
  await hamlib.stop();
  await state(program, 'waiting');
  assert.match((await feed(program)).cause, /^127\.0\.0\.1:\d+: /);
  const again = await startRigctld(hamlib.port);
  await state(program, 'connected');
  assert.equal((await feed(program)).cause, '');
  await program.stop();
  await again.stop();
});

/** A carrier 10 kHz above the IF of 68.33 MHz. */
function atIf(tap) {
  const scene = join(temporaryFolder(), 'scene.json');
  writeFileSync(scene, JSON.stringify({ noise: -110, signals: [{ kind: 'carrier', frequency: '68.34M', level: -20 }] }));
  return ['--sim-scene', scene, '--center', '68.33M', '--follow-if', tap];
}

const carrierAt = (program, hz) => eventually(async () => {
  const { peaks: [peak] = [] } = await program.get('api/v1/peaks');
  return peak && Math.abs(peak.frequency_hz - hz) < 1000;
}, `the carrier at ${hz}`);

/** The carrier is 10 kHz above the center of any row. */
function carriesItsOffset({ center_hz: center, span_hz: span, levels }) {
  const strongest = levels.indexOf(Math.max(...levels));
  const hz = center - span / 2 + (strongest + 0.5) * span / levels.length;
  assert.ok(Math.abs(hz - center - 10_000) < 2 * span / levels.length, `${hz} in a row at ${center}`);
}

test('at the IF the radio stays, and its frequencies are those of the dial', LIMIT, async () => {
  const hamlib = await startRigctld();
  await hamlib.rig('F', '14074000');
  await following(hamlib, 'rigctld', atIf('68.33M'), async (program) => {
    await carrierAt(program, 14_084_000);
    await hamlib.rig('F', '7100000');
    await carrierAt(program, 7_110_000);
    const { source } = await program.get('api/v1/status');
    assert.equal(source.radio_center_hz, 68.33e6);
    assert.equal(source.center_hz, 7.1e6);
    assert.deepEqual((await program.get('api/v1/status')).rig, { at_if: true, may_tune: true, connected: true });
    const { rows } = await program.get('api/v1/history?since=-60&rows=2000');
    for (const row of rows.slice(1)) carriesItsOffset(row);
    assert.deepEqual([14_074_000, 7_100_000].map((hz) => rows.some((row) => row.center_hz === hz)), [true, true], 'older rows keep theirs');
    await program.patch({ center: '3.6M', gain: 20 });
    await eventually(async () => (await hamlib.rig('f'))[0] === '3600000', 'the rig to be tuned');
    await carrierAt(program, 3_610_000);
    for (const change of [{ span: '1M:30M' }, { offset: '0' }, { invert: true }])
      assert.equal((await program.patch(change)).error?.code, 'refused', JSON.stringify(change));
    await hamlib.stop();
    await state(program, 'waiting');
    assert.match((await program.patch({ center: '7M' })).error.message, /the rig at rigctld:.*, which is lost/);
  });
});

test('at an inverted IF what is higher there is lower', LIMIT, async () => {
  const hamlib = await startRigctld();
  await hamlib.rig('F', '14074000');
  await following(hamlib, 'rigctld', [...atIf('68.33M-@0:30M'), '--follow-control', 'false'], async (program) => {
    await carrierAt(program, 14_064_000);
    assert.match((await program.patch({ center: '7M' })).error.message, /feeds\.follow_control/);
    await hamlib.rig('F', '50100000');
    await eventually(async () => /feeds\.follow_if has no IF for 50\.1MHz/.test((await feed(program)).cause), 'the cause');
    await hamlib.rig('F', '7000000');
    await carrierAt(program, 6_990_000);
  });
});

test('at the IF of a rig in CW the dial is off it by the pitch', LIMIT, async () => {
  const hamlib = await startRigctld();
  await hamlib.rig('F', '7030000', 'M', 'USB', '2400');
  await following(hamlib, 'rigctld', [...atIf('68.33M'), '--follow-pitch', '3000'], async (program) => {
    // The carrier is 10 kHz above the IF; the dial 3 kHz in CW, 3 kHz below it in reverse.
    for (const [mode, hz] of [['USB', 7_040_000], ['CW', 7_037_000], ['CWR', 7_043_000], ['LSB', 7_040_000]]) {
      await hamlib.rig('M', mode, '500');
      await carrierAt(program, hz);
      const { source } = await program.get('api/v1/status');
      assert.equal(source.radio_center_hz, 68.33e6, 'the radio stays');
      await dialAt(program, 7_030_000);
    }
  });
});

test('gqrx, which does not know the extended form, is followed in the plain one', LIMIT, async () => {
  const gqrx = { hz: 145_500_000 };
  const server = await startLines((line) => {
    if (line.startsWith('F ')) gqrx.hz = Number(line.slice(2));
    const known = { f: `${gqrx.hz}\n`, m: 'FM\n10000\n', t: 'RPRT 1\n' };
    return line.startsWith('F ') ? 'RPRT 0\n' : known[line] ?? 'RPRT 1\n';
  });
  await following(server, 'rigctld', [], async (program) => {
    await centerAt(program, 145_500_000);
    assert.deepEqual((await feed(program)).dial, { frequency_hz: 145_500_000, mode: 'FM', width_hz: 10000 });
    await program.patch({ center: '433.5M' });
    await eventually(() => gqrx.hz === 433_500_000, 'gqrx to be tuned');
  });
});

test('flrig is followed and tuned', LIMIT, async () => {
  const rig = { hz: 14_074_000, mode: 'USB', ptt: 0 };
  await following(await startFlrig(rig), 'flrig', [], async (program) => {
    await centerAt(program, 14_074_000);
    assert.deepEqual((await feed(program)).dial, { frequency_hz: 14_074_000, mode: 'USB', width_hz: 0 });
    rig.ptt = 1;
    await state(program, 'transmitting');
    Object.assign(rig, { ptt: 0, hz: 28_400_000 });
    await centerAt(program, 28_400_000);
    await program.patch({ center: '7.1M' });
    await eventually(() => rig.hz === 7_100_000, 'flrig to be tuned');
  });
});

test('flrig itself is followed and tuned', LIMIT, async (t) => {
  const flrig = await startRealFlrig();
  if (!flrig) return t.skip('flrig or Xvfb is not installed');
  const tuned = (hz) => flrig.rig('rig.set_vfo', `<param><value><double>${hz}.0</double></value></param>`);
  await tuned(21_074_000);
  await following(flrig, 'flrig', [], async (program) => {
    await centerAt(program, 21_074_000);
    assert.equal((await feed(program)).dial.mode, 'USB');
    await tuned(7_040_000);
    await centerAt(program, 7_040_000);
    await program.patch({ center: '14.2M' });
    await eventually(async () => await flrig.rig('rig.get_vfo') === '14200000', 'flrig to be tuned');
  });
});

test('wfview with its transceiver is followed and tuned', LIMIT, async (t) => {
  const wfview = await startWfview();
  if (!wfview) return t.skip('wfview is not installed');
  await following(wfview, 'rigctld', [], async (program) => {
    await centerAt(program, 7_000_000);
    wfview.turn('hz', 14_074_000);
    await centerAt(program, 14_074_000);
    wfview.turn('mode', 3);
    await eventually(async () => (await feed(program)).dial.mode === 'CW', 'the mode');
    wfview.turn('ptt', 1);
    await state(program, 'transmitting');
    wfview.turn('ptt', 0);
    await state(program, 'connected');
    await program.patch({ center: '21.05M' });
    await eventually(() => wfview.set(21_050_000), 'the transceiver to be tuned');
    await dialAt(program, 21_050_000);
    wfview.stop();
    await state(program, 'waiting');
    assert.match((await feed(program)).cause, /^127\.0\.0\.1:\d+: /);
    assert.equal(await center(program), 21.05e6);
  });
});

test('a TCI server is followed and tuned', LIMIT, async () => {
  const rig = { hz: 14_074_000, mode: 'usb' };
  const server = await startTci(rig);
  await following(server, 'tci', [], async (program) => {
    await centerAt(program, 14_074_000);
    assert.equal((await feed(program)).dial.mode, 'USB');
    server.report('vfo:0,0,21074000;modulation:0,cw;');
    await centerAt(program, 21_074_000);
    server.report('trx:0,true;');
    await state(program, 'transmitting');
    server.report('trx:0,false;');
    await state(program, 'connected');
    await program.patch({ center: '7.1M' });
    await eventually(() => rig.hz === 7_100_000, 'the transceiver to be tuned');
    assert.equal(server.clients(), 1);
  });
});

test('a rig that says nothing keeps nothing waiting', LIMIT, async () => {
  await following(await startLines(() => null), 'rigctld', [], async (program) => {
    await eventually(async () => /does not answer/.test((await feed(program)).cause), 'the cause');
    await program.patch({ center: '145M' });
    assert.equal(await center(program), 145e6);
  });
});
