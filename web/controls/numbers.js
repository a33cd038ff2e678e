// SPDX-License-Identifier: MIT
// Parses and formats numbers, frequencies and times. Pure.

import { namedBand } from './band_names.js';
import { decimal } from '../words/text.js';

const SCALE = { '': 1, k: 1e3, K: 1e3, m: 1e6, M: 1e6, g: 1e9, G: 1e9 };
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([kKmMgG]?)(?:[hH][zZ])?$/;

const GROUPS = /^\d{1,3}(?:[., ]\d{3}){2,}(?=\s*(?:[hH][zZ])?$)/; // "145.500.000": thousands, not decimals

/** "7100k", "433.92M", "2.4 MHz"; null if not a number. A comma counts as a decimal point.
 * @param {string} text @returns {{value: number, suffix: string} | null} */
function parts(text) {
  const digits = text.trim().replace(GROUPS, (number) => number.replace(/[., ]/g, ''));
  const match = NUMBER.exec(digits.replace(',', '.'));
  if (!match) return null;
  return { value: Number(match[1]), suffix: match[2] };
}

/** A number with an optional suffix k, M or G. @param {string} text @returns {number | null} */
export function parseNumber(text) {
  const found = parts(text);
  if (!found) return null;
  return found.value * SCALE[/** @type {keyof typeof SCALE} */ (found.suffix)];
}

/** A frequency in Hz. A bare number is read as its size suggests: MHz below 3000 (100.3, 1420.4), kHz below a million
 * (7100, 433920), Hz above. @param {string} text @returns {number | null} */
export function parseFrequency(text) {
  const found = parts(text);
  if (!found || found.value < 0) return null;
  if (found.suffix || /[hH][zZ]$/.test(text.trim())) return parseNumber(text);
  if (found.value < 3000) return found.value * 1e6;
  return found.value < 1e6 ? found.value * 1e3 : found.value;
}

/** What the frequency box accepts: `100.3M` to tune, `@100.3M` to look there without tuning, `88-108M`, `88M:108M` or a
 * name, `20m`, for a band.
 * @param {string} text @param {import('./band_names.js').Region} [region] @returns {{kind: 'tune', hz: number} | {kind: 'look', hz: number} |
 *   {kind: 'band', fromHz: number, toHz: number} | null} */
export function parseFrequencyEntry(text, region = 'all') {
  const trimmed = text.trim();
  const named = namedBand(trimmed, region);
  if (named) return { kind: 'band', ...named };
  const range = /^(.*?[\dkKmMgGzZ.])\s*(?:-|–|:|\.\.)\s*([\d.].*)$/.exec(trimmed);
  if (range && !/[eE]$/.test(range[1])) return band(range[1], range[2]);
  const look = trimmed.startsWith('@');
  const hz = parseFrequency(look ? trimmed.slice(1) : trimmed);
  if (hz === null) return null;
  return look ? { kind: 'look', hz } : { kind: 'tune', hz };
}

/** The first number borrows the suffix of the second: 88-108M. @param {string} from @param {string} to
 * @returns {{kind: 'band', fromHz: number, toHz: number} | null} */
function band(from, to) {
  const suffix = parts(to)?.suffix ?? '';
  const toHz = parseFrequency(to);
  const fromHz = parts(from)?.suffix || !suffix ? parseFrequency(from) : parseFrequency(from + suffix);
  return fromHz !== null && toHz !== null && fromHz < toHz ? { kind: 'band', fromHz, toHz } : null;
}

const UNITS = [{ scale: 1, unit: 'Hz' }, { scale: 1e3, unit: 'kHz' }, { scale: 1e6, unit: 'MHz' }, { scale: 1e9, unit: 'GHz' }];

/** @param {number} hz */
function unitOf(hz) {
  let index = 0;
  while (index < UNITS.length - 1 && Math.abs(hz) >= UNITS[index + 1].scale) ++index;
  return UNITS[index];
}

