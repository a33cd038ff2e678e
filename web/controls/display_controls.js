// SPDX-License-Identifier: MIT
// Display settings: detector, colours, range, time; and the buttons of the bar.

import { button, element, fillSelect, input, onClick, select, setPressed, setText } from './dom.js';
import { spanText } from './clock_text.js';
import { PALETTES } from '../plot/palettes.js';
import { msPerPixel } from '../state/state.js';
import { unitShift } from '../state/units.js';
import { worded } from '../words/page_words.js';
import { say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/actions.js').Actions} Actions */

export class DisplayControls {
  /** @param {State} state @param {Actions} actions @param {{waterfallHeight: () => number}} page */
  constructor(state, actions, page) {
    this.state = state;
    this.actions = actions;
    this.page = page;
    fillSelect('palette', () => PALETTES.map(({ name }) => [name, say(`palette.${name}`)]));
    select('palette').addEventListener('change', () => actions.setDisplay({ palette: select('palette').value }));
    for (const choice of detectorButtons()) {
      const detector = /** @type {import('../feed/types.js').Detector} */ (choice.dataset.detector);
      choice.addEventListener('click', () => actions.setDisplay({ detector }));
    }
    for (const id of ['floor', 'ceiling']) input(id).addEventListener('change', () => this.#readRange());
    onClick('range-auto', () => actions.setDisplay({ autoRange: !state.autoRange }));
    onClick('time-in', () => actions.zoomTime(1));
    onClick('time-out', () => actions.zoomTime(-1));
    onClick('live', () => (state.frozenAt === null ? actions.freeze() : actions.goLive()));
    onClick('zoom-in', () => actions.zoom(this.#middle(), 0.5));
    onClick('zoom-out', () => actions.zoom(this.#middle(), 2));
    onClick('zoom-all', () => actions.showAll());
    onClick('panel-toggle', () => showPanel(document.body.classList.contains('panel-closed')));
  }

  #middle() {
    return (this.state.band.fromHz + this.state.band.toHz) / 2;
  }

  #readRange() {
    const [floorDb, ceilingDb] = [input('floor').valueAsNumber, input('ceiling').valueAsNumber];
    const shift = unitShift(this.state, this.#middle());
    if (Number.isFinite(floorDb + ceilingDb)) this.actions.setRange({ floorDb: floorDb - shift, ceilingDb: ceilingDb - shift });
    this.update();
  }

  update() {
    const { state } = this;
    select('palette').value = state.palette;
    for (const choice of detectorButtons()) setPressed(choice, choice.dataset.detector === state.detector);
    const shift = unitShift(state, this.#middle());
    showNumber(input('floor'), state.range.floorDb + shift);
    showNumber(input('ceiling'), state.range.ceilingDb + shift);
    setPressed(button('range-auto'), state.autoRange);
    const live = state.frozenAt === null;
    setPressed(button('live'), live);
    const text = button('live').querySelector('span');
    if (text) worded(text, { text: live ? 'live' : 'frozen' });
    setText('time-shown', spanText(this.page.waterfallHeight() * msPerPixel(state)));
  }
}

/** @param {boolean} open */
export function showPanel(open) {
  document.body.classList.toggle('panel-closed', !open);
  button('panel-toggle').setAttribute('aria-expanded', String(open));
}

/** @returns {NodeListOf<HTMLElement>} */
function detectorButtons() {
  return element('panel', HTMLElement).querySelectorAll('[data-detector]');
}

/** @param {HTMLInputElement} box @param {number} value */
function showNumber(box, value) {
  const text = String(Math.round(value));
  if (box !== document.activeElement && box.value !== text) box.value = text;
}
