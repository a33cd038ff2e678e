// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { binAt, binCenterHz, decodeRow, decodeRows, firstEdgeHz, levelDb } from '../../web/feed/decode_row.js';
import { encodeRow } from '../fakes/wire.mjs';
import { CARRIERS, makeRow } from '../fakes/scene.mjs';

const near = (actual, expected, within) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not within ${within} of ${expected}`);

function example() {
  const text = readFileSync(new URL('../daemon/server/example_row.hex', import.meta.url), 'utf8');
  return Uint8Array.from(text.trim().split(/\s+/), (byte) => parseInt(byte, 16)).buffer;
}

test('the example bytes of the protocol mean what it says they mean', () => {
  const row = decodeRow(example());
  assert.equal(row.flags, 37);
  assert.equal(row.sequence, 16909060);
  assert.equal(row.generation, 1286);
  assert.equal(row.skipped, 1800);
  near(row.time, Date.parse('2026-11-21T08:03:49.123Z') + 0.456789, 0.001);
  assert.equal(row.centerHz, 100290625);
  assert.equal(row.spanHz, 37500);
  assert.equal(row.bins, 4);
  assert.equal(row.ffts, 29);
  assert.equal(row.coverage, 0.9876);
  assert.equal(row.clipped, 0.0013);
  near(row.duration, 50, 1e-3);
  assert.deepEqual([0, 1, 2, 3].map((bin) => levelDb(row, 'mean', bin)), [NaN, -130, -110, -70.5]);
  assert.deepEqual([0, 1, 2, 3].map((bin) => levelDb(row, 'max', bin)), [NaN, -129, -65.5, -3]);
  assert.equal(row.levels.min, undefined);
});

const VIEW = { from: null, to: null, bins: 4096, detectors: ['mean', 'max', 'min'], bytes: 2 };
const FACTS = { flags: 0, sequence: 7, generation: 1, time: Date.parse('2026-11-21T08:00:00Z'), duration: 50 };
const TUNING = { center: 100e6, rate: 2.4e6, fft: 4096 };

function messageOf(view) {
  const bytes = encodeRow(makeRow(3, TUNING), FACTS, view);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

test('two bytes a level keep a carrier to a hundredth of a decibel', () => {
  const row = decodeRow(messageOf(VIEW));
  row.binShiftHz = TUNING.rate / TUNING.fft / 2;
  const carrier = CARRIERS[1];
  const bin = binAt(row, carrier.hz);
  near(binCenterHz(row, bin), carrier.hz, 300);
  near(levelDb(row, 'mean', bin), carrier.db, 0.05);
});

test('rows one behind the other are all found, also when 16-bit levels begin at odd addresses', () => {
  const one = new Uint8Array(messageOf({ ...VIEW, bins: 33, bytes: 1, detectors: ['max'] }));
  const two = new Uint8Array(messageOf({ ...VIEW, bins: 20 }));
  const body = new Uint8Array([...one, ...two, ...one]);
  const rows = decodeRows(body.buffer);
  assert.deepEqual(rows.map((row) => row.bins), [33, 20, 33]);
  assert.deepEqual([...(rows[1].levels.min ?? [])], [...(decodeRow(two.buffer).levels.min ?? [])]);
});

test('bytes that are no row are refused', () => {
  const whole = messageOf(VIEW);
  assert.throws(() => decodeRow(whole.slice(0, 63)), /shorter than its header/);
  assert.throws(() => decodeRow(whole.slice(0, whole.byteLength - 1)), /ends before its levels do/);
  assert.throws(() => decodeRow(new Uint8Array([...new Uint8Array(whole), 0]).buffer), /trailing bytes/);
  const wrong = new Uint8Array(whole.slice(0));
  wrong[0] = 0x54;
  assert.throws(() => decodeRow(wrong.buffer), /SPR1/);
  const odd = new Uint8Array(whole.slice(0));
  odd[5] = 3;
  assert.throws(() => decodeRow(odd.buffer), /3 bytes a level/);
});

test('a bin is found again by the frequency in its middle', () => {
  const row = decodeRow(messageOf({ ...VIEW, from: 100.2e6, to: 100.4e6 }));
  row.binShiftHz = 293;
  for (const bin of [0, 1, 100, row.bins - 1]) assert.equal(binAt(row, binCenterHz(row, bin)), bin);
  assert.equal(binAt(row, firstEdgeHz(row) - 1), -1);
  assert.equal(binAt(row, row.centerHz + row.spanHz), -1);
});
