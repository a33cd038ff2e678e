// SPDX-License-Identifier: MIT
// The rules in the panel: whether each is watched for, and a button that opens its dialog.

import { button, element, isOpen, onClick, passingRefusal, refill, showRefusal } from '../controls/dom.js';
import { reasonText } from '../controls/wording.js';
import { getJson, patchJson } from '../feed/api.js';
import { isWord, onLanguage, say } from '../words/text.js';
import { kindText } from './event_texts.js';
import { RuleDialog } from './rule_dialog.js';

/** @typedef {import('./rule_fields.js').Rule} Rule */

export class RulesList {
  /** @type {Rule[]} */
  rules = [];

  /** @param {import('../state/state.js').State} state @param {{withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>,
   *   changed: () => void}} page */
  constructor(state, page) {
    this.page = page;
    this.refuseList = passingRefusal(button('rule-new'));
    this.dialog = new RuleDialog(state, { withToken: page.withToken, changed: () => this.refresh() });
    onClick('rule-new', () => this.dialog.open(null));
    element('events-section', HTMLDetailsElement).addEventListener('toggle', () => this.refresh());
    onLanguage(() => this.#list());
  }

  async refresh() {
    if (!isOpen(element('events-section', HTMLDetailsElement))) return;
    try {
      this.rules = (await getJson('api/v1/rules')).rules;
      this.refuseList('');
      this.#list();
      this.page.changed();
    } catch (reason) {
      this.refuseList(reasonText(reason));
    }
  }

  #list() {
    refill(element('rules', HTMLUListElement), this.rules.map((rule) => this.#item(rule)));
  }

  /** @param {Rule} rule */
  #item(rule) {
    const [item, label, box, open] = [document.createElement('li'), document.createElement('label'), document.createElement('input'), document.createElement('button')];
    Object.assign(box, { type: 'checkbox', checked: rule.enabled });
    label.className = 'check';
    box.addEventListener('change', () => this.#enable(rule, box.checked));
    label.append(box, rule.name || kindText(rule.kind));
    const state = rule.state && isWord(`watch.${rule.state}`) ? say(`watch.${rule.state}`) : '';
    Object.assign(open, { type: 'button', textContent: say('rule.edit') });
    open.setAttribute('aria-label', `${say('rule.edit')}: ${rule.name}`);
    open.addEventListener('click', () => this.dialog.open(rule));
    const facts = document.createElement('span');
    facts.textContent = [kindText(rule.kind), state, rule.reason].filter(Boolean).join(', ');
    item.dataset.key = String(rule.id);
    item.append(label, open, facts);
    return item;
  }

  /** @param {Rule} rule @param {boolean} enabled */
  async #enable(rule, enabled) {
    try {
      await this.page.withToken(say('rule.why'), () => patchJson(`api/v1/rules/${rule.id}`, { enabled }));
      showRefusal(button('rule-new'), '');
    } catch (reason) {
      showRefusal(button('rule-new'), reasonText(reason));
    }
    await this.refresh();
  }
}
