// SPDX-License-Identifier: MIT
// Unit of levels, divisions of the axis, antenna factors.

import { button, element, fillSelect, input, onClick, select, setPressed, setText, showRefusal } from './dom.js';
import { parseAntennaFactors } from '../state/calibration.js';
import { keep } from '../state/kept.js';
import { UNITS, isUnitKnown } from '../state/units.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/units.js').Unit} Unit */

const DIVISIONS = [['0', 'automatic'], ['5', '5 dB'], ['10', '10 dB']];

export class LevelControls {
  /** @param {State} state @param {import('../state/actions.js').Actions} actions */
  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    fillSelect('unit', UNITS);
    fillSelect('division', DIVISIONS);
    select('unit').addEventListener('change', () => this.#chooseUnit(/** @type {Unit} */ (select('unit').value)));
    select('division').addEventListener('change', () => actions.setDisplay({ dbPerDivision: Number(select('division').value) }));
    onClick('noise-line', () => actions.setDisplay({ noiseLine: !state.noiseLine }));
    onClick('antenna', () => input('antenna-file').click());
    input('antenna-file').addEventListener('change', () => this.#readFactors());
  }

  /** @param {Unit} unit */
  #chooseUnit(unit) {
    keep('unit', unit);
    this.actions.setDisplay({ unit });
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

  update() {
    const { state } = this;
    select('unit').value = state.unit;
    select('division').value = String(state.dbPerDivision);
    setPressed(button('noise-line'), state.noiseLine);
    const middle = (state.band.fromHz + state.band.toHz) / 2;
    const known = isUnitKnown(state, middle);
    element('unit-note', HTMLElement).hidden = known;
    if (!known) setText('unit-note', state.unit === 'dbuv-m' && isUnitKnown({ ...state, unit: 'dbm' }, middle)
      ? 'Needs the antenna’s factors.' : 'Needs a calibration at this gain.');
    element('antenna-field', HTMLElement).hidden = state.unit !== 'dbuv-m';
  }
}
