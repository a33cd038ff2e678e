// SPDX-License-Identifier: MIT
// The boxes of a rule's fields: a line for each, of which a kind has some.

import { worded } from '../words/page_words.js';
import { onLanguage, say } from '../words/text.js';
import { kindText } from './event_texts.js';
import { RangeList } from './range_list.js';
import { FIELDS, hasField } from './rule_fields.js';

/** @typedef {import('./rule_fields.js').Field} Field */
/** @typedef {import('./rule_fields.js').Values} Values */
/** @typedef {HTMLInputElement | HTMLSelectElement | RangeList} Box */

export class RuleBoxes {
  /** @type {Map<string, {line: HTMLElement, box: Box}>} */
  #boxes = new Map();

  /** @param {import('../state/state.js').State} state @param {HTMLElement} host */
  constructor(state, host) {
    this.state = state;
    for (const field of FIELDS) host.append(this.#make(field));
    this.#nameOptions();
    onLanguage(() => this.#nameOptions());
  }

  /** @param {Field} field */
  #make(field) {
    const line = document.createElement('div');
    line.className = 'field';
    const box = field.type === 'ranges' || field.type === 'named' ? this.#makeList(field, line) : this.#makeBox(field, line);
    this.#boxes.set(field.key, { line, box });
    return line;
  }

  /** @param {Field} field @param {HTMLElement} line */
  #makeList({ key, type }, line) {
    const [list, label] = [new RangeList(this.state, type === 'named'), document.createElement('span')];
    Object.assign(label, { className: 'label', id: `rule-${key}-label` });
    Object.assign(list.host, { id: `rule-${key}`, role: 'group' });
    list.host.setAttribute('aria-labelledby', label.id);
    line.append(worded(label, { text: `rule.${key}` }), list.host);
    return list;
  }

  /** @param {Field} field @param {HTMLElement} line */
  #makeBox({ key, type, options }, line) {
    const [box, label] = [document.createElement(options ? 'select' : 'input'), document.createElement('label')];
    box.id = label.htmlFor = `rule-${key}`;
    if (type === 'check') Object.assign(box, { type: 'checkbox' });
    if (type === 'number') box.setAttribute('inputmode', 'decimal');
    box.setAttribute('autocomplete', 'off');
    line.append(worded(label, { text: `rule.${key}` }), box);
    return box;
  }

  #nameOptions() {
    for (const { key, options } of FIELDS) {
      const box = this.#boxes.get(key)?.box;
      if (!options || !(box instanceof HTMLSelectElement)) continue;
      const { value } = box;
      box.replaceChildren(...options.map((option) => new Option(key === 'kind' ? kindText(option) : say(`choice.${option}`), option)));
      if (value !== '') box.value = value;
    }
  }

  /** @returns {Values} */
  get values() {
    return Object.fromEntries([...this.#boxes].map(([key, { box }]) => [key, box instanceof HTMLInputElement && box.type === 'checkbox' ? box.checked : box.value]));
  }

  /** @param {Values} values of all fields, or of some */
  fill(values) {
    for (const [key, value] of Object.entries(values)) {
      const box = /** @type {any} */ (this.#boxes.get(key)?.box);
      if (typeof value === 'boolean') box.checked = value;
      else box.value = value;
    }
  }

  /** Shows the lines that a kind has. @param {string} kind */
  fit(kind) {
    for (const field of FIELDS) /** @type {{line: HTMLElement}} */ (this.#boxes.get(field.key)).line.hidden = !hasField(field, kind);
  }

  /** The box whose value was refused. @param {string} key another, or empty: none */
  refuse(key) {
    for (const { box } of this.#boxes.values()) mark(box, false);
    const box = this.#boxes.get(key)?.box;
    if (!box) return;
    mark(box, true);
    box.focus();
  }
}

/** @param {Box} box @param {boolean} invalid */
function mark(box, invalid) {
  if (box instanceof RangeList) box.mark(invalid);
  else if (invalid) box.setAttribute('aria-invalid', 'true');
  else box.removeAttribute('aria-invalid');
}
