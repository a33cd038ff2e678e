// SPDX-License-Identifier: MIT
// The buttons next to the strip: a day earlier or later, a date and a time to go to, now.

import { button, input, onClick } from '../controls/dom.js';
import { dateBoxValue, timeOfDateBox } from '../controls/clock_text.js';
import { daysLater } from './calendar.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Stretch} Stretch */

export class TimeTools {
  /** @param {State} state @param {{screen: () => Stretch | null, showMiddle: (time: number) => void,
   *   goLive: () => void}} page */
  constructor(state, page) {
    this.state = state;
    this.page = page;
    onClick('day-before', () => this.#move(-1));
    onClick('day-after', () => this.#move(1));
    onClick('now', () => page.goLive());
    input('moment').addEventListener('change', () => {
      const time = timeOfDateBox(state, input('moment').value);
      if (!Number.isNaN(time)) page.showMiddle(time);
    });
  }

  get #middle() {
    const screen = this.page.screen();
    return screen ? (screen.from + screen.to) / 2 : NaN;
  }

  /** @param {number} days */
  #move(days) {
    this.page.showMiddle(daysLater(this.state, this.#middle, days));
  }

  update() {
    button('now').disabled = button('day-after').disabled = this.state.frozenAt === null;
    if (input('moment') !== document.activeElement && !Number.isNaN(this.#middle)) input('moment').value = dateBoxValue(this.state, this.#middle);
  }
}
