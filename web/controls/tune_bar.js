// SPDX-License-Identifier: MIT
// Buttons that tune: steps, and back and forth between bands. In the panel; on a phone, and wherever fingers are used,
// in a bar at the bottom, within reach of the thumbs.

import { button, element, fillSelect, input, onClick, select } from './dom.js';
import { formatBand, formatFrequency, formatWidth } from './numbers.js';
import { keep } from '../state/kept.js';
import { STEPS, automaticStep, sweptBand } from '../state/steps.js';
import { spanOf } from '../state/view.js';
import { say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */

const FINGERS = '(max-width: 720px), (max-height: 460px), (pointer: coarse)'; // as in hand.css

/** "100.300 MHz", "88 – 108 MHz" @param {{center: number, span?: string}} place */
export function placeText(place) {
  const swept = sweptBand(place);
  return swept ? formatBand(swept.fromHz, swept.toHz) : formatFrequency(place.center, 1000);
}

export class TuneBar {
  #fingers = matchMedia(FINGERS);

  /** @param {State} state @param {import('../state/trail.js').Trail} trail
   * @param {{turn: (count: number) => void, travel: (direction: 1 | -1) => void}} on */
  constructor(state, trail, on) {
    this.state = state;
    this.trail = trail;
    fillSelect('tune-step', () => [['auto', say('step.auto')], ...STEPS.map((step) => [String(step), formatWidth(step)])]);
    select('tune-step').value = String(state.tuneStep);
    select('tune-step').addEventListener('change', () => this.#chooseStep(select('tune-step').value));
    onClick('tune-down', () => on.turn(-1));
    onClick('tune-up', () => on.turn(1));
    onClick('band-back', () => on.travel(-1));
    onClick('band-forward', () => on.travel(1));
    this.#wireSwitch('click-tunes', 'clickTunes', 'click_tunes');
    this.#wireSwitch('drag-tunes', 'dragTunes', 'drag_tunes');
    this.#wireSwitch('wheel-tunes', 'wheelTunes', 'wheel_tunes');
    this.#fingers.addEventListener('change', () => this.#place());
    this.#place();
  }

  /** @param {string} value */
  #chooseStep(value) {
    this.state.tuneStep = value === 'auto' ? 'auto' : Number(value);
    keep('step', this.state.tuneStep);
  }

  /** @param {string} id @param {'clickTunes' | 'dragTunes' | 'wheelTunes'} key @param {string} name */
  #wireSwitch(id, key, name) {
    input(id).checked = this.state[key];
    input(id).addEventListener('change', () => {
      this.state[key] = input(id).checked;
      keep(name, this.state[key]);
    });
  }

  #place() {
    const bar = element('hand-bar', HTMLElement);
    const home = this.#fingers.matches ? element('thumbs', HTMLElement) : element('hand-home', HTMLElement);
    if (bar.parentElement !== home) home.append(bar);
  }

  update() {
    const automatic = select('tune-step').options[0];
    const text = say('step.automatic', { width: formatWidth(automaticStep(spanOf(this.state.band))) });
    if (automatic.text !== text) automatic.text = text;
    for (const [id, direction, key] of /** @type {const} */ ([['band-back', -1, 'Backspace'], ['band-forward', 1, 'Shift+Backspace']])) {
      const place = this.trail.peek(direction);
      const title = place ? say(direction < 0 ? 'trail.back' : 'trail.forward', { place: placeText(place), key }) : say(direction < 0 ? 'trail.none-before' : 'trail.none-after');
      button(id).disabled = !place;
      if (button(id).title !== title) button(id).title = title;
    }
  }
}
