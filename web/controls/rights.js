// SPDX-License-Identifier: MIT
// Shows before anything is tried what this page may do, and which controls are everybody's radio and which this page's
// view.

import { element, onClick, setText } from './dom.js';
import { askToken } from './token_prompt.js';
import { forgetToken, token } from '../feed/api.js';
import { ROLES } from '../state/by_hand.js';
import { say } from '../words/text.js';

/** Sections with controls of the radio. */
const SHARED = '#panel > details:has([data-tuning], [data-shared], #record)';

/** What a user needs for a section, where that is more than to look. @type {Record<string, string>} */
const NEEDED = { 'listen-section': 'listener', 'events-section': 'admin' };

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
    scope.dataset.role = NEEDED[section.id] ?? (section.matches(SHARED) ? 'tuner' : 'viewer');
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
    const { access, link, userName, role } = this.state;
    if (link !== 'open' || access === null) return;
    const isGuest = access === 'read' && userName === null;
    element('rights', HTMLElement).hidden = !isGuest && token() === '';
    element('rights-enter', HTMLElement).hidden = !isGuest;
    element('rights-forget', HTMLElement).hidden = isGuest;
    if (userName !== null) setText('rights-text', say('rights.user', { name: userName, role: say(`role.${role}`) }));
    else setText('rights-text', say(isGuest ? 'rights.guest' : 'rights.accepted'));
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
    const { userName, role } = this.state;
    const needed = scope.dataset.role ?? 'viewer';
    const lacks = userName !== null && ROLES.indexOf(role ?? '') < ROLES.indexOf(needed);
    const open = say(shared ? 'rights.shared' : 'rights.own');
    const text = lacks ? say('rights.needs', { role: say(`role.${needed}`) }) : shared && isGuest ? say('rights.locked') : open;
    scope.toggleAttribute('data-locked', lacks || (shared && isGuest));
    if (scope.textContent !== text) scope.textContent = text;
  }
}
