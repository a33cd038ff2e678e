// SPDX-License-Identifier: MIT
// One click that adopts the crystal error which the server has measured against its clock.

import { button, input, showRefusal } from './dom.js';
import { reasonText } from './wording.js';
import { say } from '../words/text.js';

const WORTH_IT_PPM = 0.5; // sticks are corrected in whole ppm

/** The correction to offer, in tenths of a ppm; null if there is none better than that in force.
 * @param {number | null | undefined} estimate @param {number} ppm in force */
export function betterCorrection(estimate, ppm) {
  if (estimate === null || estimate === undefined) return null;
  const rounded = Math.round(estimate * 10) / 10;
  return Math.abs(rounded - ppm) > WORTH_IT_PPM ? rounded : null;
}

export class Correction {
  /** @type {number | null} */
  #offered = null;

  /** @param {import('../state/state.js').State} state @param {import('./tuner.js').Tuner} tuner */
  constructor(state, tuner) {
    this.state = state;
    this.tuner = tuner;
    button('ppm-measured').addEventListener('click', () => this.#adopt());
  }

  async #adopt() {
    if (this.#offered === null) return;
    try {
      await this.tuner.tune({ ppm: this.#offered });
      showRefusal(input('ppm'), '');
    } catch (reason) {
      showRefusal(input('ppm'), reasonText(reason));
    }
  }

  update() {
    const { status } = this.state;
    this.#offered = status ? betterCorrection(status.source.estimated_ppm, status.tuning.ppm) : null;
    const offer = button('ppm-measured');
    offer.hidden = this.#offered === null;
    if (this.#offered !== null) offer.textContent = say('ppm.use', { ppm: this.#offered });
  }
}
