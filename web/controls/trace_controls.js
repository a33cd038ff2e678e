// SPDX-License-Identifier: MIT
// Held traces, stored traces, and their difference.

import { button, element, fillSelect, input, onClick, select, setPressed, showRefusal } from './dom.js';
import { rowOfTrace } from '../plot/trace_lines.js';
import { TRACE_KINDS, holdChange, isHeld } from '../state/analyzer.js';
import { deleteReference, loadReference, referenceNames, storeReference } from '../state/references.js';
import { shownRow, unit } from '../state/state.js';
import { worded } from '../words/page_words.js';
import { say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/analyzer.js').TraceName} TraceName */

const HOLD_TIMES = [['5000', '5 s'], ['30000', '30 s'], ['120000', '2 min'], ['600000', '10 min']];
const SOURCES = ['live', 'max', 'min', 'average'];
const NONE = '';

export class TraceControls {
  /** @param {State} state @param {import('../state/actions.js').Actions} actions */
  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    fillSelect('hold-time', () => [['Infinity', say('hold.forever')], ...HOLD_TIMES]);
    fillSelect('trace-a', () => SOURCES.map((name) => [name, say(`trace.${name}`)]));
    for (const kind of TRACE_KINDS) onClick(`hold-${kind}`, () => actions.setDisplay(holdChange(kind, !isHeld(state, kind))));
    onClick('hold-clear', () => this.#clear());
    select('hold-time').addEventListener('change', () => this.#setHoldTime(Number(select('hold-time').value)));
    select('trace-a').addEventListener('change', () => this.#chooseA(/** @type {TraceName} */ (select('trace-a').value)));
    select('trace-b').addEventListener('change', () => actions.setDisplay({ reference: loadReference(select('trace-b').value) }));
    onClick('trace-difference', () => actions.setDisplay({ difference: !state.difference }));
    onClick('persistence', () => actions.setDisplay({ persistence: !state.persistence }));
    onClick('trace-delete', () => this.#delete());
    element('trace-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#store(input('trace-name').value.trim());
    });
  }

  #clear() {
    for (const kind of TRACE_KINDS) this.state.traces[kind].clear();
    this.actions.setDisplay({});
  }

  /** @param {number} ms */
  #setHoldTime(ms) {
    for (const kind of TRACE_KINDS) this.state.traces[kind].holdMs = ms;
  }

  /** Shows what was chosen. @param {TraceName} name */
  #chooseA(name) {
    this.actions.setDisplay({ traceA: name, ...(name === 'live' ? {} : holdChange(name, true)) });
  }

  /** @param {string} name */
  #store(name) {
    const { state } = this;
    const row = rowOfTrace(state, state.traceA, shownRow(state, NaN));
    try {
      if (!row) throw new Error(say('trace.none'));
      storeReference(name || new Date(row.time).toISOString().slice(0, 19).replace('T', ' '), row, unit(state));
      showRefusal(input('trace-name'), '');
      input('trace-name').value = '';
      this.update();
    } catch (reason) {
      showRefusal(input('trace-name'), /** @type {Error} */ (reason).message);
    }
  }

  #delete() {
    if (this.state.reference) deleteReference(this.state.reference.name);
    this.actions.setDisplay({ reference: null });
  }

  update() {
    const { state } = this;
    for (const kind of TRACE_KINDS) setPressed(button(`hold-${kind}`), isHeld(state, kind));
    setPressed(button('persistence'), state.persistence);
    select('trace-a').value = state.traceA;
    this.#listReferences();
    button('trace-delete').disabled = !state.reference;
    button('trace-difference').disabled = !state.reference;
    setPressed(button('trace-difference'), state.difference);
  }

  #listReferences() {
    const list = select('trace-b');
    const names = [NONE, ...referenceNames(unit(this.state))];
    if (JSON.stringify(names) !== JSON.stringify(Array.from(list.options, ({ value }) => value))) {
      list.replaceChildren(...names.map((name) => (name === NONE ? worded(new Option('', NONE), { text: 'none' }) : new Option(name, name))));
    }
    list.value = this.state.reference?.name ?? NONE;
  }
}
