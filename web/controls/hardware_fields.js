// SPDX-License-Identifier: MIT
// The controls for settings of a radio's hardware, made for those that the source in use has.

import { setPressed } from './dom.js';
import { parseFrequency, shortFrequency } from './numbers.js';
import { worded } from '../words/page_words.js';

/** @typedef {(control: HTMLElement, value: unknown) => void} Changed */
/** @typedef {{choices?: string[], read?: (text: string) => unknown, show?: (value: any) => string}} Look */

/** Without choices and a reader it is a switch. @type {Record<string, Look>} */
const LOOKS = {
  bias_tee: {},
  agc: {},
  direct_sampling: { choices: ['off', 'i', 'q', 'auto'] },
  bandwidth: { read: (text) => (/^auto$/i.test(text.trim()) ? 0 : parseFrequency(text) ?? text), show: (hz) => (hz ? shortFrequency(hz) : 'auto') },
  offset_tuning: {},
  antenna: { read: (text) => text.trim(), show: String },
  gains: { read: (text) => text.trim(), show: (list) => list.join(',') },
};

/** @param {string} name */
const idOf = (name) => `hardware-${name}`;

/** @param {string} name @param {Changed} changed @returns {HTMLElement} */
export function hardwareField(name, changed) {
  const look = LOOKS[name] ?? { read: (/** @type {string} */ text) => text, show: String };
  const field = document.createElement('div');
  field.className = 'field';
  const label = Object.assign(document.createElement('label'), { htmlFor: idOf(name), textContent: name });
  const control = look.choices ? choice(look.choices, changed) : look.read ? text(look.read, changed) : toggle(changed);
  control.id = idOf(name);
  if (Object.hasOwn(LOOKS, name)) {
    worded(label, { text: `hardware.${name}` });
    worded(control, { title: `hardware.${name}.title` });
  }
  const refusal = Object.assign(document.createElement('p'), { className: 'refusal', hidden: true });
  refusal.setAttribute('role', 'alert');
  field.append(label, control, refusal);
  return field;
}

/** @param {Changed} changed */
function toggle(changed) {
  const control = Object.assign(document.createElement('button'), { type: 'button' });
  control.addEventListener('click', () => changed(control, control.getAttribute('aria-pressed') !== 'true'));
  return control;
}

/** @param {string[]} choices @param {Changed} changed */
function choice(choices, changed) {
  const control = document.createElement('select');
  for (const value of choices) control.add(worded(new Option('', value), { text: `sampling.${value}` }));
  control.addEventListener('change', () => changed(control, control.value));
  return control;
}

/** @param {(text: string) => unknown} read @param {Changed} changed */
function text(read, changed) {
  const control = Object.assign(document.createElement('input'), { type: 'text', spellcheck: false });
  control.addEventListener('change', () => changed(control, read(control.value)));
  return control;
}

/** Shows the value in force, unless one is being typed. @param {string} name @param {any} value */
export function showHardware(name, value) {
  const control = document.getElementById(idOf(name));
  const show = LOOKS[name]?.show ?? String;
  if (control instanceof HTMLButtonElement) {
    setPressed(control, value === true);
    worded(control, { text: value === true ? 'on' : 'switch.off' });
  } else if ((control instanceof HTMLInputElement || control instanceof HTMLSelectElement) && document.activeElement !== control) {
    control.value = show(value);
  }
}
