// SPDX-License-Identifier: MIT
// A list of ranges of frequencies that is edited: a line for each, with its name where they have one, a button that removes
// it, and one that adds what is selected, or the part of the band that is shown.

import { worded } from '../words/page_words.js';
import { exactBand } from './rule_fields.js';

/** As it stands in the boxes @typedef {{text: string, name: string}} Entry */

/** What a new line has. @param {import('../state/state.js').State} state @returns {Entry} */
function suggested({ selection, band }) {
  const { fromHz, toHz } = selection ?? band;
  return { text: exactBand([Math.round(fromHz), Math.round(toHz)]), name: '' };
}

export class RangeList {
  /** @type {HTMLElement} */
  host = document.createElement('div');
  #lines = document.createElement('ul');

  /** @param {import('../state/state.js').State} state @param {boolean} named */
  constructor(state, named) {
    this.named = named;
    this.host.className = 'ranges';
    const add = worded(document.createElement('button'), { text: 'range.add', title: 'range.add.title' });
    add.setAttribute('type', 'button');
    add.addEventListener('click', () => this.#add(suggested(state)).focus());
    this.host.append(this.#lines, add);
  }

  /** @param {Entry} entry @returns {HTMLInputElement} */
  #add({ text, name }) {
    const [line, range, remove] = [document.createElement('li'), document.createElement('input'), document.createElement('button')];
    Object.assign(range, { value: text, autocomplete: 'off', spellcheck: false });
    Object.assign(remove, { type: 'button', textContent: '✕' });
    remove.addEventListener('click', () => {
      line.remove();
      this.focus();
    });
    line.append(worded(range, { label: 'rule.range' }));
    if (this.named) line.append(worded(Object.assign(document.createElement('input'), { value: name, autocomplete: 'off', spellcheck: false }), { label: 'rule.name' }));
    line.append(worded(remove, { label: 'range.remove' }));
    this.#lines.append(line);
    return range;
  }

  /** @param {Entry[]} entries */
  set value(entries) {
    this.#lines.replaceChildren();
    for (const entry of entries) this.#add(entry);
  }

  /** Lines that are empty are left out. */
  get value() {
    const entries = [...this.#lines.children].map((line) => [...line.querySelectorAll('input')].map(({ value }) => value.trim()));
    return entries.map(([text, name = '']) => ({ text, name })).filter(({ text, name }) => text + name !== '');
  }

  /** @param {boolean} invalid */
  mark(invalid) {
    this.host.toggleAttribute('data-invalid', invalid);
  }

  focus() {
    /** @type {HTMLElement} */ (this.#lines.lastElementChild?.querySelector('input') ?? this.host.lastElementChild).focus();
  }
}
