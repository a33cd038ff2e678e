// SPDX-License-Identifier: MIT
// The controls for settings of a radio's hardware, made for those that the source in use has.

import { setPressed } from './dom.js';
import { parseFrequency, shortFrequency } from './numbers.js';

/** @typedef {(control: HTMLElement, value: unknown) => void} Changed */
/** @typedef {{label: string, title: string, choices?: string[][], read?: (text: string) => unknown, show?: (value: any) => string}} Look */

/** Without choices and a reader it is a switch. @type {Record<string, Look>} */
const LOOKS = {
  bias_tee: { label: 'Bias tee', title: '4.5 V on the antenna connector, for an amplifier or an LNB. Not into an antenna that is a short circuit.' },
  agc: { label: 'Digital AGC', title: 'Of the RTL2832, after the tuner. Levels then change with the signals.' },
  direct_sampling: {
    label: 'Sampling', title: 'Below 24 MHz without the tuner, with an antenna at a pin of the chip',
    choices: [['off', 'Tuner'], ['i', 'Direct, pin I'], ['q', 'Direct, pin Q'], ['auto', 'Direct where the tuner ends']],
  },
  bandwidth: {
    label: 'Bandwidth', title: 'Of the filter of the tuner; auto: as wide as the rate',
    read: (text) => (/^auto$/i.test(text.trim()) ? 0 : parseFrequency(text) ?? text), show: (hz) => (hz ? shortFrequency(hz) : 'auto'),
  },
  offset_tuning: { label: 'Offset tuning', title: 'Avoids the spike in the middle of an E4000' },
  antenna: { label: 'Antenna', title: 'Name of the antenna connector; empty: the default', read: (text) => text.trim(), show: String },
  gains: { label: 'Gain stages', title: 'Single stages, such as LNA=8,VGA=10', read: (text) => text.trim(), show: (list) => list.join(',') },
};

/** @param {string} name */
const idOf = (name) => `hardware-${name}`;

/** @param {string} name @param {Changed} changed @returns {HTMLElement} */
export function hardwareField(name, changed) {
  const look = LOOKS[name] ?? { label: name, title: '', read: (/** @type {string} */ text) => text, show: String };
  const field = document.createElement('div');
  field.className = 'field';
  const label = Object.assign(document.createElement('label'), { htmlFor: idOf(name), textContent: look.label });
  const control = look.choices ? choice(look.choices, changed) : look.read ? text(look.read, changed) : toggle(changed);
  Object.assign(control, { id: idOf(name), title: look.title });
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

/** @param {string[][]} choices value and text @param {Changed} changed */
function choice(choices, changed) {
  const control = document.createElement('select');
  for (const [value, shown] of choices) control.add(new Option(shown, value));
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
    control.textContent = value === true ? 'On' : 'Off';
  } else if ((control instanceof HTMLInputElement || control instanceof HTMLSelectElement) && document.activeElement !== control) {
    control.value = show(value);
  }
}
