// SPDX-License-Identifier: MIT
// The fields of a rule, which kinds have them, and how they are written in boxes and sent to the server. Pure.

import { formatBand, parseFrequencyEntry, parseNumber, shortFrequency } from '../controls/numbers.js';
import { parseLimit } from '../measure/limit.js';
import { decimal, say } from '../words/text.js';
import { KINDS } from './event_texts.js';

/** @typedef {import('./range_list.js').Entry} Entry */
/** @typedef {'text' | 'select' | 'range' | 'number' | 'check' | 'ranges' | 'named' | 'limits'} FieldType */
/** action: a member of `actions`; kinds: that have it, else all @typedef {{key: string, type: FieldType, options?: string[], kinds?: string[], action?: boolean}} Field */
/** @typedef {Record<string, any>} Rule   as the server has it */
/** @typedef {Record<string, string | boolean | Entry[]>} Values   by key of a field */

const BY_LEVEL = ['above', 'below', 'appear', 'vanish'];
const BANDS = KINDS.filter((kind) => kind !== 'health');

/** @type {Field[]} */
export const FIELDS = [
  { key: 'name', type: 'text' },
  { key: 'kind', type: 'select', options: KINDS },
  { key: 'enabled', type: 'check' },
  { key: 'range', type: 'range', kinds: BANDS },
  { key: 'ailment', type: 'select', options: ['no_data', 'overload', 'lost'], kinds: ['health'] },
  { key: 'limits', type: 'limits', kinds: ['mask'] },
  { key: 'level', type: 'number', kinds: KINDS.filter((kind) => kind !== 'mask') },
  { key: 'reference', type: 'select', options: ['floor', 'usual', 'absolute'], kinds: BY_LEVEL },
  { key: 'hysteresis', type: 'number' },
  { key: 'least_seconds', type: 'number' },
  { key: 'gone_seconds', type: 'number' },
  { key: 'duty', type: 'number', kinds: [...BY_LEVEL, 'mask'] },
  { key: 'period_seconds', type: 'number', kinds: ['occupancy'] },
  { key: 'bursts', type: 'check', kinds: ['above', 'appear', 'mask'] },
  { key: 'ignored', type: 'ranges', kinds: BANDS },
  { key: 'known', type: 'named', kinds: ['appear'] },
  { key: 'evidence', type: 'check', action: true },
  { key: 'iq_seconds', type: 'number', action: true },
  { key: 'iq_before_seconds', type: 'number', action: true },
  { key: 'webhook', type: 'text', action: true },
  { key: 'secret', type: 'text', action: true },
  { key: 'email', type: 'text', action: true },
  { key: 'command', type: 'check', action: true },
];

/** @param {Field} field @param {string} kind of a rule */
export const hasField = ({ kinds }, kind) => !kinds || kinds.includes(kind);

