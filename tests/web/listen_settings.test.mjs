// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { changeOf, receptionOf, recordingOf } from '../../web/listen/request.js';
import { MODES, fitted, has, passBandOf, squelchFrom, validSettings } from '../../web/listen/settings.js';

const OPTIONS = { gainDb: null, noiseSquelchDb: null, deemphasisUs: { nfm: 530, wfm: 50 }, autoNotch: false, noiseReductionDb: 0, pitchHz: 650 };
const reception = (change = {}) => receptionOf({ ...validSettings({ mode: 'am' }), centerHz: 100.45e6, ...change });

test('modes and their usual edges are those of the server', () => {
  const text = readFileSync(new URL('../../daemon/channels/listening/mode.cpp', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  for (const [mode, { usual }] of Object.entries(MODES)) {
    const [, low, high] = new RegExp(`"${mode}", "[^"]*", (?:PassBand)?\\{(-?[\\de]+), (-?[\\de]+)\\}`).exec(text) ?? [];
    assert.deepEqual([Number(low), Number(high)], [usual.lowHz, usual.highHz], mode);
  }
});

test('what was kept and is not valid is as on a new page', () => {
  assert.deepEqual(validSettings(null), { mode: 'nfm', passBands: {}, squelchDb: null, volume: 0.5, centerHz: null, ...OPTIONS });
  const kept = { mode: 'usb', passBands: { usb: { lowHz: 300, highHz: 2400 } }, squelchDb: -60, volume: 0, centerHz: 7.1e6,
    gainDb: 30, noiseSquelchDb: 9, deemphasisUs: { nfm: 0, wfm: 75 }, autoNotch: true, noiseReductionDb: 12, pitchHz: 700 };
  assert.deepEqual(validSettings(kept), kept);
  const broken = { mode: 'dsb', passBands: { am: { lowHz: 5, highHz: -5 }, cw: 'x' }, squelchDb: 'loud', volume: 7, centerHz: -1,
    gainDb: 200, noiseSquelchDb: -1, deemphasisUs: { nfm: 50, wfm: '75' }, autoNotch: 1, noiseReductionDb: 30, pitchHz: NaN };
  assert.deepEqual(validSettings(broken), validSettings(null));
  assert.deepEqual(validSettings({ ...kept, deemphasisUs: null }).deemphasisUs, OPTIONS.deemphasisUs);
});

test('an edge that is moved stays within the mode and clear of the other', () => {
  assert.deepEqual(fitted('am', { lowHz: -20000, highHz: 4500 }, 'lowHz'), { lowHz: -10000, highHz: 4500 });
  assert.deepEqual(fitted('am', { lowHz: 9000, highHz: 4500 }, 'lowHz'), { lowHz: 4000, highHz: 4500 });
  assert.deepEqual(fitted('usb', { lowHz: 150, highHz: 100 }, 'highHz'), { lowHz: 150, highHz: 250 });
});

test('in CW the lower edge is not below 0 Hz of the sound, which the server refuses', () => {
  const passBands = { cw: { lowHz: -2000, highHz: 500 } };
  assert.deepEqual(passBandOf({ mode: 'cw', passBands, pitchHz: 650 }), { lowHz: -650, highHz: 500 });
  assert.deepEqual(passBandOf({ mode: 'cw', passBands: {}, pitchHz: 650 }), MODES.cw.usual);
});

test('the request has what the mode has, and for the rest what a new server has', () => {
  assert.deepEqual(reception(), { center: 100450000, mode: 'am', low: -4500, high: 4500, squelch_db: null, noise_squelch_db: null, agc: true,
    gain_db: 0, deemphasis_us: null, auto_notch: false, noise_reduction_db: 0, pitch_hz: 650 });
  const all = { squelchDb: -60, gainDb: 34, noiseSquelchDb: 9, deemphasisUs: { nfm: 0, wfm: 75 }, autoNotch: true, noiseReductionDb: 12, pitchHz: 700 };
  const of = (mode) => reception({ ...all, mode });
  for (const mode of Object.keys(MODES)) {
    const made = of(mode);
    assert.equal(made.squelch_db, -60, mode);
    assert.equal(made.noise_squelch_db, mode === 'nfm' ? 9 : null, mode);
    assert.deepEqual([made.agc, made.gain_db], ['nfm', 'wfm'].includes(mode) ? [true, 0] : [false, 34], mode);
    assert.equal(made.deemphasis_us, { nfm: 0, wfm: 75 }[mode] ?? null, mode);
    assert.equal(made.auto_notch, !['cw', 'wfm'].includes(mode), mode);
    assert.equal(made.noise_reduction_db, mode === 'wfm' ? 0 : 12, mode);
    assert.equal(has(mode, 'pitchHz'), mode === 'cw');
  }
});

test('a change has only the keys that differ, null where an option is switched off, and all of another mode', () => {
  const before = reception({ squelchDb: -60 });
  assert.equal(changeOf(before, reception({ squelchDb: -60 })), null);
  assert.deepEqual(changeOf(before, reception()), { squelch_db: null });
  assert.deepEqual(changeOf(before, reception({ squelchDb: -60, gainDb: 20, centerHz: 100.5e6 })), { center: 100500000, agc: false, gain_db: 20 });
  const other = reception({ squelchDb: -60, mode: 'sam' });
  assert.deepEqual(changeOf(before, other), other);
});

test('a recording is split at its pauses where a squelch makes some', () => {
  assert.deepEqual(recordingOf(reception()), { center: 100450000, mode: 'am', low: -4500, high: 4500, squelch_db: null, format: 'opus' });
  assert.equal(recordingOf(reception({ squelchDb: -60 })).split, true);
});

test('an empty squelch is off, not 0 dB, which would mute', () => {
  assert.deepEqual(['', '  ', '-70', '−70,5', '12', 'x'].map(squelchFrom), [null, null, -70, -70.5, 0, NaN]);
});
