// SPDX-License-Identifier: MIT
// Dragging past the edge of the band. The picture follows the pointer; the radio is tuned when it is released, and only
// if it was dragged well past an edge that was on the screen when the gesture began: who pans through the band and does
// not stop in time only reaches its edge.

import { mayTune } from '../state/by_hand.js';
import { clampBand, spanOf } from '../state/view.js';
import { roundFor } from '../state/steps.js';
import { say } from '../words/text.js';

/** @typedef {import('../feed/types.js').Band} Band */

const ARMED = 0.12; // of the screen's width
const ARMED_PIXELS = 60; // at least
const FURTHEST = 0.9; // so that a part of the band stays visible
const TUNED_WITHIN_MS = 4000;

export class EdgePull {
  #low = false; // the edges that were on the screen
  #high = false;
  #vainHz = 0; // dragged past the edge without the right to tune

  /** @param {import('../state/state.js').State} state @param {import('../state/actions.js').Actions} actions
   * @param {{tune: (centerHz: number) => Promise<void>, note: (text: string) => void}} on */
  constructor(state, actions, on) {
    this.state = state;
    this.actions = actions;
    this.on = on;
  }

  begin() {
    const { band, whole } = this.state;
    this.#low = band.fromHz <= whole.fromHz;
    this.#high = band.toHz >= whole.toHz;
    this.#vainHz = 0;
  }

  /** As a pan. @param {number} pixels to the right @param {number} width of the plot */
  move(pixels, width) {
    const { band, whole } = this.state;
    const target = this.#limited(shifted(band, (pixels / width) * spanOf(band)));
    const overHz = target.fromHz - clampBand(target, whole).fromHz;
    if (overHz === 0 || !this.#allows(overHz, target)) return this.#letGo(target);
    const least = Math.max(ARMED, ARMED_PIXELS / width);
    const centerHz = roundFor((target.fromHz + target.toHz) / 2, spanOf(target));
    this.actions.showBeyond(target, { awaited: null, pull: { centerHz, armed: Math.abs(overHz) >= least * spanOf(target) } });
  }

  /** @param {Band} band @returns {Band} */
  #limited(band) {
    const { whole } = this.state;
    const most = FURTHEST * spanOf(band);
    const fromHz = Math.min(Math.max(band.fromHz, whole.fromHz - most), whole.toHz - spanOf(band) + most);
    return shifted(band, fromHz - band.fromHz);
  }

  /** @param {number} overHz @param {Band} target */
  #allows(overHz, target) {
    if (!(overHz < 0 ? this.#low : this.#high) || !this.state.dragTunes) return false;
    if (mayTune(this.state)) return true;
    const before = Math.abs(this.#vainHz);
    this.#vainHz += overHz;
    const limit = ARMED * spanOf(target);
    if (before <= limit && Math.abs(this.#vainHz) > limit) this.on.note(say('tuning.edge'));
    return false;
  }

  /** Back to what is received. @param {Band} band */
  #letGo(band) {
    const { pull, awaited, whole } = this.state;
    const next = clampBand(band, whole);
    if (pull || awaited) this.actions.showBeyond(next, { pull: null, awaited: null });
    else this.actions.show(next);
  }

  /** @param {boolean} completed false: cancelled, the picture goes back */
  async end(completed) {
    const { pull, band } = this.state;
    if (!pull) return;
    if (!completed || !pull.armed) return this.#letGo(band);
    this.actions.showBeyond(band, { pull: null, awaited: band });
    const { awaited } = this.state;
    const giveUp = () => this.state.awaited === awaited && this.#letGo(band);
    await this.on.tune(pull.centerHz).then(() => window.setTimeout(giveUp, TUNED_WITHIN_MS), giveUp);
  }
}

/** @param {Band} band @param {number} byHz @returns {Band} */
function shifted({ fromHz, toHz }, byHz) {
  return { fromHz: fromHz + byHz, toHz: toHz + byHz };
}
