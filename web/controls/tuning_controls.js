// SPDX-License-Identifier: MIT
// The controls of receiver and transform. Each is one key of the tuning: it shows the value in force, requests what is
// entered, and shows below itself why a value was refused.

import { button, fillSelect, input, setPressed, showRefusal } from './dom.js';
import { offsetText, parseOffset } from './converter.js';
import { parseFrequency, parseFrequencyEntry, parseNumber, shortFrequency } from './numbers.js';
import { reasonText } from './wording.js';
import { region } from '../state/region.js';
import { decimal, locale, say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').TuningState} TuningState */
/** @typedef {import('../feed/types.js').ServerStatus} ServerStatus */
/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

const WINDOWS = [['hann', 'Hann'], ['blackman-harris', 'Blackman-Harris'], ['flattop', ''],
  ['hamming', 'Hamming'], ['blackman', 'Blackman'], ['kaiser', 'Kaiser'], ['bartlett', 'Bartlett'],
  ['hann-poisson', 'Hann-Poisson'], ['youssef', 'Youssef'], ['rectangle', '']]; // empty: a word
const HOPS = [['0.5', '50 %'], ['0.25', '75 %']];
const AVERAGINGS = [1, 2, 4, 8, 16, 32, 64];
const ROWS = [1, 2, 5, 10, 20, 25, 30, 50];
const FFTS = Array.from({ length: 15 }, (_, index) => 2 ** (index + 8));

/** A sweep has a span instead of a center, which can be typed there, too. @param {string} text */
function readCenter(text) {
  const entry = parseFrequencyEntry(text, region());
  return entry?.kind === 'band' ? { span: `${entry.fromHz}:${entry.toHz}` } : parseFrequency(text);
}

/** @param {TuningState} tuning @param {ServerStatus} status */
function showCenter(tuning, { sweep }) {
  return sweep ? `${shortFrequency(sweep.from_hz)}-${shortFrequency(sweep.to_hz)}` : shortFrequency(tuning.center);
}

/** @param {string} text */
function readSpan(text) {
  if (/^(none|)$/i.test(text.trim()) || text.trim() === say('none')) return 'none';
  const entry = parseFrequencyEntry(text);
  return entry?.kind === 'band' ? `${entry.fromHz}:${entry.toHz}` : null;
}

/** @param {TuningState} tuning */
function showSpan({ span = 'none' }) {
  const entry = parseFrequencyEntry(span);
  return entry?.kind === 'band' ? `${shortFrequency(entry.fromHz)}-${shortFrequency(entry.toHz)}` : say('none');
}

/** A bare number is in seconds. @param {string} text */
function readSeconds(text) {
  const found = /^([\d.,]+)\s*(ms|s|)$/i.exec(text.trim());
  return found ? Number(found[1].replace(',', '.')) / (/^ms$/i.test(found[2]) ? 1000 : 1) : null;
}

/** How each key is read from its control (null: invalid; an object: other keys) and shown in it.
 * @type {Record<string, {read: (text: string) => unknown, show: (tuning: TuningState, status: ServerStatus) => string}>} */
const FIELDS = {
  center: { read: readCenter, show: showCenter },
  rate: { read: parseFrequency, show: (tuning) => shortFrequency(tuning.rate) },
  gain: {
    read: (text) => (/^auto\b/i.test(text.trim()) ? 'auto' : parseNumber(text.replace(/\s*dB$/i, ''))),
    show: (tuning, { source }) => {
      const gain = tuning.gain === 'auto' ? source.gain_db : tuning.gain; // the Auto button next to it shows whether it is automatic
      return gain === null ? 'auto' : `${decimal(String(gain))} dB`;
    },
  },
  ppm: { read: (text) => parseNumber(text.replace(/\s*ppm$/i, '')), show: (tuning) => `${decimal(String(tuning.ppm))} ppm` },
  span: { read: readSpan, show: showSpan },
  dwell: { read: readSeconds, show: ({ dwell = 0.02 }) => decimal(dwell < 1 ? `${Number((dwell * 1e3).toPrecision(4))} ms` : `${dwell} s`) },
  offset: { read: parseOffset, show: (tuning) => offsetText(tuning.offset ?? 0) },
  fft: { read: Number, show: (tuning) => String(tuning.fft) },
  window: { read: (text) => text, show: (tuning) => tuning.window },
  hop: { read: Number, show: (tuning) => String(tuning.hop) },
  averaging: { read: Number, show: (tuning) => String(tuning.averaging) },
  rows: { read: Number, show: (tuning) => String(tuning.rows) },
};

export class TuningControls {
  /** @type {Set<Control>} typed into since they were shown or sent */
  #edited = new Set();
  /** @type {Map<Control, Promise<void> | null>} the latest request of each; null: none, what was entered is invalid */
  #latest = new Map();

  /** @param {State} state @param {import('./tuner.js').Tuner} tuner */
  constructor(state, tuner) {
    this.state = state;
    this.tuner = tuner;
    fillSelect('fft', () => FFTS.map((points) => [String(points), points.toLocaleString(locale())]));
    fillSelect('window', () => WINDOWS.map(([name, text]) => [name, text || say(`window.${name}`)]));
    fillSelect('hop', () => [['1', say('none')], ...HOPS]);
    fillSelect('averaging', () => AVERAGINGS.map((count) => [String(count), count === 1 ? say('off') : say('averaging.rows', { count })]));
    fillSelect('rows', () => ROWS.map((count) => [String(count), say('rows.rate', { count })]));
    for (const key of Object.keys(FIELDS)) this.#wire(key, controlOf(key));
    button('gain-auto').addEventListener('click', () => this.#toggleGain());
  }

  /** @param {string} key @param {Control} control */
  #wire(key, control) {
    control.addEventListener('input', () => this.#edited.add(control));
    control.addEventListener('blur', () => this.#edited.delete(control));
    control.addEventListener('change', () => this.#apply(key, control));
    control.addEventListener('keydown', (event) => {
      const { key: pressed } = /** @type {KeyboardEvent} */ (event);
      // What was refused, such as for lack of the dial, is tried again: to the browser nothing has changed.
      if (pressed === 'Enter' && control.hasAttribute('aria-invalid') && !this.#edited.has(control)) this.#apply(key, control);
      if (pressed !== 'Escape') return;
      this.#edited.delete(control);
      showRefusal(control, '');
      this.#show(key, control);
      control.blur();
    });
  }

  /** @param {string} key @param {Control} control */
  #apply(key, control) {
    this.#edited.delete(control);
    const value = FIELDS[key].read(control.value);
    if (value === null || Number.isNaN(value)) {
      this.#latest.set(control, null);
      control.toggleAttribute('data-pending', false);
      showRefusal(control, say(`refused.${key}`));
    } else {
      this.#request(key, value, control);
    }
  }

  /** An answer that comes after something else was entered changes nothing.
   * @param {string} key @param {unknown} value @param {Control} control */
  async #request(key, value, control) {
    const request = this.tuner.tune(typeof value === 'object' ? { ...value } : { [key]: value });
    this.#latest.set(control, request);
    control.toggleAttribute('data-pending', true);
    const refusal = await request.then(() => '', reasonText);
    if (this.#latest.get(control) !== request) return;
    control.toggleAttribute('data-pending', false);
    showRefusal(control, refusal);
    if (refusal === '' && !this.#edited.has(control)) this.#show(key, control);
  }

  #toggleGain() {
    const { status } = this.state;
    const auto = status?.tuning.gain === 'auto';
    this.#request('gain', auto ? (status?.source.gain_db ?? 20) : 'auto', input('gain'));
  }

  /** Shows the values in force, except in controls being edited or showing a refusal. */
  update() {
    for (const key of Object.keys(FIELDS)) {
      const control = controlOf(key);
      if (!this.#edited.has(control) && !control.hasAttribute('data-pending') && control.getAttribute('aria-invalid') !== 'true') this.#show(key, control);
    }
    const { status } = this.state;
    setPressed(button('gain-auto'), status?.tuning.gain === 'auto');
  }

  /** @param {string} key @param {Control} control */
  #show(key, control) {
    const { status } = this.state;
    if (!status) return;
    const text = FIELDS[key].show(status.tuning, status);
    if (control instanceof HTMLSelectElement && !Array.from(control.options).some(({ value }) => value === text)) {
      control.add(new Option(text, text)); // set elsewhere to a value this page does not offer
    }
    if (control.value !== text) control.value = text;
  }
}

/** @param {string} id @returns {Control} */
function controlOf(id) {
  const found = document.getElementById(id);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
  throw new Error(`missing control: #${id}`);
}
