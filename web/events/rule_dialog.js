// SPDX-License-Identifier: MIT
// The dialog of a rule: its fields by kind, what it would have found in the past, what it has learnt.

import { button, element, onClick, select, setText } from '../controls/dom.js';
import { reasonText } from '../controls/wording.js';
import { ApiError, deleteJson, patchJson, postJson } from '../feed/api.js';
import { unitShift } from '../state/units.js';
import { say } from '../words/text.js';
import { factsOf, titleOf } from './event_texts.js';
import { RuleBoxes } from './rule_boxes.js';
import { FieldError, newRule, ruleOf, valuesOf } from './rule_fields.js';

/** @typedef {import('./rule_fields.js').Rule} Rule */

const SHOWN = 5; // events of a trial
const DAY_S = 86400;
const LEARN_MS = 3_600_000;

export class RuleDialog {
  /** @type {Rule} */
  #rule = newRule('appear');

  /** @param {import('../state/state.js').State} state @param {{withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>,
   *   changed: () => Promise<void>}} page changed: lists the rules again */
  constructor(state, page) {
    this.state = state;
    this.page = page;
    this.dialog = element('rule-dialog', HTMLDialogElement);
    this.boxes = new RuleBoxes(state, element('rule-fields', HTMLElement));
    element('rule-kind', HTMLSelectElement).addEventListener('change', () => this.#kindChosen());
    element('rule-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#run(() => this.#save());
    });
    onClick('rule-cancel', () => this.dialog.close());
    onClick('rule-delete', () => this.#run(async () => {
      await page.withToken(say('rule.why'), () => deleteJson(`api/v1/rules/${this.#rule.id}`));
      await page.changed();
      this.dialog.close();
    }));
    onClick('rule-try', () => this.#run(() => this.#try()));
    onClick('rule-learn', () => this.#run(() => this.#learn()));
    onClick('rule-line', () => this.#takeLimit());
  }

  /** @param {Rule | null} rule null: a new one */
  open(rule) {
    this.#show(rule ?? { ...newRule('appear'), name: '' });
    this.dialog.showModal();
  }

  /** @param {Rule} rule */
  #show(rule) {
    this.#rule = rule;
    this.boxes.fill(valuesOf(rule));
    for (const id of ['rule-delete', 'rule-learn']) button(id).hidden = rule.id === undefined || (id === 'rule-learn' && rule.kind !== 'appear');
    setText('rule-trial', '');
    this.#refuse('');
    this.#fitKind();
  }

  /** A new rule gets the usual values of its kind. */
  #kindChosen() {
    if (this.#rule.id === undefined) this.#show({ ...newRule(select('rule-kind').value), name: String(this.boxes.values.name) });
    else this.#fitKind();
  }

  #fitKind() {
    const kind = select('rule-kind').value;
    this.boxes.fit(kind);
    button('rule-line').hidden = kind !== 'mask' || !this.state.limit;
  }

  /** The limit line of the page, whatever its unit, becomes that of the rule. */
  #takeLimit() {
    const { state } = this;
    const { points, unit } = /** @type {NonNullable<typeof state.limit>} */ (state.limit);
    const limits = points.map(({ hz, db }) => [hz, Number((db - unitShift({ ...state, unit }, hz)).toFixed(2))]);
    this.boxes.fill({ limits: valuesOf({ ...this.#rule, limits }).limits });
  }

  /** What is known is sent if it was edited: the server may have learnt more since. */
  async #send() {
    const { id } = this.#rule;
    const body = ruleOf(this.boxes.values);
    if (id !== undefined && JSON.stringify(body.known) === JSON.stringify(ruleOf(valuesOf(this.#rule)).known)) delete body.known;
    this.#rule = await this.page.withToken(say('rule.why'), () => (id === undefined ? postJson('api/v1/rules', body) : patchJson(`api/v1/rules/${id}`, body)));
    await this.page.changed();
  }

  async #save() {
    await this.#send();
    this.dialog.close();
  }

  /** Against the past, as it is in the boxes; a new rule is saved before, since a trial is of a rule. */
  async #try() {
    if (this.#rule.id === undefined) await this.#send();
    const body = ruleOf(this.boxes.values);
    setText('rule-trial', say('rule.trying'));
    const since = Date.now() / 1000 - Number(select('rule-since').value) * DAY_S;
    const { count, alarms } = await this.page.withToken(say('rule.why'), () => postJson(`api/v1/rules/${this.#rule.id}/try?since=${since.toFixed(0)}`, body));
    const lines = alarms.slice(0, SHOWN).map((/** @type {import('./event_log.js').LogEvent} */ event) => `${titleOf(this.state, event)}: ${factsOf(this.state, event)}`);
    setText('rule-trial', [say('rule.count', { count }), ...lines].join('\n'));
    button('rule-delete').hidden = false;
  }

  async #learn() {
    const until = new Date(Date.now() + LEARN_MS).toISOString();
    await this.page.withToken(say('rule.why'), () => patchJson(`api/v1/rules/${this.#rule.id}`, { learns_until: until }));
    setText('rule-trial', say('rule.learning'));
    this.page.changed();
  }

  /** @param {() => Promise<void>} action */
  async #run(action) {
    try {
      this.#refuse('');
      await action();
    } catch (reason) {
      const field = reason instanceof ApiError || reason instanceof FieldError ? reason.field.replace('actions.', '') : '';
      this.#refuse(reasonText(reason), field === 'from_hz' || field === 'to_hz' ? 'range' : field);
    }
  }

  /** @param {string} reason @param {string} [field] */
  #refuse(reason, field = '') {
    setText('rule-refusal', reason);
    element('rule-refusal', HTMLElement).hidden = reason === '';
    this.boxes.refuse(field);
  }
}
