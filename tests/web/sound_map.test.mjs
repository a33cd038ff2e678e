// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { panOf, passes, pitchOf, scanHz } from '../../web/controls/sound_map.js';

const RANGE = { floorDb: -100, ceilingDb: -40 };
const BAND = { fromHz: 99e6, toHz: 101e6 };

test('a stronger level is a higher pitch, in equal steps of the scale', () => {
  assert.equal(pitchOf(-100, RANGE), 180);
  assert.equal(pitchOf(-40, RANGE), 1440);
  assert.ok(Math.abs(pitchOf(-60, RANGE) / pitchOf(-80, RANGE) - 2) < 1e-9, '20 of 60 dB are an octave of three');
  assert.equal(pitchOf(-140, RANGE), 180, 'not below what can be heard');
  assert.equal(pitchOf(0, RANGE), 1440, 'nor above');
});

test('where there is no data there is silence', () => {
  for (const db of [NaN, -Infinity, Infinity]) assert.equal(pitchOf(db, RANGE), null);
  assert.ok(Number.isFinite(pitchOf(-50, { floorDb: -50, ceilingDb: -50 })), 'not even a range without a height divides by nought');
});

test('a place is heard where it is seen', () => {
  assert.equal(panOf(100e6, BAND), 0);
  assert.equal(panOf(99e6, BAND), -panOf(101e6, BAND));
  assert.ok(panOf(100.5e6, BAND) > 0.4 && panOf(101e6, BAND) < 1);
  assert.equal(panOf(50e6, BAND), panOf(99e6, BAND));
});

test('a marker clicks once when the cursor comes over it, from either side, and not while it rests there', () => {
  assert.equal(passes(99e6, 100e6, 99.5e6), true);
  assert.equal(passes(99e6, 100e6, 100e6), true, 'arrives on it');
  assert.equal(passes(100e6, 101e6, 100e6), false, 'leaves it');
  assert.equal(passes(101e6, 100e6, 100e6), true);
  assert.equal(passes(100e6, 99e6, 99.5e6), true);
  assert.equal(passes(100e6, 100e6, 100e6), false);
  assert.equal(passes(99e6, 99.2e6, 99.5e6), false);
});

test('a scan goes once through the band', () => {
  assert.equal(scanHz(BAND, 0, 4000), 99e6);
  assert.equal(scanHz(BAND, 2000, 4000), 100e6);
  assert.equal(scanHz(BAND, 4000, 4000), 101e6);
  assert.equal(scanHz(BAND, 4001, 4000), null);
});
