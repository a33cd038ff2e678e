// SPDX-License-Identifier: MIT
// What the page of a hub shows. Controls write it, then main.js shows it (`moved`, `arrange`).

import { Span } from './span.js';

/** @typedef {import('./fleet.js').Receiver} Receiver */
/** @typedef {import('../feed/types.js').Band} Band */

export class HubState {
  /** @type {Receiver[]} */
  fleet = [];
  /** Receivers that have a strip; null before the first answer @type {Set<number> | null} */
  shown = null;
  span = new Span();
  /** that of all strips; null: each one's @type {Band | null} */
  band = null;
  isPanorama = false;
  /** rows as they come, where the hub can ask the receiver */
  isLive = false;

  /** @param {number} id */
  receiver(id) {
    return this.fleet.find((receiver) => receiver.id === id);
  }

  /** @param {number} id */
  nameOf(id) {
    return this.receiver(id)?.name ?? `${id}`;
  }

  /** Those that have a strip, from the top. @returns {Receiver[]} */
  get chosen() {
    const chosen = this.fleet.filter(({ id }) => this.shown?.has(id));
    if (this.isPanorama) chosen.sort((a, b) => b.center_hz - a.center_hz);
    return chosen;
  }

  /** @param {number} id @param {boolean} on */
  show(id, on) {
    if (on) this.shown?.add(id);
    else this.shown?.delete(id);
  }
}
