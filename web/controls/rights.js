// SPDX-License-Identifier: MIT
// Shows before anything is tried what this page may do, and which controls are everybody's radio and which this page's
// view.

import { element, onClick, setText } from './dom.js';
import { askToken } from './token_prompt.js';
import { forgetToken, token } from '../feed/api.js';
import { say } from '../words/text.js';

/** Sections with controls of the radio. */
const SHARED = '#panel > details:has([data-tuning], [data-shared], #record)';

export class Rights {
  #tries = false; // a token was entered here, and its connection is not there yet

  /** @param {import('../state/state.js').State} state @param {{reconnect: () => void}} on */
  constructor(state, on) {
    this.state = state;
    this.on = on;
    for (const section of document.querySelectorAll('#panel > details')) this.#addScope(section);
    onClick('rights-enter', () => this.#enter(say('rights.why')));
    onClick('rights-forget', () => {
      forgetToken();
      on.reconnect();
    });
  }

  /** @param {Element} section */
  #addScope(section) {
    const scope = document.createElement('span');
    scope.className = 'scope';
    scope.dataset.scope = section.matches(SHARED) ? 'everybody' : 'you';
    section.querySelector('summary')?.append(scope);
  }

  /** @param {string} why */
  async #enter(why) {
    if (!await askToken(why)) return;
    this.#tries = true;
    this.on.reconnect();
  }

  /** With every change of the connection. */
  update() {
    const { access, link } = this.state;
    if (link !== 'open' || access === null) return;
    const isGuest = access === 'read';
    element('rights', HTMLElement).hidden = !isGuest && token() === '';
    element('rights-enter', HTMLElement).hidden = !isGuest;
    element('rights-forget', HTMLElement).hidden = isGuest;
    setText('rights-text', say(isGuest ? 'rights.guest' : 'rights.accepted'));
    for (const scope of document.querySelectorAll('.scope')) this.#showScope(/** @type {HTMLElement} */ (scope), isGuest);
    if (!this.#tries) return;
    this.#tries = false;
    if (!isGuest) return;
    forgetToken();
    this.#enter(say('token.wrong'));
  }

  /** @param {HTMLElement} scope @param {boolean} isGuest */
  #showScope(scope, isGuest) {
    const shared = scope.dataset.scope === 'everybody';
    const text = say(!shared ? 'rights.own' : isGuest ? 'rights.locked' : 'rights.shared');
    scope.toggleAttribute('data-locked', shared && isGuest);
    if (scope.textContent !== text) scope.textContent = text;
  }
}
