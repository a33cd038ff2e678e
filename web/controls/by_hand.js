// SPDX-License-Identifier: MIT
// Tuning by hand: what the dial, the tune bar, the markers' buttons, gestures and keys do.

import { banner } from './banner.js';
import { BookmarkList } from './bookmark_list.js';
import { Dial } from './dial.js';
import { EdgePull } from './edge_pull.js';
import { MarkerBar } from './marker_bar.js';
import { SpotList } from './spot_list.js';
import { formatFrequency } from './numbers.js';
import { TuneBar, placeText } from './tune_bar.js';
import { requesterText } from './tuned_by.js';
import { reasonText } from './wording.js';
import { Bookmarks } from '../state/bookmarks.js';
import { mayTune } from '../state/by_hand.js';
import { flagAt } from '../plot/spot_flags.js';
import { signalFor, snapToSignal } from '../state/markers.js';
import { Trail, requestOf } from '../state/trail.js';
import { sweptBand, tuningAt } from '../state/steps.js';
import { say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */

export class ByHand {
  #trail = new Trail();
  #bars;
  bookmarks = new Bookmarks();
  /** goes to a bookmark; set by the frequency box @type {(place: import('../state/bookmarks.js').Bookmark) => Promise<void>} */
  showPlace = async () => {};
  /** chooses the mode of a bookmark; set by what listens @type {(mode: string | undefined) => void} */
  useMode = () => {};
  /** stops a gesture; set by what reads the pointer */
  dropGesture = () => {};

  /** @param {State} state @param {import('../state/actions.js').Actions} actions @param {import('./tuner.js').Tuner} tuner */
  constructor(state, actions, tuner) {
    this.state = state;
    this.actions = actions;
    this.tuner = tuner;
    this.dial = new Dial(state, tuner, refused);
    this.pull = new EdgePull(state, actions, { tune: (hz) => this.#tuneTo(hz), note: banner });
    this.bookmarkList = new BookmarkList(state, this.bookmarks, { go: (place) => this.showPlace(place).catch(refused) });
    new SpotList(state, { go: (spot) => this.#goToSpot(spot) });
    this.#bars = [this.bookmarkList, new TuneBar(state, this.#trail, { turn: (count) => this.dial.turn(count), travel: (direction) => this.travel(direction) }),
      new MarkerBar(actions, this)];
  }

  /** Tunes, shows where, and passes a refusal on. @param {number} hz */
  async #tuneTo(hz) {
    const { status } = this.state;
    if (!status) return;
    try {
      await this.tuner.tune(tuningAt(status.tuning, hz));
      banner(say('tuning.done', { frequency: formatFrequency(hz, 1000) }));
    } catch (reason) {
      refused(reason);
      throw reason;
    }
  }

  /** @param {number} hz */
  turnBy(hz) {
    if (mayTune(this.state)) this.dial.turnBy(hz);
    else banner(say('tuning.guest'));
  }

  /** @param {number} steps */
  turn(steps) {
    if (mayTune(this.state)) this.dial.turn(steps);
    else banner(say('tuning.guest'));
  }

  /** @param {1 | -1} direction */
  travel(direction) {
    const { status } = this.state;
    const place = status && this.#trail.move(direction, performance.now());
    if (!place) return banner(say(direction < 0 ? 'trail.first' : 'trail.last'));
    this.tuner.tune(requestOf(place, status.tuning)).catch((reason) => {
      this.#trail.move(direction < 0 ? 1 : -1, performance.now());
      refused(reason);
    });
  }

  tuneToMarker() {
    const marker = this.state.markers[this.state.chosenMarker];
    if (marker) this.#tuneTo(marker.hz).catch(() => {}); // the refusal is on the screen
  }

  /** @param {'strongest' | 'next' | 'previous'} which */
  mark(which) {
    const hz = signalFor(this.state, which);
    if (hz !== null) this.actions.setMarker(this.state.chosenMarker, hz);
  }

  /** A guest gets a marker there. @param {import('../feed/types.js').Spot} spot */
  #goToSpot({ frequency_hz: hz }) {
    if (mayTune(this.state)) this.#tuneTo(hz).then(() => this.actions.setMarker(0, hz), () => {});
    else this.actions.setMarker(0, hz);
  }

  /** A click or a tap: tunes to a spot, sets the chosen marker, or tunes if that is chosen. @param {number} hz
   * @param {boolean} second @param {number} columns of the plot @param {{x: number, y: number}} at */
  click(hz, second, columns, at) {
    const flag = flagAt(this.state.spotFlags, at.x, at.y);
    if (flag) return this.#goToSpot(flag.spots[0]);
    const signal = snapToSignal(this.state, hz, columns);
    if (this.state.clickTunes && !second && mayTune(this.state)) this.#tuneTo(signal).catch(() => {});
    else this.actions.setMarker(second ? 1 : this.state.chosenMarker, signal);
  }

  cancelPull() {
    this.pull.end(false);
    this.dropGesture();
  }

  update() {
    const { status } = this.state;
    if (status && this.#trail.visit(status.tuning, performance.now()) && !this.tuner.isMine(status.tuning)) {
      const { tuned_by: by, tuning } = status;
      const [place, key] = [placeText(tuning), sweptBand(tuning) ? 'tuning.by' : 'tuning.by-center'];
      banner(by ? say(key, { who: requesterText(by), place }) : say('tuning.other', { place }));
    }
    for (const bar of this.#bars) bar.update();
  }
}

/** @param {unknown} reason */
function refused(reason) {
  banner(reasonText(reason), 'bad');
}