/** Decimals needed to show steps of `stepHz`. @param {number} stepHz @param {number} scale */
function digitsFor(stepHz, scale) {
  return Math.max(0, Math.min(9, Math.ceil(-Math.log10(stepHz / scale) - 1e-9)));
}

/** "100.300", in the unit of formatFrequency(). @param {number} hz @param {number} stepHz */
export function frequencyNumber(hz, stepHz) {
  const { scale } = unitOf(hz);
  return decimal((hz / scale).toFixed(digitsFor(stepHz, scale)));
}

/** "100.300 MHz", with as many digits as steps of `stepHz` need. @param {number} hz @param {number} [stepHz] */
export const formatFrequency = (hz, stepHz = 1) => `${frequencyNumber(hz, stepHz)} ${unitOf(hz).unit}`;

/** "88 – 108 MHz", "26 – 1766 MHz" @param {number} fromHz @param {number} toHz */
export function formatBand(fromHz, toHz) {
  const { scale, unit } = unitOf(fromHz < 1e9 && toHz >= 1e9 ? 1e6 : toHz);
  const [from, to] = [fromHz, toHz].map((hz) => decimal(String(Number((hz / scale).toFixed(6)))));
  return `${from} – ${to} ${unit}`;
}

/** A width such as a span or a resolution: three to four significant digits. @param {number} hz */
export function formatWidth(hz) {
  const { scale, unit } = unitOf(hz);
  return `${decimal(String(Number((hz / scale).toPrecision(4))))} ${unit}`;
}

/** One for all of an axis, by its end: MHz, or kHz below 3 MHz. @param {number} toHz */
export const axisUnit = (toHz) => UNITS[toHz < 3e6 ? 1 : 2];

/** For axes: the number alone. @param {number} hz @param {number} stepHz @param {{scale: number}} unit of the axis */
export function formatTick(hz, stepHz, { scale }) {
  return decimal((hz / scale).toFixed(digitsFor(stepHz, scale)));
}

/** The shortest text that parseFrequency reads back: 100.3M. @param {number} hz */
export function shortFrequency(hz) {
  if (hz >= 1e6) return `${decimal(String(Number((hz / 1e6).toFixed(6))))}M`;
  return decimal(hz >= 1e3 ? `${Number((hz / 1e3).toFixed(3))}k` : `${hz}Hz`);
}

/** @param {number} db */
export function formatDb(db) {
  return Number.isFinite(db) ? decimal(db.toFixed(1).replace('-', '−')) : '—';
}

/** Time of day in UTC. @param {number} time @param {number} [digits] of the second */
export function formatTime(time, digits = 0) {
  const iso = new Date(time).toISOString();
  return digits > 0 ? iso.slice(11, 20 + digits) : iso.slice(11, 19);
}

/** "57.6 MB" @param {number} bytes */
export function formatBytes(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const [scale, unit] = bytes >= 1e9 ? [1e9, 'GB'] : bytes >= 1e6 ? [1e6, 'MB'] : [1e3, 'kB'];
  return `${decimal(String(Number((bytes / scale).toPrecision(3))))} ${unit}`;
}

/** "0.11 s", "3.5 s" @param {number} seconds */
export function formatSeconds(seconds) {
  return `${decimal(String(Number(seconds.toPrecision(2))))} s`;
}

/** "0:07", "12:34", "1:02:03" @param {number} seconds */
export function formatDuration(seconds) {
  const whole = Math.floor(seconds);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** 1.2 k, 34 M: counts in the status line. @param {number} count */
export function formatCount(count) {
  if (count < 10000) return String(Math.round(count));
  const [scale, suffix] = count >= 1e9 ? [1e9, 'G'] : count >= 1e6 ? [1e6, 'M'] : [1e3, 'k'];
  return `${decimal((count / scale).toPrecision(3))} ${suffix}`;
}
