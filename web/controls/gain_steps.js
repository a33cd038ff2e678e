// SPDX-License-Identifier: MIT
// The gain of a radio that has steps: chosen from a list instead of typed, so that what is shown is what it does.

import { element, input, select, showRefusal } from './dom.js';
import { reasonText } from './wording.js';
import { decimal, onLanguage, say } from '../words/text.js';

/** @typedef {import('../feed/types.js').ServerStatus} ServerStatus */

/** The step that a radio applies for a wanted gain. @param {number[]} steps @param {number} wanted */
export function nearestStep(steps, wanted) {
  return steps.reduce((best, step) => (Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best), steps[0]);
}

/** The gain in force as an option of the list: a step, or "auto" where it is automatic and not known.
 * @param {number[]} steps @param {ServerStatus} status */
export function stepShown(steps, { tuning, source }) {
  const gain = tuning.gain === 'auto' ? source.gain_db : tuning.gain;
  return gain === null ? 'auto' : String(nearestStep(steps, gain));
}

export class GainSteps {
  /** @type {number[]} */
  #steps = [];

  /** @param {import('../state/state.js').State} state @param {import('./tuner.js').Tuner} tuner */
  constructor(state, tuner) {
    this.state = state;
    this.tuner = tuner;
    select('gain-step').addEventListener('change', () => this.#choose(select('gain-step').value));
    onLanguage(() => this.#fill(this.#steps));
  }

  /** @param {string} value */
  async #choose(value) {
    const list = select('gain-step');
    try {
      await this.tuner.tune({ gain: value === 'auto' ? value : Number(value) });
      showRefusal(list, '');
    } catch (reason) {
      showRefusal(list, reasonText(reason));
    }
  }

  update() {
    const { status } = this.state;
    if (!status) return;
    const steps = status.source.gains_db ?? [];
    if (steps.join() !== this.#steps.join()) this.#fill(steps);
    if (steps.length === 0 || document.activeElement === select('gain-step')) return;
    select('gain-step').value = stepShown(steps, status);
  }

  /** @param {number[]} steps */
  #fill(steps) {
    this.#steps = steps;
    const list = select('gain-step');
    list.replaceChildren(new Option(say('automatic'), 'auto'), ...steps.map((step) => new Option(`${decimal(String(step))} dB`, String(step))));
    list.hidden = steps.length === 0;
    input('gain').hidden = steps.length > 0;
    element('gain-label', HTMLLabelElement).htmlFor = steps.length > 0 ? 'gain-step' : 'gain';
  }
}
