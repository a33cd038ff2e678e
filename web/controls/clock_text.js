// SPDX-License-Identifier: MIT
// Times as text and ticks, in UTC or in the time of this computer. Pure.

import { calendarTicks, isMonths, monthText } from '../history/calendar.js';
import { timeTicks } from '../plot/ticks.js';
import { dateText, dayText } from '../words/dates.js';
import { decimal, say } from '../words/text.js';

/** @typedef {{localTime: boolean}} Clock */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What to add to a time for its digits in UTC to be those of the clock. @param {Clock} clock @param {number} time */
const shiftOf = (clock, time) => (clock.localTime ? -new Date(time).getTimezoneOffset() * MINUTE_MS : 0);

/** "2026-11-21T08:03:49.123" by the clock. @param {Clock} clock @param {number} time */
function isoText(clock, time) {
  return new Date(time + shiftOf(clock, time)).toISOString().slice(0, 23);
}

/** @param {Clock} clock */
export const zoneName = (clock) => (clock.localTime ? say('zone.local') : 'UTC');

/** "08:03:49.12" @param {Clock} clock @param {number} time @param {number} [digits] of the second */
export function timeText(clock, time, digits = 0) {
  return decimal(isoText(clock, time).slice(11, digits > 0 ? 20 + digits : 19));
}

/** "2026-11-21 08:03:49.12 UTC" @param {Clock} clock @param {number} time @param {boolean} [toMinutes] "2026-11-21 08:03 UTC" */
export function dateTimeText(clock, time, toMinutes = false) {
  return `${dateText(isoText(clock, time))} ${decimal(isoText(clock, time).slice(11, toMinutes ? 16 : 22))} ${zoneName(clock)}`;
}

/** The value of a date box. @param {Clock} clock @param {number} time */
export const dateBoxValue = (clock, time) => isoText(clock, time).slice(0, 19);

/** The time that a date box says; NaN if it says none. @param {Clock} clock @param {string} value */
export function timeOfDateBox(clock, value) {
  return Date.parse(clock.localTime ? value : `${value}Z`);
}

/** The label of a tick: at midnight the date, or the month where there are only months. @param {Clock} clock @param {number} time @param {number} step ms */
export function tickText(clock, time, step) {
  if (isMonths(step)) return monthText(clock, time);
  const text = isoText(clock, time);
  if ((time + shiftOf(clock, time)) % DAY_MS === 0) return dayText(text);
  return timeText(clock, time, step < 1000 ? 1 : 0);
}

/** Times on marks of the clock. @param {Clock} clock @param {number} from @param {number} to @param {number} pixels
 * @param {number} spacing @returns {{step: number, major: number[]}} */
export function clockTicks(clock, from, to, pixels, spacing) {
  const leastMs = ((to - from) * spacing) / Math.max(1, pixels);
  if (leastMs > DAY_MS / 2) return calendarTicks(clock, from, to, leastMs / 2); // lines of text, not words next to each other
  const shift = shiftOf(clock, to);
  const { step, major } = timeTicks(from + shift, to + shift, pixels, spacing);
  return { step, major: major.map((time) => time - shift) };
}

/** "45 s", "12.3 min", "1.6 h", "12.5 d" @param {number} ms */
export function spanText(ms) {
  const seconds = ms / 1000;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (ms >= 4 * DAY_MS) return `${decimal((ms / DAY_MS).toFixed(1))} d`;
  return seconds < 7200 ? `${decimal((seconds / 60).toFixed(1))} min` : `${decimal((seconds / 3600).toFixed(1))} h`;
}
