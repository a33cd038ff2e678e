// SPDX-License-Identifier: MIT
// The limit line by pointer: while the button is pressed each click in the spectrum adds a point. For keys there is the box.

import { button, element, input, onClick, setPressed } from './dom.js';
import { shortFrequency } from './numbers.js';
import { dbAt, hzAt, zoneAt } from '../plot/geometry.js';
import { stepHz } from '../state/state.js';
import { unitShift } from '../state/units.js';
import { decimal } from '../words/text.js';

export class LimitDrawing {
  #on = false;
  #points = ''; // so far

  /** @param {import('../plot/plot.js').Plot} plot */
  constructor(plot) {
    this.plot = plot;
    onClick('limit-draw', () => this.#turn(!this.#on));
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#turn(false));
  }

  /** Each line begins without points. @param {boolean} on */
  #turn(on) {
    this.#on = on;
    this.#points = '';
    setPressed(button('limit-draw'), on);
    element('plot', HTMLElement).toggleAttribute('data-drawing', on);
  }

  /** @param {{x: number, y: number}} at of the plot @returns {boolean} whether the click was for it */
  click({ x, y }) {
    const { geometry, state } = this.plot;
    if (!this.#on || zoneAt(geometry, x, y, false) !== 'spectrum') return false;
    const step = 10 ** Math.max(0, Math.floor(Math.log10(stepHz(state, geometry.spectrum.width))));
    const hz = Math.round(hzAt(geometry, state, x) / step) * step;
    const db = dbAt(geometry, state, y) + unitShift(state, hz);
    this.#points += `${this.#points === '' ? '' : '; '}${shortFrequency(hz)} ${decimal(db.toFixed(1))}`;
    const box = input('limit');
    box.value = this.#points;
    if (this.#points.includes(';')) box.dispatchEvent(new Event('change')); // a line has two points
    return true;
  }
}
