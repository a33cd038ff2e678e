// SPDX-License-Identifier: MIT
process.env.TZ = 'Asia/Kathmandu'; // 5 h 45 min ahead, all year

import test from 'node:test';
import assert from 'node:assert/strict';
import { clockTicks, dateBoxValue, dateTimeText, spanText, tickText, timeOfDateBox } from '../../web/controls/clock_text.js';

const TIME = Date.parse('2026-11-21T23:03:49.120Z');
const [utc, local] = [{ localTime: false }, { localTime: true }];

test('a time is written in UTC or by the clock of the computer, with its date', () => {
  assert.equal(dateTimeText(utc, TIME), '2026-11-21 23:03:49.12 UTC');
  assert.equal(dateTimeText(local, TIME), '2026-11-22 04:48:49.12 local');
});

test('a date box is read as it was written', () => {
  for (const clock of [utc, local]) assert.equal(timeOfDateBox(clock, dateBoxValue(clock, TIME)), Math.floor(TIME / 1000) * 1000);
  assert.ok(Number.isNaN(timeOfDateBox(utc, '')));
});

test('ticks are on full hours of the clock, and midnight has the date', () => {
  for (const [clock, texts] of [[utc, ['20:00:00', '22:00:00', '11-22', '02:00:00']], [local, ['02:00:00', '04:00:00', '06:00:00', '08:00:00']]]) {
    const from = Date.parse('2026-11-21T19:30:00Z');
    const { step, major } = clockTicks(clock, from, from + 7 * 3600e3, 210, 56);
    assert.deepEqual(major.map((time) => tickText(clock, time, step)), texts);
  }
});

test('spans of seconds, minutes and hours', () => {
  assert.deepEqual([45e3, 740e3, 86400e3].map(spanText), ['45 s', '12.3 min', '24.0 h']);
});
