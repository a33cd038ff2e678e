// SPDX-License-Identifier: MIT
// The axis of long times, the days of a clock, and the strip of a day.

process.env.TZ = 'Europe/Berlin'; // the clock of this computer

import test from 'node:test';
import assert from 'node:assert/strict';
import { calendarTicks, dayAround, daysLater } from '../../web/history/calendar.js';
import { clockTicks, spanText, tickText } from '../../web/controls/clock_text.js';
import { stripLevels, stripPeriod } from '../../web/history/strip_picture.js';

const UTC = { localTime: false };
const LOCAL = { localTime: true };
const DAY = 86_400_000;
const iso = (time) => new Date(time).toISOString().slice(0, 16);

test('long times have marks at midnights, Mondays and months', () => {
  const to = Date.parse('2026-11-25T12:00:00Z');
  const marks = (days) => clockTicks(UTC, to - days * DAY, to, 800, 56).major.map(iso);
  assert.deepEqual(marks(12).slice(0, 2), ['2026-11-14T00:00', '2026-11-15T00:00']);
  assert.deepEqual(marks(60).slice(0, 2), ['2026-09-28T00:00', '2026-10-05T00:00'], 'Mondays');
  assert.deepEqual(marks(365).slice(0, 2), ['2025-12-01T00:00', '2026-01-01T00:00']);
  assert.equal(tickText(UTC, Date.parse('2026-11-01'), 31 * DAY), 'Nov 2026');
  assert.equal(tickText(UTC, Date.parse('2026-11-02'), 7 * DAY), '11-02');
  assert.deepEqual([spanText(3 * DAY), spanText(12.5 * DAY)], ['72.0 h', '12.5 d']);
});

test('days of a local clock end at its midnights, also when it is set for the summer', () => {
  const sunday = Date.parse('2026-03-29T10:00:00Z'); // 23 hours long there
  assert.deepEqual(Object.values(dayAround(LOCAL, sunday)).map(iso), ['2026-03-28T23:00', '2026-03-29T22:00']);
  assert.equal(iso(daysLater(LOCAL, Date.parse('2026-03-28T11:00:00Z'), 1)), '2026-03-29T10:00');
  const { major } = calendarTicks(LOCAL, sunday - 2 * DAY, sunday + 2 * DAY, DAY);
  assert.deepEqual(major.map(iso), ['2026-03-27T23:00', '2026-03-28T23:00', '2026-03-29T22:00', '2026-03-30T22:00']);
  assert.equal(iso(daysLater(UTC, sunday, -29)), '2026-02-28T10:00', 'no leap year');
});

test('the strip shows the last 24 hours, or the day of a moment before', () => {
  const now = Date.parse('2026-11-25T12:00:00Z');
  const day = (time) => dayAround(UTC, time);
  assert.deepEqual(stripPeriod(now, NaN, day), { from: now - DAY, to: now });
  assert.deepEqual(stripPeriod(now, now - 3_600_000, day), { from: now - DAY, to: now });
  assert.deepEqual(Object.values(stripPeriod(now, Date.parse('2026-11-20T03:12:00Z'), day)).map(iso), ['2026-11-20T00:00', '2026-11-21T00:00']);
});

test('the strip has the strongest level of each place, frequencies upwards, and no level where there was no row', () => {
  const row = (time, levels) => ({ time, duration: 10, centerHz: 150, spanHz: 100, bins: 4, binShiftHz: 0, levels: { max: Uint8Array.from(levels) } });
  const rows = [row(0, [1, 9, 3, 4]), row(10, [1, 2, 8, 4]), row(30, [5, 5, 5, 5])];
  const levels = stripLevels(rows, { from: 0, to: 40 }, { fromHz: 100, toHz: 200 }, 2, 2);
  assert.deepEqual([...levels], [8, 5, 9, 5]);
  assert.deepEqual([...stripLevels(rows, { from: 0, to: 40 }, { fromHz: 100, toHz: 200 }, 4, 1)], [9, 8, 0, 5]);
  assert.deepEqual([...stripLevels(rows, { from: 0, to: 40 }, { fromHz: 300, toHz: 400 }, 1, 1)], [0]);
});
