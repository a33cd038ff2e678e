// SPDX-License-Identifier: MIT
// Marks of the calendar on an axis of time: days, weeks (Mondays), months, years, by the clock chosen. Pure.

import { locale } from '../words/text.js';

/** @typedef {{localTime: boolean}} Clock */
/** @typedef {{unit: 'day' | 'month', count: number, ms: number}} Step */

const DAY_MS = 86_400_000;
const MONTH_MS = 30.44 * DAY_MS;

/** @type {Step[]} */
const STEPS = [{ unit: 'day', count: 1, ms: DAY_MS }, { unit: 'day', count: 7, ms: 7 * DAY_MS },
  ...[1, 3, 6, 12].map((count) => ({ unit: /** @type {const} */ ('month'), count, ms: count * MONTH_MS }))];

/** The smallest step of at least so much time. @param {number} leastMs */
const stepFor = (leastMs) => STEPS.find(({ ms }) => ms >= leastMs * 0.95) ?? STEPS[STEPS.length - 1];

/** Midnight of a day of a year; months and days may run over. @param {Clock} clock @param {number} year @param {number} month
 * @param {number} day */
const midnight = ({ localTime }, year, month, day) => (localTime ? new Date(year, month, day).getTime() : Date.UTC(year, month, day));

/** @param {Clock} clock @param {number} time @returns {{year: number, month: number, day: number, weekday: number}} */
export function dayOf({ localTime }, time) {
  const date = new Date(time);
  return localTime ? { year: date.getFullYear(), month: date.getMonth(), day: date.getDate(), weekday: date.getDay() }
    : { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate(), weekday: date.getUTCDay() };
}

/** From midnight to midnight, also where the clock is set for the summer. @param {Clock} clock @param {number} time
 * @returns {import('../feed/types.js').Stretch} */
export function dayAround(clock, time) {
  const { year, month, day } = dayOf(clock, time);
  return { from: midnight(clock, year, month, day), to: midnight(clock, year, month, day + 1) };
}

/** The same time of another day. @param {Clock} clock @param {number} time @param {number} days */
export function daysLater({ localTime }, time, days) {
  const date = new Date(time);
  return localTime ? date.setDate(date.getDate() + days) : time + days * DAY_MS;
}

/** @param {Clock} clock @param {number} from @param {number} to @param {number} leastMs between two marks
 * @returns {{step: number, major: number[]}} */
export function calendarTicks(clock, from, to, leastMs) {
  const { unit, count, ms } = stepFor(leastMs);
  const { year, month, day, weekday } = dayOf(clock, from);
  const major = [];
  for (let index = 0; ; ++index) {
    const days = count === 7 ? day - ((weekday + 6) % 7) + 7 * index : day + index;
    const time = unit === 'day' ? midnight(clock, year, month, days) : midnight(clock, year, Math.floor(month / count) * count + index * count, 1);
    if (time > to) return { step: ms, major };
    if (time >= from) major.push(time);
  }
}

/** The mark of a month, or of a year: "Nov 2026"; "26" looks like a day. @param {Clock} clock @param {number} time */
export function monthText({ localTime }, time) {
  return new Intl.DateTimeFormat(locale(), { month: 'short', year: 'numeric', ...(localTime ? {} : { timeZone: 'UTC' }) }).format(time);
}

/** Whether marks of this step are months. @param {number} step ms */
export const isMonths = (step) => step >= MONTH_MS;
