// SPDX-License-Identifier: MIT
// The list of what serves other programs: fetched while it can be seen.

import { element, isOpen, showRefusal } from './dom.js';
import { programTexts } from './program_texts.js';
import { reasonText } from './wording.js';
import { getJson } from '../feed/api.js';
import { onLanguage } from '../words/text.js';

/** @typedef {import('../feed/types.js').ProgramFeed} ProgramFeed */

const EVERY_SECONDS = 3;

/** @param {string} kind of element @param {string} text @param {string} [style] */
const made = (kind, text, style = '') => Object.assign(document.createElement(kind), { textContent: text, className: style });

export class Programs {
  /** @type {ProgramFeed[]} */
  #feeds = [];
  #shown = '';
  #seconds = 0;

  /** @param {import('../state/state.js').State} state */
  constructor(state) {
    this.state = state;
    this.section = element('programs-section', HTMLDetailsElement);
    this.list = element('programs', HTMLUListElement);
    this.section.addEventListener('toggle', () => this.#refresh());
    onLanguage(() => this.#show());
  }

  /** Once a second. */
  tick() {
    this.#seconds = (this.#seconds + 1) % EVERY_SECONDS;
    if (this.#seconds === 0) this.#refresh();
  }

  async #refresh() {
    if (document.hidden || this.state.link !== 'open' || !isOpen(this.section)) return;
    try {
      this.#feeds = (await getJson('api/v1/feeds')).feeds;
      showRefusal(this.list, '');
    } catch (reason) {
      return showRefusal(this.list, reasonText(reason));
    }
    element('no-programs', HTMLElement).hidden = this.#feeds.length > 0;
    this.#show();
  }

  /** Unchanged lines stay, so that they can be selected. */
  #show() {
    const texts = this.#feeds.map(programTexts);
    const shown = JSON.stringify(texts);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.list.replaceChildren(...texts.map((text) => this.#line(text)));
  }

  /** @param {ReturnType<typeof programTexts>} texts */
  #line({ name, state, facts, trouble }) {
    const line = document.createElement('li');
    line.append(made('b', name), made('em', state), ...facts.map((fact) => made('span', fact)));
    if (trouble) line.append(made('span', trouble, 'warn'));
    return line;
  }
}