/** A value that cannot be read; `field` is the key of its field. */
export class FieldError extends Error {
  /** @param {string} field @param {string} message */
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

/** As it can be read back, to the hertz: in GHz there are too few digits. @param {number[]} range */
export function exactBand([from, to]) {
  if (from < 1e9) return formatBand(from, to);
  const [low, high] = [from, to].map((hz) => decimal(String(Number((hz / 1e6).toFixed(6)))));
  return `${low} – ${high} MHz`;
}

/** @type {Record<FieldType, (rule: Rule, value: any) => string | boolean | Entry[]>} */
const WRITE = {
  text: (_, value) => value ?? '',
  select: (_, value) => value,
  check: (_, value) => value === true,
  number: (_, value) => decimal(String(value)),
  range: ({ from_hz: from, to_hz: to }) => (from === null || from === undefined ? '' : exactBand([from, to])),
  ranges: (_, value) => value.map((/** @type {number[]} */ range) => ({ text: exactBand(range), name: '' })),
  named: (_, value) => value.map((/** @type {any} */ { label, from_hz: from, to_hz: to }) => ({ text: exactBand([from, to]), name: label })),
  limits: (_, value) => value.map((/** @type {[number, number]} */ [hz, db]) => `${shortFrequency(hz)} ${decimal(String(db))}`).join('; '),
};

/** Throws FieldError. @param {string} key @param {string} text */
export function rangeOf(key, text) {
  const entry = parseFrequencyEntry(text);
  if (!entry || !('fromHz' in entry)) throw new FieldError(key, say('rule.no-range', { text }));
  return [Math.round(entry.fromHz), Math.round(entry.toHz)];
}

/** The server has no step in a limit: the second of two points at a frequency is 1 Hz above. @param {number[][]} points sorted
 * @returns {number[][]} */
export function rising(points) {
  let last = -1;
  return points.map(([hz, db]) => {
    last = Math.max(hz, last + 1);
    return [last, db];
  });
}

/** @type {Record<FieldType, (key: string, value: any) => object>} */
const READ = {
  text: (key, value) => ({ [key]: value.trim() }),
  select: (key, value) => ({ [key]: value }),
  check: (key, value) => ({ [key]: value }),
  number: (key, value) => {
    const number = parseNumber(value);
    if (number === null) throw new FieldError(key, say('rule.no-number'));
    return { [key]: number };
  },
  range: (key, value) => {
    const [from, to] = value.trim() === '' ? [null, null] : rangeOf(key, value);
    return { from_hz: from, to_hz: to };
  },
  ranges: (key, value) => ({ [key]: value.map((/** @type {Entry} */ { text }) => rangeOf(key, text)) }),
  named: (key, value) => ({ [key]: value.map((/** @type {Entry} */ { text, name }) => {
    const [from, to] = rangeOf(key, text);
    return { label: name, from_hz: from, to_hz: to };
  }) }),
  limits: (key, value) => {
    try {
      return { [key]: rising(parseLimit(value).map(({ hz, db }) => [hz, db])) };
    } catch (reason) {
      throw new FieldError(key, /** @type {Error} */ (reason).message);
    }
  },
};

/** For the boxes. @param {Rule} rule @returns {Values} */
export function valuesOf(rule) {
  return Object.fromEntries(FIELDS.map(({ key, type, action }) => [key, WRITE[type](rule, (action ? rule.actions : rule)[key])]));
}

/** For the server: what the kind has. A secret that is empty stays as it is. Throws FieldError. @param {Values} values @returns {Rule} */
export function ruleOf(values) {
  const body = {};
  const actions = {};
  for (const field of FIELDS) {
    if (!hasField(field, String(values.kind)) || (field.key === 'secret' && values.secret === '')) continue;
    Object.assign(field.action ? actions : body, READ[field.type](field.key, values[field.key]));
  }
  return { ...body, ...(values.kind === 'mask' ? { reference: 'absolute' } : {}), actions };
}

/** A rule that is not there yet, with the server's usual values. @param {string} kind @returns {Rule} */
export function newRule(kind) {
  const [level, hysteresis, least, gone] = /** @type {Record<string, number[]>} */ ({ above: [10, 3, 0.2, 2], below: [10, 3, 2, 2], appear: [10, 4, 0.5, 5], vanish: [10, 4, 10, 10],
    mask: [0, 3, 0.2, 2], floor_rise: [3, 1, 60, 60], occupancy: [50, 5, 0, 0], health: [1, 0.5, 10, 10] })[kind];
  return { name: '', kind, enabled: true, from_hz: null, to_hz: null, level, reference: kind === 'mask' ? 'absolute' : 'floor', hysteresis, least_seconds: least, gone_seconds: gone, duty: 0.5,
    bursts: false, period_seconds: 900, ailment: 'no_data', ignored: [], known: [], learns_until: null, limits: [],
    actions: { webhook: '', email: '', command: false, evidence: true, iq_seconds: 0, iq_before_seconds: 5, has_secret: false } };
}
