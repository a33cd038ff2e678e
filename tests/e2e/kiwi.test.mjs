// SPDX-License-Identifier: MIT
// kiwirecorder.py --wf, which Debian does not have: what it sends, byte by byte and in its order, and what it reads.

import test from 'node:test';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Recorder } from './kiwi_recorder.mjs';
import { eventually, startProgram, temporaryFolder } from './program.mjs';

const RATE = 1_024_000, CENTER_HZ = 145e6, TONE_HZ = 145_100_000, TONE_DB = -20;
const LOW_HZ = CENTER_HZ - RATE / 2;
const BINS = 1024;

const strongest = ({ levels }) => levels.indexOf(Math.max(...levels));

/** The steps of the IMA's table that levels of a byte need. */
const STEPS = [7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230,
  253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658];

/** A row as a browser decodes it: without the first ten. */
function decoded(bytes) {
  let predicted = 0, index = 0;
  const levels = [];
  for (const byte of bytes)
    for (const code of [byte & 15, byte >> 4]) {
      const step = STEPS[index];
      const change = (step >> 3) + (code & 4 ? step : 0) + (code & 2 ? step >> 1 : 0) + (code & 1 ? step >> 2 : 0);
      predicted += code & 8 ? -change : change;
      index = Math.max(0, index + [-1, -1, -1, -1, 2, 4, 6, 8][code & 7]);
      levels.push(predicted);
    }
  return levels.slice(10);
}

test('kiwirecorder records the waterfall', { timeout: 180_000 }, async () => {
  const scene = join(temporaryFolder(), 'scene.json');
  writeFileSync(scene, JSON.stringify({ noise: -100, signals: [{ kind: 'carrier', frequency: String(TONE_HZ), level: TONE_DB }] }));
  const program = await startProgram(['--sim-scene', scene, '--rate', String(RATE), '--center', String(CENTER_HZ), '--fft', '4096',
    '--kiwi', '127.0.0.1:0']);
  try {
    const feed = async () => (await program.get('api/v1/feeds')).feeds[0];
    const { address } = await feed();
    const port = Number(address.split(':').at(-1));
    assert.match(await (await fetch(`http://${address}/status`)).text(), /^status=active\n[^]*\nbands=144488000-145512000\n/);
    assert.equal((await (await fetch(`http://${address}/VER`)).json()).maj, 1);

    // -f 145100: on the wire from the offset.
    const recorder = new Recorder(port);
    await recorder.begin(3, (TONE_HZ - LOW_HZ) / 1e3);
    await eventually(() => recorder.rows.length >= 30, 'rows');
    assert.match(recorder.status, /^HTTP\/1\.1 101 .*\r\n/);
    assert.match(recorder.status, /Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=/);
    const at = (name) => recorder.order.indexOf(name);
    assert.ok(at('badp') < at('version_maj') && at('version_min') < at('wf_setup') && at('bandwidth') < at('wf_setup'), String(recorder.order));
    assert.equal(recorder.values.get('badp'), '0');
    assert.equal(Number(recorder.values.get('bandwidth')), RATE);
    assert.equal(Number(recorder.values.get('freq_offset')), LOW_HZ / 1e3);
    assert.equal(recorder.values.get('zoom'), '3');
    const calibration = Number(recorder.values.get('wf_cal'));
    const pixelHz = RATE / 2 ** 3 / BINS;
    recorder.rows.forEach((row, i) => {
      assert.deepEqual([row.levels.length, row.zoom, row.compressed, row.sequence], [BINS, 3, false, i]);
      assert.ok(row.levels.every((level) => level >= 55));
      const startHz = row.firstBin * RATE / (BINS * 2 ** 14);
      assert.ok(Math.abs(startHz - (TONE_HZ - LOW_HZ - RATE / 16)) <= pixelHz, String(startHz));
      const toneHz = startHz + (strongest(row) + 0.5) * pixelHz;
      assert.ok(Math.abs(toneHz - (TONE_HZ - LOW_HZ)) <= 2 * pixelHz + RATE / 4096, `${toneHz}`);
      assert.ok(Math.abs(row.levels[strongest(row)] - 255 + calibration - TONE_DB) <= 3);
    });

    // Deeper than the rows of the band: those of a zoom come, in which a carrier is narrow.
    const before = recorder.rows.length;
    recorder.say(`SET zoom=7 cf=${((TONE_HZ - LOW_HZ) / 1e3).toFixed(6)}`);
    await eventually(() => recorder.values.get('zoom') === '7', 'the zoom');
    const first = recorder.rows.findIndex(({ zoom }) => zoom === 7);
    recorder.rows.slice(before).forEach(({ zoom }, i) => assert.equal(zoom, first >= 0 && before + i >= first ? 7 : 3));
    await eventually(() => {
      const row = recorder.rows.at(-1);
      const threshold = Math.max(...row.levels) - 20;
      return row.zoom === 7 && row.levels.filter((level) => level > threshold).length < 20;
    }, 'a carrier of a few pixels: a bin of the band has 32');

    // Rows come no faster than a slow recorder wants them, and compressed to one that says so.
    const compressing = new Recorder(port);
    await compressing.begin(0, 512, { speed: 3, compresses: 1 });
    await eventually(() => compressing.rows.length > 0, 'a row');
    const begin = Date.now(), had = compressing.rows.length;
    await eventually(() => compressing.rows.length >= had + 26, 'two seconds');
    assert.ok(Date.now() - begin > 1500, '13 a second');
    assert.equal(compressing.values.get('wf_fps'), '13');
    for (const { compressed, levels } of compressing.rows) {
      assert.deepEqual([compressed, levels.length], [true, 517]);
      const row = decoded(levels);
      assert.equal(row.length, BINS);
      const peak = row.indexOf(Math.max(...row));
      assert.ok(Math.abs(peak - (TONE_HZ - LOW_HZ) / RATE * BINS) < 8, String(peak));
    }

    assert.deepEqual([(await feed()).clients, (await feed()).state], [2, 'listening']);
    await program.patch({ center: '433.9M' });
    await eventually(async () => (await feed()).clients === 0, 'both to be disconnected: the band was announced once');
    recorder.close();
    compressing.close();
    const again = new Recorder(port);
    await again.begin(0, 512);
    await eventually(() => again.rows.length > 0, 'rows of the other band');
    assert.equal(Number(again.values.get('freq_offset')), 433_388);
    again.close();
    await eventually(async () => (await feed()).clients === 0, 'the recorder to be gone');
  } finally {
    await program.stop();
  }
});
