// SPDX-License-Identifier: MIT
// Finds the gain for the signals that are there, by trying some. More gain lifts the noise of the antenna and the tuner
// above that of the converter, which otherwise spoils the noise figure; beyond that it only costs headroom, and in the
// end strong signals clip.

import { button, setText, element, showRefusal } from './dom.js';
import { getJson } from '../feed/api.js';
import { reasonText } from './wording.js';
import { decimal, say } from '../words/text.js';

/** @typedef {{gain: number, floorDb: number, clipped: number}} Trial */

const MOST_TRIALS = 10;
// With the noise so far above that of the converter, the converter adds less than half a decibel to it.
const ENOUGH_DB = 10;
const MOST_CLIPPED = 1e-5; // of the samples
const PATIENCE_MS = 10_000;
const POLL_MS = 50;

/** Some of the steps, from the lowest to the highest. @param {number[]} steps */
export function trialSteps(steps) {
  const count = Math.min(MOST_TRIALS, steps.length);
  return Array.from({ length: count }, (_, n) => steps[Math.round((n * (steps.length - 1)) / Math.max(1, count - 1))]);
}

/** Whether a higher gain is worth a trial. @param {Trial[]} trials from the lowest gain up */
export function isEnough(trials) {
  const last = trials[trials.length - 1];
  return last.clipped > MOST_CLIPPED || last.floorDb - trials[0].floorDb >= ENOUGH_DB;
}

/** The gain to use, and why. @param {Trial[]} trials from the lowest gain up */
export function advice(trials) {
  const clean = trials.filter(({ clipped }) => clipped <= MOST_CLIPPED);
  if (clean.length === 0) return { gain: trials[0].gain, text: say('advice.clips') };
  const { gain, floorDb } = clean[clean.length - 1];
  const risen = floorDb - trials[0].floorDb;
  const why = risen >= ENOUGH_DB ? 'advice.enough' : clean.length < trials.length ? 'advice.clips-above' : 'advice.most';
  return { gain, text: say(why, { gain, risen: decimal(risen.toFixed(1)) }) };
}

/** @param {(number | null)[]} levels */
function median(levels) {
  const sorted = levels.filter((level) => level !== null).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

export class GainAdviser {
  #isBusy = false;

  /** @param {import('../state/state.js').State} state @param {import('./tuner.js').Tuner} tuner */
  constructor(state, tuner) {
    this.state = state;
    this.tuner = tuner;
    button('gain-advise').addEventListener('click', () => this.#advise());
  }

  /** Sweeps have too many clipping places for one gain, and what has no steps has no end to try. */
  update() {
    const { status } = this.state;
    const steps = status?.source.gains_db ?? [];
    element('gain-advice-field', HTMLElement).hidden = steps.length === 0 || Boolean(status?.sweep);
  }

  async #advise() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    button('gain-advise').toggleAttribute('data-pending', true);
    const before = this.state.status?.tuning.gain ?? 'auto';
    try {
      const { gain, text } = advice(await this.#trials());
      await this.tuner.tune({ gain });
      setText('gain-advice', text);
      showRefusal(button('gain-advise'), '');
    } catch (reason) {
      setText('gain-advice', ''); // no gain is being tried any more
      showRefusal(button('gain-advise'), reasonText(reason));
      await this.tuner.tune({ gain: before }).catch(() => {}); // the reason is shown already
    } finally {
      this.#isBusy = false;
      button('gain-advise').toggleAttribute('data-pending', false);
    }
  }

  async #trials() {
    /** @type {Trial[]} */
    const trials = [];
    for (const gain of trialSteps(this.state.status?.source.gains_db ?? [])) {
      setText('gain-advice', say('advice.trying', { gain }));
      trials.push(await this.#try(gain));
      if (isEnough(trials)) break;
    }
    return trials;
  }

  /** @param {number} gain @returns {Promise<Trial>} */
  async #try(gain) {
    await this.tuner.tune({ gain });
    const { generation } = await getJson('api/v1/tuning');
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
      const row = await getJson('api/v1/spectrum?bins=1024&detector=mean');
      if (row.generation > generation) throw new Error(say('advice.changed'));
      if (row.generation === generation && !row.flags.includes('retuned')) return { gain, floorDb: median(row.levels), clipped: row.clipped };
      await new Promise((done) => { window.setTimeout(done, POLL_MS); });
    }
    throw new Error(say('advice.silent'));
  }
}
