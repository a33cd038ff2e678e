// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { SignalNews, sceneLines, shownSignals, signalCells } from '../../web/controls/scene_text.js';
import { FLAG } from '../../web/feed/decode_row.js';
import { createState } from '../../web/state/state.js';

const peak = (id, mhz, more = {}) => ({ id, frequency_hz: mhz * 1e6, level_db: -20, power_db: -20, snr_db: 50, width_hz: 1200, class: 'carrier', active: true, ...more });
const AT = Date.UTC(2026, 10, 21, 8, 3, 49);

/** A receiver of 98.8 to 101.2 MHz. */
function scene(peaks, more = {}) {
  const state = createState();
  const live = { newest: { time: AT }, completed: (row) => row, at: () => null };
  return Object.assign(state, { peaks, link: 'open', floorDb: -70.2, live, status: { rbw_hz: 878.9, unit: 'dBFS', source: { gain_db: 28 }, sweep: null } }, more);
}

test('the picture in words: band, time, noise, signals', () => {
  assert.deepEqual(sceneLines(scene([peak(1, 100.3), peak(2, 99.4, { active: false })])), [
    'On the screen: 98.8 – 101.2 MHz, span 2.4 MHz.', 'Live, 08:03:49 UTC.', 'Noise floor −70.2 dBFS, at a resolution of 878.9 Hz.',
    '1 signal: 100.3000 MHz, −20.0 dBFS.']);
});

test('what is said is true of what is shown: a part of the band, frozen, without a connection, before the first row', () => {
  const part = scene([peak(1, 100.3), peak(2, 99.4)], { band: { fromHz: 99e6, toHz: 99.5e6 } });
  assert.deepEqual(sceneLines(part).slice(0, 2), ['On the screen: 99 – 99.5 MHz, span 500 kHz.', 'A part of 98.8 – 101.2 MHz, which is received.']);
  assert.equal(sceneLines(part).at(-1), '1 signal: 99.4000 MHz, −20.0 dBFS.', 'not the stronger one that is not on the screen');
  assert.deepEqual(shownSignals(part).map(({ id }) => id), [2]);
  assert.ok(sceneLines(scene([], { frozenAt: AT })).includes('Frozen at 2026-11-21 08:03:49.00 UTC.'));
  assert.ok(sceneLines(scene([], { link: 'waiting' })).includes('No connection; the last of 08:03:49 UTC.'));
  const empty = sceneLines(Object.assign(createState(), { link: 'open' }));
  assert.deepEqual(empty.slice(1), ['Nothing has been received yet.', 'The noise floor is not known yet.', 'No signals above the noise.']);
});

test('the noise floor is that of the resolution which is said with it', () => {
  const live = { newest: { time: AT, flags: FLAG.zoomed }, completed: (row) => row, at: () => null };
  const text = sceneLines(scene([], { zoom: { rbwHz: 87.89, lookBackMs: 100 }, live }));
  assert.ok(text.includes('Noise floor −80.2 dBFS, at a resolution of 87.89 Hz.'), text.join(' '));
});

test('a signal is a line of the table, and says when it pauses', () => {
  assert.deepEqual(signalCells(scene([]), peak(1, 100.3)), ['100.3000 MHz', '−20.0 dBFS', '50.0 dB', '1.2 kHz', 'carrier']);
  assert.equal(signalCells(scene([]), peak(1, 100.3, { active: false, class: 'fm' })).at(-1), 'FM, in a pause');
});

test('between two readings: what has appeared, what has gone, and nothing else', () => {
  const news = new SignalNews();
  assert.equal(news.next(scene([peak(1, 100.3), peak(2, 99.4)]), AT), '', 'the first reading has nothing before it');
  assert.equal(news.next(scene([peak(2, 99.4), peak(1, 100.31)]), AT + 1000), 'Since 08:03:49 UTC: no signal has come or gone.', 'a signal may move');
  assert.equal(news.next(scene([peak(1, 100.3), peak(3, 99.9)]), AT + 2000), 'Since 08:03:50 UTC: Appeared: 99.9000 MHz. Gone: 99.4000 MHz.');
  assert.equal(news.next(scene([peak(1, 100.3, { active: false }), peak(3, 99.9)]), AT + 3000), 'Since 08:03:51 UTC: Gone: 100.3000 MHz.', 'a pause');
  assert.equal(news.next(scene([peak(9, 7.1)], { whole: { fromHz: 7e6, toHz: 7.2e6 } }), AT + 4000), 'Another band is received since 08:03:52 UTC.',
    'signals of the band before have not gone: they are not received any more');
});
