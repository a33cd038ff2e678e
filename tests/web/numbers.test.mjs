// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { axisUnit, formatBand, formatBytes, formatDb, formatDuration, formatFrequency, formatTick, formatTime, formatWidth, parseFrequency, parseFrequencyEntry, parseNumber,
  shortFrequency } from '../../web/controls/numbers.js';
import { axisTicks } from '../../web/plot/ticks.js';

test('suffixes k, M and G are understood, and nothing else', () => {
  const cases = [['2.4M', 2.4e6], ['100k', 1e5], ['1e6', 1e6], ['-3', -3], ['.5', 0.5], ['433,92M', 433.92e6], ['1 GHz', 1e9]];
  for (const [text, value] of cases) assert.equal(parseNumber(text), value, text);
  for (const text of ['', 'M', '1.2.3', '5 apples', '--1', '0x10', 'NaN', 'Infinity']) assert.equal(parseNumber(text), null, text);
});

test('a frequency without a suffix is read as its size suggests', () => {
  const cases = [['100.3', 100.3e6], ['100.3M', 100.3e6], ['7100k', 7.1e6], ['7100', 7.1e6], ['14074', 14.074e6],
    ['100300000', 100.3e6], ['1420.405', 1420.405e6], ['50 Hz', 50], ['0.136', 136e3]];
  for (const [text, hz] of cases) assert.ok(Math.abs(parseFrequency(text) - hz) < 1e-3, `${text}: ${parseFrequency(text)}`);
  assert.equal(parseFrequency('-5M'), null);
});

test('the frequency box takes a tuning, a look and a stretch', () => {
  assert.deepEqual(parseFrequencyEntry('100.3M'), { kind: 'tune', hz: 100.3e6 });
  assert.deepEqual(parseFrequencyEntry('@ 99.4'), { kind: 'look', hz: 99.4e6 });
  assert.deepEqual(parseFrequencyEntry('88-108M'), { kind: 'band', fromHz: 88e6, toHz: 108e6 });
  assert.deepEqual(parseFrequencyEntry('7000k – 7200k'), { kind: 'band', fromHz: 7e6, toHz: 7.2e6 });
  assert.deepEqual(parseFrequencyEntry('99.8..100.2'), { kind: 'band', fromHz: 99.8e6, toHz: 100.2e6 });
  for (const text of ['', 'hello', '108-88M', '1-2-3', '@', '-5M']) assert.equal(parseFrequencyEntry(text), null, text);
});

test('frequencies are understood as hams write them', () => {
  const cases = [['145.500.000', 145.5e6], ['1.420.405.751 Hz', 1420405751], ['14,074,000', 14.074e6], ['100MHz', 100e6],
    ['100 MHz', 100e6], ['100,5M', 100.5e6], ['7074 kHz', 7.074e6], ['145.500', 145.5e6], ['2M', 2e6]];
  for (const [text, hz] of cases) assert.deepEqual(parseFrequencyEntry(text), { kind: 'tune', hz }, text);
});

test('bands have names, and the form of the command line', () => {
  const cases = [['2m', 144e6, 148e6], ['20m', 14e6, 14.35e6], ['70cm', 420e6, 450e6], ['70 cm', 420e6, 450e6], ['FM', 87.5e6, 108e6],
    ['air', 108e6, 137e6], ['88M:108M', 88e6, 108e6], ['88:108M', 88e6, 108e6], ['26M : 1766M', 26e6, 1766e6]];
  for (const [text, fromHz, toHz] of cases) assert.deepEqual(parseFrequencyEntry(text), { kind: 'band', fromHz, toHz }, text);
  for (const text of ['constructor', 'toString', 'm', 'cm', 'FM2']) assert.equal(parseFrequencyEntry(text), null, text);
});

test('bands are as wide as in the region', () => {
  const widths = { '80m': ['3.5-4', '3.5-3.8', '3.5-4', '3.5-3.9'], '2m': ['144-148', '144-146', '144-148', '144-148'],
    '70cm': ['420-450', '430-440', '420-450', '430-440'], fm: ['87.5-108', '87.5-108', '88-108', '87.5-108'], '20m': Array(4).fill('14-14.35') };
  for (const [name, bands] of Object.entries(widths)) {
    ['all', '1', '2', '3'].forEach((region, index) => {
      assert.deepEqual(parseFrequencyEntry(name, region), parseFrequencyEntry(`${bands[index]}M`), `${name}, ${region}`);
    });
  }
  assert.deepEqual(parseFrequencyEntry('Air Band'), parseFrequencyEntry('118-137M'));
});

test('a band is written so that it can be read back', () => {
  assert.equal(formatBand(88e6, 108e6), '88 – 108 MHz');
  assert.equal(formatBand(26e6, 1.766e9), '26 – 1766 MHz');
  for (const [fromHz, toHz] of [[88e6, 108e6], [87.5e6, 108e6], [26e6, 1.766e9], [7e6, 7.2e6]]) {
    assert.deepEqual(parseFrequencyEntry(formatBand(fromHz, toHz)), { kind: 'band', fromHz, toHz });
  }
});

test('what is shown short is read back exactly', () => {
  for (const hz of [100.3e6, 7.1e6, 433.920001e6, 2.4e6, 250e3, 12500, 50, 1420405751]) {
    assert.equal(parseFrequency(shortFrequency(hz)), hz);
  }
});

test('sizes and durations are short', () => {
  assert.deepEqual([0, 999, 57_612_000, 2_147_483_648].map(formatBytes), ['0 B', '999 B', '57.6 MB', '2.15 GB']);
  assert.deepEqual([0.9, 67, 754.2, 3723].map(formatDuration), ['0:00', '1:07', '12:34', '1:02:03']);
});

test('an axis that begins below 3 MHz and ends above has one unit', () => {
  const { step, major } = axisTicks(2.3e6, 4.7e6, 480, 96);
  const unit = axisUnit(4.7e6);
  assert.deepEqual([...major.map((hz) => formatTick(hz, step, unit)), unit.unit], ['2.5', '3.0', '3.5', '4.0', '4.5', 'MHz']);
  assert.equal(axisUnit(2.9e6).unit, 'kHz');
});

test('numbers show as many digits as mean something', () => {
  assert.equal(formatFrequency(100.3e6, 1000), '100.300 MHz');
  assert.equal(formatFrequency(100312500, 1), '100.312500 MHz');
  assert.equal(formatTick(100.5e6, 5e5, axisUnit(101e6)), '100.5');
  assert.equal(formatTick(7.1e6, 1e5, axisUnit(7.2e6)), '7.1');
  assert.equal(formatTick(136e3, 1000, axisUnit(137e3)), '136');
  assert.equal(formatWidth(878.90625), '878.9 Hz');
  assert.equal(formatWidth(2.4e6), '2.4 MHz');
  assert.equal(formatDb(-20.04), '−20.0');
  assert.equal(formatDb(NaN), '—');
  assert.equal(formatTime(Date.parse('2026-11-21T08:03:49.123Z'), 2), '08:03:49.12');
});
