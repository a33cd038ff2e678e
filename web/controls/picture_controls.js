// SPDX-License-Identifier: MIT
// How the waterfall is drawn: gamma of the colours, what is between bins, direction and clock of time, a date to go to.

import { button, input, onClick, setPressed } from './dom.js';
import { dateBoxValue, timeOfDateBox } from './clock_text.js';
import { keep } from '../state/kept.js';
import { msPerPixel } from '../state/state.js';

/** @typedef {import('../state/state.js').State} State */

export class PictureControls {
  /** @param {State} state @param {import('../state/actions.js').Actions} actions
   * @param {{waterfallHeight: () => number}} page */
  constructor(state, actions, page) {
    this.state = state;
    this.actions = actions;
    input('gamma').addEventListener('input', () => this.#keep({ gamma: 2 ** input('gamma').valueAsNumber }));
    onClick('newest-below', () => this.#keep({ newestBelow: !state.newestBelow }));
    onClick('smooth', () => this.#keep({ smooth: !state.smooth }));
    onClick('local-time', () => this.#keep({ localTime: !state.localTime }));
    input('go-to').addEventListener('change', () => {
      const time = timeOfDateBox(state, input('go-to').value);
      if (!Number.isNaN(time)) actions.jumpTo(time, page.waterfallHeight() * msPerPixel(state));
    });
  }

  /** @param {Partial<Pick<State, 'gamma' | 'newestBelow' | 'smooth' | 'localTime'>>} change */
  #keep(change) {
    this.actions.setDisplay(change);
    const { gamma, newestBelow, smooth, localTime } = this.state;
    keep('picture', { gamma, newestBelow, smooth, localTime });
  }

  update() {
    const { state } = this;
    input('gamma').valueAsNumber = Math.log2(state.gamma);
    setPressed(button('newest-below'), state.newestBelow);
    setPressed(button('smooth'), state.smooth);
    setPressed(button('local-time'), state.localTime);
    if (input('go-to') !== document.activeElement && !Number.isNaN(state.topTime)) input('go-to').value = dateBoxValue(state, state.topTime);
  }
}
