// SPDX-License-Identifier: MIT
// Readers of SDRangel's spectrum server: a strict one written from its source, 20 at once, and one that never reads.

import test from 'node:test';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventually, startProgram, temporaryFolder } from './program.mjs';
import { reader, spectrumOf } from './sdrangel_reader.mjs';

const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');
const CENTER_HZ = 100e6, TONE_HZ = 100.25e6;

test('20 readers get every row while another does not read', { timeout: 120_000 }, async () => {
  const scene = join(temporaryFolder(), 'scene.json');
  writeFileSync(scene, JSON.stringify({ noise: -100, signals: [{ kind: 'carrier', frequency: String(TONE_HZ), level: -20 }] }));
  const program = await startProgram(['--sim-scene', scene, '--rate', '1M', '--fft', '1024', '--sdrangel', '127.0.0.1:0']);
  try {
    const feed = async () => (await program.get('api/v1/feeds')).feeds[0];
    const { address } = await feed();
    const stalled = connect(Number(address.split(':').at(-1)), '127.0.0.1').pause();
    stalled.write(`GET / HTTP/1.1\r\nHost: ${address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
      + 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n');
    const readers = Array.from({ length: 20 }, () => reader(`ws://${address}/`));
    await eventually(() => readers.every(({ messages }) => messages.length > 20), 'messages for all');
    const bytesOf = (message) => Buffer.from(message).toString('latin1');
    const [first, ...others] = readers.map(({ messages }) => [...messages]);
    const known = new Set(first.map(bytesOf)); // not by time: rows that were late are sent in the same millisecond
    const [since, until] = [first[0], first.at(-1)].map((message) => spectrumOf(message).sentMs);
    for (const messages of others) {
      const shared = messages.filter((message) => since < spectrumOf(message).sentMs && spectrumOf(message).sentMs < until);
      assert.ok(shared.length > 10);
      assert.ok(shared.every((message) => known.has(bytesOf(message))));
    }
    const spectra = readers[0].messages.map(spectrumOf);
    spectra.forEach((spectrum, i) => {
      assert.deepEqual([spectrum.centerHz, spectrum.bandwidthHz, spectrum.values.length], [CENTER_HZ, 1e6, 1024]);
      assert.equal(spectrum.flags & 3, 0, 'decibels of the whole band');
      assert.ok(i === 0 || spectrum.sentMs >= spectra[i - 1].sentMs);
      const strongest = spectrum.values.indexOf(Math.max(...spectrum.values));
      assert.equal(strongest, 512 + Math.round((TONE_HZ - CENTER_HZ) / (1e6 / 1024)), 'DC is in the middle');
      assert.ok(Math.abs(spectrum.values[strongest] + 20) < 3, String(spectrum.values[strongest]));
    });
    assert.ok(Math.abs(spectra.at(-1).sentMs - Date.now()) < 10_000);
    const now = await feed();
    assert.equal(now.clients, 21);
    assert.ok(now.messages >= 400);
    readers.forEach((each) => each.close());
    stalled.destroy();
    await eventually(async () => (await feed()).clients === 0, 'all to be gone');
  } finally {
    await program.stop();
  }
});
