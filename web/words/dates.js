// SPDX-License-Identifier: MIT
// Dates as the language writes them. English has those of ISO 8601: they are as logs have them, and one cannot read the
// day of one side of the Atlantic as the month of the other.

import { locale } from './text.js';

const DAY = /** @type {const} */ ({ month: '2-digit', day: '2-digit', timeZone: 'UTC' });
const isEnglish = () => locale().toLowerCase().split('-')[0] === 'en';

/** @param {string} iso "2026-11-21T08:03:49" @param {Intl.DateTimeFormatOptions} options */
const formatted = (iso, options) => new Intl.DateTimeFormat(locale(), options).format(Date.parse(`${iso.slice(0, 10)}T00:00:00Z`));

/** "2026-11-21", "21.11.2026" @param {string} iso */
export const dateText = (iso) => (isEnglish() ? iso.slice(0, 10) : formatted(iso, { year: 'numeric', ...DAY }));

/** "11-21", "21.11." @param {string} iso */
export const dayText = (iso) => (isEnglish() ? iso.slice(5, 10) : formatted(iso, DAY));

/** "2026-11-21 08:03:49 UTC" @param {number} time ms */
export function utcText(time) {
  const iso = new Date(time).toISOString();
  return `${dateText(iso)} ${iso.slice(11, 19)} UTC`;
}
