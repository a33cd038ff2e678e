// SPDX-License-Identifier: MIT
// Unit of levels, divisions of the axis, antenna factors.

import { button, element, fillSelect, input, onClick, select, setPressed, setText, showRefusal } from './dom.js';
import { parseLimit } from '../measure/limit.js';
import { parseAntennaFactors } from '../state/calibration.js';
import { keep } from '../state/kept.js';
import { shownRow, stepHz } from '../state/state.js';
import { UNITS, isUnitKnown } from '../state/units.js';
import { limitVerdict, verdictText } from '../plot/limit_line.js';
import { isWord, say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/units.js').Unit} Unit */

const TYPICAL_COLUMNS = 1000;
const DIVISIONS = ['0', '5', '10']; // dB; 0: automatic

export class LevelControls {
  /** @param {State} state @param {import('../state/actions.js').Actions} actions */
  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    fillSelect('unit', () => UNITS.map(([name, text]) => [name, isWord(`unit.${name}`) ? say(`unit.${name}`) : text]));
    fillSelect('division', () => DIVISIONS.map((db) => [db, db === '0' ? say('automatic') : `${db} dB`]));
    select('unit').addEventListener('change', () => this.#chooseUnit(/** @type {Unit} */ (select('unit').value)));
    select('division').addEventListener('change', () => actions.setDisplay({ dbPerDivision: Number(select('division').value) }));
    onClick('noise-line', () => actions.setDisplay({ noiseLine: !state.noiseLine }));
    input('limit').addEventListener('change', () => this.#setLimit(input('limit').value));
    onClick('antenna', () => input('antenna-file').click());
    input('antenna-file').addEventListener('change', () => this.#readFactors());
  }

  /** @param {Unit} unit */
  #chooseUnit(unit) {
    keep('unit', unit);
    this.actions.setDisplay({ unit });
  }

  /** In the unit shown now. @param {string} text */
  #setLimit(text) {
    const { unit } = this.state;
    try {
      const points = parseLimit(text);
      const limit = points.length > 0 ? { unit, text, points } : null;
      keep('limit', limit && { unit, text });
      showRefusal(input('limit'), '');
      this.actions.setDisplay({ limit });
    } catch (reason) {
      showRefusal(input('limit'), /** @type {Error} */ (reason).message);
    }
  }

  /** Unless it is being edited, or was refused. */
  #showLimit() {
    const box = input('limit');
    if (box !== document.activeElement && box.getAttribute('aria-invalid') !== 'true') box.value = this.state.limit?.text ?? '';
  }

  async #readFactors() {
    const file = input('antenna-file').files?.[0];
    if (!file) return;
    try {
      this.state.antennaFactors = parseAntennaFactors(await file.text());
      keep('antenna', this.state.antennaFactors);
      showRefusal(button('antenna'), '');
      this.#chooseUnit('dbuv-m');
    } catch (reason) {
      showRefusal(button('antenna'), /** @type {Error} */ (reason).message);
    }
    input('antenna-file').value = '';
  }

  /** Once a second: whether levels keep to the limit. */
  tick() {
    const { state } = this;
    const target = element('limit-verdict', HTMLElement);
    target.hidden = state.limit === null;
    if (target.hidden) return;
    const verdict = limitVerdict(state, shownRow(state, NaN));
    target.dataset.fails = String(verdict !== null && verdict.overDb > 0);
    setText('limit-verdict', verdictText(verdict, stepHz(state, TYPICAL_COLUMNS)));
  }

  update() {
    const { state } = this;
    this.tick();
    select('unit').value = state.unit;
    select('division').value = String(state.dbPerDivision);
    setPressed(button('noise-line'), state.noiseLine);
    this.#showLimit();
    const middle = (state.band.fromHz + state.band.toHz) / 2;
    const known = isUnitKnown(state, middle);
    element('unit-note', HTMLElement).hidden = known;
    if (!known) setText('unit-note', state.unit === 'dbuv-m' && isUnitKnown({ ...state, unit: 'dbm' }, middle)
      ? say('unit.no-factors') : say('unit.no-calibration'));
    element('antenna-field', HTMLElement).hidden = state.unit !== 'dbuv-m';
  }
}
