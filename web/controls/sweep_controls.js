// SPDX-License-Identifier: MIT
// Sweeping: how far the sweep in progress is, a halt at what is shown, and the way back to the sweep.

import { button, element, setText, showRefusal } from './dom.js';
import { reasonText } from './wording.js';
import { sweptBand } from '../state/steps.js';
import { decimal, say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {NonNullable<import('../feed/types.js').ServerStatus['sweep']>} Sweep */

const LONG_SECONDS = 2; // of a sweep whose hops can be followed with the eye

/** "hop 214 of 967, 33.1 s a sweep", "12 hops in 0.53 s" @param {Sweep} sweep */
export function sweepText({ hops, hop, revisit_seconds: seconds }) {
  if (seconds !== null && seconds < LONG_SECONDS) return say('sweep.quick', { hops, seconds: decimal(seconds.toFixed(2)) });
  const place = hop ? say('sweep.place', { hop, hops }) : say('sweep.hops', { hops });
  return seconds === null ? say('sweep.begun', { place }) : say('sweep.slow', { place, seconds: decimal(seconds.toFixed(1)) });
}

export class SweepControls {
  /** The span of the last sweep. */
  #span = '';

  /** @param {State} state @param {import('./tuner.js').Tuner} tuner */
  constructor(state, tuner) {
    this.state = state;
    this.tuner = tuner;
    button('sweep-stay').addEventListener('click', () => this.#tune('sweep-stay', { center: this.#here() }));
    button('sweep-back').addEventListener('click', () => this.#tune('sweep-back', { span: this.#span }));
  }

  /** The marker if it is on the screen, else the middle of the view. */
  #here() {
    const { band, markers: [marker] } = this.state;
    const isShown = marker && marker.hz >= band.fromHz && marker.hz <= band.toHz;
    return Math.round(isShown ? marker.hz : (band.fromHz + band.toHz) / 2);
  }

  /** @param {string} id @param {object} change */
  async #tune(id, change) {
    try {
      await this.tuner.tune(change);
      showRefusal(button(id), '');
    } catch (reason) {
      showRefusal(button(id), reasonText(reason));
    }
  }

  update() {
    const { status } = this.state;
    if (!status) return;
    const { sweep, tuning } = status;
    // Until the next status a sweep that was just ended is still there, with the tuning that ended it.
    if (sweep && tuning.span && sweptBand(tuning)) this.#span = tuning.span;
    button('sweep-stay').hidden = !sweep;
    button('sweep-back').hidden = Boolean(sweep) || this.#span === '';
    const bar = element('sweep-bar', HTMLProgressElement);
    bar.hidden = !sweep?.hop;
    if (sweep?.hop) Object.assign(bar, { max: sweep.hops, value: sweep.hop });
    setText('sweep-progress', sweep ? sweepText(sweep) : say('sweep.none'));
  }
}
