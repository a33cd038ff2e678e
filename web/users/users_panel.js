// SPDX-License-Identifier: MIT
// The section of admins: who may use the receiver, and who has changed what. Fetched while it can be seen.

import { button, copyText, element, fillSelect, input, isOpen, onClick, refill, select, setText, showRefusal } from '../controls/dom.js';
import { reasonText } from '../controls/wording.js';
import { deleteJson, getJson, patchJson, postJson, token } from '../feed/api.js';
import { drawCode } from '../share/qr_canvas.js';
import { qrCode } from '../share/qr_code.js';
import { ROLES } from '../state/by_hand.js';
import { linkTo } from '../state/token_link.js';
import { onLanguage, say } from '../words/text.js';
import { changeText } from './change_text.js';

/** @typedef {{name: string, role: string, made: string}} User */

const EVERY_SECONDS = 5;
const CHANGES = 20;

/** @param {readonly string[]} roles */
const roleTexts = (roles) => roles.map((role) => [role, say(`role.${role}`)]);

export class UsersPanel {
  #seconds = 0;
  /** @type {User[]} */
  #users = [];
  /** @type {any[]} */
  #changes = [];
  #asked = ''; // the name whose revocation waits for a second press

  /** @param {{role: string | null, link: string}} state @param {readonly string[]} roles that mean something here, the least
   * first */
  constructor(state, roles = ROLES) {
    this.state = state;
    this.roles = roles;
    this.section = element('users-section', HTMLDetailsElement);
    this.list = element('user-list', HTMLUListElement);
    this.section.addEventListener('toggle', () => this.#refresh());
    element('user-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#add();
    });
    onClick('user-copy', () => copyText('user-link', 'user-copied'));
    onClick('user-done', () => (element('user-new', HTMLElement).hidden = true));
    fillSelect('user-role', () => roleTexts(roles));
    select('user-role').value = roles[roles.length - 2]; // who may all but make users
    onLanguage(() => this.#show());
  }

  /** With every change of the connection. */
  update() {
    this.section.hidden = this.state.role !== 'admin' || token() === '';
  }

  /** Once a second. */
  tick() {
    this.#seconds = (this.#seconds + 1) % EVERY_SECONDS;
    if (this.#seconds === 0) this.#refresh();
  }

  async #refresh() {
    if (document.hidden || this.state.link !== 'open' || !isOpen(this.section)) return;
    await this.#act(async () => {
      [{ users: this.#users }, { changes: this.#changes }] = await Promise.all([getJson('api/v1/users'), getJson(`api/v1/audit?limit=${CHANGES}`)]);
    }, this.list);
    this.#show();
  }

  /** @param {() => Promise<void>} action @param {HTMLElement} control that shows a refusal */
  async #act(action, control) {
    try {
      await action();
      showRefusal(control, '');
    } catch (reason) {
      showRefusal(control, reasonText(reason));
    }
  }

  #add() {
    return this.#act(async () => {
      const made = await postJson('api/v1/users', { name: input('user-name').value.trim(), role: select('user-role').value });
      this.#showLink(made.name, linkTo(location.href, '', made.token));
      input('user-name').value = '';
      await this.#refresh();
    }, input('user-name'));
  }

  /** @param {string} name @param {string} link */
  #showLink(name, link) {
    setText('user-new-title', say('users.new', { name }));
    input('user-link').value = link;
    const code = qrCode(link);
    element('user-code', HTMLCanvasElement).hidden = !code;
    if (code) drawCode(element('user-code', HTMLCanvasElement), code);
    setText('user-copied', '');
    element('user-new', HTMLElement).hidden = false;
    button('user-copy').focus();
  }

  #show() {
    if (document.activeElement instanceof HTMLSelectElement && this.list.contains(document.activeElement)) return; // is being chosen
    refill(this.list, this.#users.map((user) => this.#line(user)));
    element('no-users', HTMLElement).hidden = this.#users.length > 0;
    element('audit', HTMLUListElement).replaceChildren(...this.#changes.map((change) => Object.assign(document.createElement('li'), { textContent: changeText(change) })));
  }

  /** @param {User} user */
  #line({ name, role }) {
    const line = Object.assign(document.createElement('li'), { className: 'user' });
    line.dataset.key = name;
    const roles = document.createElement('select');
    roles.append(...roleTexts(this.roles.includes(role) ? this.roles : [role, ...this.roles]).map(([value, text]) => new Option(text, value)));
    roles.value = role;
    roles.setAttribute('aria-label', say('users.role-of', { name }));
    roles.addEventListener('change', () => this.#change(() => patchJson('api/v1/users', { name, role: roles.value }), roles));
    const asked = this.#asked === name;
    const revoke = Object.assign(document.createElement('button'), { type: 'button', textContent: say(asked ? 'users.revoke-sure' : 'users.revoke') });
    revoke.setAttribute('aria-label', say(asked ? 'users.revoke-sure-of' : 'users.revoke-of', { name }));
    revoke.addEventListener('click', () => this.#revoke(name));
    line.append(Object.assign(document.createElement('b'), { textContent: name }), roles, revoke);
    return line;
  }

  /** A press asks, a second one does it. @param {string} name */
  #revoke(name) {
    if (this.#asked === name) {
      this.#asked = '';
      this.#change(() => deleteJson('api/v1/users', { name }), this.list);
    } else {
      this.#asked = name;
      this.#show();
    }
  }

  /** @param {() => Promise<any>} action @param {HTMLElement} control */
  async #change(action, control) {
    control.blur();
    await this.#act(async () => {
      this.#users = (await action()).users;
    }, this.list);
    this.#show();
    this.#refreshChanges();
  }

  async #refreshChanges() {
    this.#changes = (await getJson(`api/v1/audit?limit=${CHANGES}`).catch(() => ({ changes: this.#changes }))).changes;
    this.#show();
  }
}
