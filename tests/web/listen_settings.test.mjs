// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Frames } from '../../web/listen/frames.js';
import { MODES, channelChange, fitted, passBandOf, soundPath, validSettings } from '../../web/listen/settings.js';

test('modes and their usual edges are those of the server', () => {
  const text = readFileSync(new URL('../../daemon/channels/listening/mode.cpp', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  for (const [mode, { usual }] of Object.entries(MODES)) {
    const [, low, high] = new RegExp(`"${mode}", "[^"]*", (?:PassBand)?\\{(-?[\\de]+), (-?[\\de]+)\\}`).exec(text) ?? [];
    assert.deepEqual([Number(low), Number(high)], [usual.lowHz, usual.highHz], mode);
  }
});

test('what was kept and is not valid is as on a new page', () => {
  assert.deepEqual(validSettings(null), { mode: 'nfm', passBands: {}, squelchDb: null, volume: 0.5, centerHz: null });
  const kept = { mode: 'usb', passBands: { usb: { lowHz: 300, highHz: 2400 } }, squelchDb: -60, volume: 0, centerHz: 7.1e6 };
  assert.deepEqual(validSettings(kept), kept);
  const broken = { mode: 'dsb', passBands: { am: { lowHz: 5, highHz: -5 }, cw: 'x' }, squelchDb: 'loud', volume: 7, centerHz: -1 };
  assert.deepEqual(validSettings(broken), validSettings(null));
});

test('an edge that is moved stays within the mode and clear of the other', () => {
  assert.deepEqual(fitted('am', { lowHz: -20000, highHz: 4500 }, 'lowHz'), { lowHz: -10000, highHz: 4500 });
  assert.deepEqual(fitted('am', { lowHz: 9000, highHz: 4500 }, 'lowHz'), { lowHz: 4000, highHz: 4500 });
  assert.deepEqual(fitted('usb', { lowHz: 150, highHz: 100 }, 'highHz'), { lowHz: 150, highHz: 250 });
});

test('the request has the place, the edges, and a squelch only where there is one', () => {
  const reception = { centerHz: 100.45e6, mode: 'am', squelchDb: null, ...passBandOf(validSettings({ mode: 'am' })) };
  assert.equal(soundPath(reception), 'api/v1/audio?center=100450000&mode=am&low=-4500&high=4500&format=s16');
  assert.match(soundPath({ ...reception, squelchDb: -60 }), /&squelch_db=-60$/);
  assert.equal(channelChange(reception).squelch_db, null);
});

test('pieces that are cut anywhere become whole frames', () => {
  const bytes = new Uint8Array(Int16Array.from([1, -2, 300, -400, 5, 6]).buffer);
  for (const cut of [0, 1, 3, 4, 7, 12]) {
    const frames = new Frames(2);
    assert.deepEqual([...frames.of(bytes.slice(0, cut)), ...frames.of(bytes.slice(cut))], [1, -2, 300, -400, 5, 6]);
  }
});
