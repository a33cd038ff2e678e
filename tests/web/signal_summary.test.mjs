// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { SignalSummary } from '../../web/controls/signal_summary.js';
import { signalClassText, signalMegahertz } from '../../web/controls/signal_text.js';

const peaks = (...megahertz) => megahertz.map((mhz) => ({ frequency_hz: mhz * 1e6, level_db: -20, snr_db: 40, width_hz: 1000 }));

test('the summary says at once whether there are signals, then not too often', () => {
  const summary = new SignalSummary();
  assert.equal(summary.next([], 0), 'No signals above the noise.');
  assert.equal(summary.next(peaks(100.3, 99.4), 1000), '2 signals. Strongest: 100.300 megahertz, 99.400 megahertz.');
  assert.equal(summary.next(peaks(100.3), 2000), null);
  assert.equal(summary.next(peaks(100.3), 16_000), '1 signal. Strongest: 100.300 megahertz.');
  assert.equal(summary.next(peaks(100.3), 40_000), null, 'nothing new');
  assert.equal(summary.next([], 40_500), 'No signals above the noise.');
});

test('the summary says what a signal seems to be', () => {
  const [first, second, third] = peaks(100.3, 99.4, 99.5);
  assert.equal(new SignalSummary().next([{ ...first, class: 'fm' }, { ...second, class: 'unknown' }, { ...third, class: 'chirped' }], 0),
    '3 signals. Strongest: 100.300 megahertz FM, 99.400 megahertz, 99.500 megahertz.');
});

test('a wide signal has no more digits than hold still', () => {
  assert.equal(signalMegahertz({ frequency_hz: 100_300_012, width_hz: 1500 }), '100.3000');
  assert.equal(signalMegahertz({ frequency_hz: 99_300_412, width_hz: 130e3 }), '99.300');
  assert.equal(signalClassText('am'), 'AM');
  assert.equal(signalClassText('of a later version'), '?');
});
