// SPDX-License-Identifier: MIT
// From packets to what is played: the header, Opus by a decoder that is a fake, packets that are missing, the delay.

import test from 'node:test';
import assert from 'node:assert/strict';
import { ServerClock } from '../../web/feed/clock.js';
import { Concealment, MOST_PIECES } from '../../web/listen/concealment.js';
import { delayMs } from '../../web/listen/delay.js';
import { decodePacket } from '../../web/listen/packet.js';
import { PacketSound, decodesOpus } from '../../web/listen/packet_sound.js';

const RATE = 24000;
const PIECE = 480; // 20 ms
const HZ = 1000;

/** A packet as the server sends it. */
function packetOf({ codec = 2, channels = 1, flags = 0, rate = RATE, number = 0, endNs = 1_700_000_000_123_000_000n, sound = new Uint8Array(0) }) {
  const bytes = new Uint8Array(24 + sound.length);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('SPS1'));
  view.setUint8(4, codec);
  view.setUint8(5, channels);
  view.setUint16(6, flags, true);
  view.setUint32(8, rate, true);
  view.setUint32(12, number, true);
  view.setBigInt64(16, endNs, true);
  bytes.set(sound, 24);
  return bytes.buffer;
}

/** The piece of a tone that a packet has. */
const toneAt = (number, channels = 1) => Int16Array.from({ length: PIECE * channels },
  (_, at) => 16384 * Math.sin((2 * Math.PI * HZ * (number * PIECE + Math.floor(at / channels))) / RATE));
const s16 = (number, options = {}) => decodePacket(packetOf({ number, flags: number === 0 ? 1 : 0, endNs: BigInt(20 * (number + 1)) * 1_000_000n,
  sound: new Uint8Array(toneAt(number, options.channels).buffer), ...options }));

const largestStep = (sound) => sound.reduce((most, value, at) => Math.max(most, at ? Math.abs(value - sound[at - 1]) : 0), 0);
const joined = (pieces) => pieces.flatMap(({ planes }) => [...planes[0]]);
const SMOOTH = 0.5 * 2 * Math.PI * (HZ / RATE) * 1.3; // the largest step of the tone, and what a blend adds

/** All that is played of some packets. */
function playAll(packets) {
  const played = [];
  const sound = new PacketSound((piece) => played.push(piece), () => assert.fail('decoding failed'));
  for (const packet of packets) sound.take(packet);
  return { played, forms: played.filter((piece) => 'inRate' in piece), pieces: played.filter((piece) => 'planes' in piece) };
}

test('the header is that of PROTOCOL.md', () => {
  const sound = Uint8Array.of(1, 2, 3);
  const packet = decodePacket(packetOf({ codec: 1, channels: 2, flags: 1, rate: 48000, number: 4_000_000_000, sound }));
  assert.deepEqual(packet, { codec: 'opus', channels: 2, isFirst: true, rate: 48000, number: 4_000_000_000, endMs: 1_700_000_000_123, sound });
});

test('what is not a packet of sound is left alone: rows, other codecs, what is too short', () => {
  assert.equal(decodePacket(new TextEncoder().encode('SPR1'.padEnd(64)).buffer), null);
  assert.equal(decodePacket(packetOf({ codec: 3 })), null);
  assert.equal(decodePacket(packetOf({}).slice(0, 23)), null);
});

test('16-bit samples become those of each channel, after the form of the stream', () => {
  const { forms, pieces } = playAll([0, 1].map((number) => s16(number, { channels: 2 })));
  assert.deepEqual(forms, [{ inRate: RATE, channels: 2 }]);
  assert.deepEqual(pieces.map(({ planes, endMs }) => [planes.length, planes[0].length, endMs]), [[2, PIECE, 20], [2, PIECE, 40]]);
  assert.deepEqual(pieces[0].planes[0], pieces[0].planes[1]);
  assert.equal(pieces[0].planes[0][6], 0.5);
});

test('packets that are missing are filled in, softer and softer, without a click, and time is kept', () => {
  const { pieces } = playAll([0, 1, 2, 5, 6].map((number) => s16(number)));
  assert.deepEqual(pieces.map(({ endMs }) => endMs), [20, 40, 60, 80, 100, 120, 140]);
  assert.ok(largestStep(joined(pieces)) < SMOOTH, `a click of ${largestStep(joined(pieces))}`);
  const loudness = pieces.map(({ planes }) => Math.max(...planes[0]));
  assert.ok(loudness[2] > loudness[3] && loudness[3] > loudness[4] && loudness[4] > 0.1, String(loudness));
  assert.deepEqual([...pieces[6].planes[0]], [...playAll([s16(6)]).pieces[0].planes[0]], 'what follows is as it came');
});

test('after a longer gap there is silence, and at most a second of it', () => {
  const { pieces } = playAll([0, 9].map((number) => s16(number)));
  assert.equal(pieces.length, 10);
  for (const { planes } of pieces.slice(4, 9)) assert.ok(planes[0].every((value) => value === 0));
  assert.ok(largestStep(joined(pieces)) < SMOOTH);
  assert.equal(playAll([0, 1000].map((number) => s16(number))).pieces.length, MOST_PIECES + 2);
});

test('a stream that begins again is not a gap, whatever its number', () => {
  const { pieces, forms } = playAll([s16(0), s16(7, { flags: 1 }), s16(8)]);
  assert.equal(pieces.length, 3);
  assert.equal(forms.length, 2);
});

test('nothing is filled in where nothing came before', () => {
  assert.deepEqual(new Concealment().take([Float32Array.of(1, 2)], 5), [[Float32Array.of(1, 2)]]);
});

/** AudioDecoder as Chromium has it: everything becomes 48 kHz, and times are counted. A packet of one byte is refused. */
function withFakeDecoder(work) {
  const made = [];
  globalThis.EncodedAudioChunk = class { constructor(init) { Object.assign(this, init); } };
  globalThis.AudioDecoder = class {
    static isConfigSupported = async (config) => ({ supported: config.codec === 'opus' });
    constructor(on) { this.on = on; this.state = 'unconfigured'; made.push(this); }
    configure(config) { this.config = config; this.state = 'configured'; }
    decode({ data }) {
      if (data.length === 1) {
        this.state = 'closed';
        return this.on.error(new Error('broken packet'));
      }
      const { numberOfChannels } = this.config;
      return this.on.output({ numberOfChannels, numberOfFrames: 960, sampleRate: 48000, close() {},
        copyTo: (plane, { planeIndex }) => plane.fill(data[0] / 100 + planeIndex) });
    }
    close() { this.state = 'closed'; }
  };
  return Promise.resolve(work(made)).finally(() => {
    delete globalThis.AudioDecoder;
    delete globalThis.EncodedAudioChunk;
  });
}
const opus = (number, options = {}) => decodePacket(packetOf({ codec: 1, number, flags: number === 0 ? 1 : 0,
  endNs: BigInt(20 * (number + 1)) * 1_000_000n, sound: Uint8Array.of(number, 0, 0), ...options }));

test('Opus is asked for where it can be decoded', async () => {
  assert.equal(await decodesOpus(), false);
  await withFakeDecoder(async () => assert.equal(await decodesOpus(), true));
});

test('Opus is played in the form in which it is decoded, without the beginning that a decoder leaves out', () => withFakeDecoder((made) => {
  const played = [];
  const sound = new PacketSound((piece) => played.push(piece), () => assert.fail());
  sound.preSkip = 312;
  for (const number of [0, 1, 2]) sound.take(opus(number));
  assert.deepEqual(made.map(({ config }) => config), [{ codec: 'opus', sampleRate: RATE, numberOfChannels: 1 }]);
  assert.deepEqual(played[0], { inRate: 48000, channels: 1 });
  assert.deepEqual(played.slice(1).map(({ planes, endMs }) => [planes[0].length, endMs]), [[960 - 312, 20], [960, 40], [960, 60]]);
  sound.take(opus(0, { channels: 2, rate: 48000 }));
  assert.equal(made[0].state, 'closed');
  assert.deepEqual(played.at(-2), { inRate: 48000, channels: 2 });
  assert.equal(played.at(-1).planes[1][0], 1, 'each channel for itself');
}));

test('a packet that cannot be decoded is filled in by the next decoder; three in a row are too many', () => withFakeDecoder((made) => {
  const played = [];
  let failures = 0;
  const sound = new PacketSound((piece) => played.push(piece), () => ++failures);
  const broken = (number) => opus(number, { sound: Uint8Array.of(1) });
  for (const packet of [opus(0), broken(1), opus(2)]) sound.take(packet);
  assert.equal(made.length, 2);
  assert.deepEqual(played.slice(1).map(({ endMs }) => endMs), [20, 40, 60]);
  for (const packet of [broken(3), broken(4)]) sound.take(packet);
  assert.equal(failures, 0);
  sound.take(broken(5));
  assert.equal(failures, 1);
}));

test('the delay is from the antenna to the ear, whatever the clocks show', () => {
  const clock = new ServerClock();
  clock.answered(1000, 1040, 6020); // 5 s ahead, 20 ms each way
  const report = { isPlaying: true, onAirMs: 6350, atMs: 1500, missing: 0, speed: 1 };
  assert.equal(delayMs(report, clock.aheadMs, 12), 162);
  assert.ok(Number.isNaN(delayMs({ ...report, isPlaying: false }, clock.aheadMs, 12)));
  assert.ok(Number.isNaN(delayMs(null, clock.aheadMs, 12)));
  assert.ok(Number.isNaN(delayMs(report, new ServerClock().aheadMs, 12)), 'before the first answer');
});
