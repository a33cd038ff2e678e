// SPDX-License-Identifier: MIT
// User actions, whether by pointer, keyboard or button. The only writer of view and range.

import { clampBand, followRetune, isSameWhole, isShowable, panBy, sameBand, spanOf, zoomAbout } from './view.js';
import { fromHash } from './url_hash.js';
import { clearHidden } from './analyzer.js';
import { axisRangeFor } from '../plot/level_ticks.js';
import { nextTimeZoom } from './time_zoom.js';
import { boundedRange } from '../plot/level_range.js';
import { paletteAfter } from '../plot/palettes.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('../feed/types.js').Band} Band */

export class Actions extends EventTarget {
  /** Dispatches `view` (frequencies changed), `time` (times changed), `display` (anything else).
   * @param {State} state */
  constructor(state) {
    super();
    this.state = state;
  }

  /** @param {'view' | 'time' | 'display'} what */
  #changed(what) {
    const { stale } = this.state; // marks that move with the picture are drawn when that has moved
    Object.assign(stale, { spectrum: true, overlay: stale.overlay || what !== 'time', projection: stale.projection || what === 'view' });
    this.dispatchEvent(new Event(what));
  }

  /** @param {Band} band */
  show(band) {
    const next = clampBand(band, this.state.whole);
    if (sameBand(next, this.state.band)) return;
    this.state.band = next;
    this.#changed('view');
  }

  showAll() {
    this.show(this.state.whole);
  }

  /** @param {number} aboutHz @param {number} factor */
  zoom(aboutHz, factor) {
    this.show(zoomAbout(this.state.band, aboutHz, factor, this.state.whole));
  }

  /** @param {number} fraction of the view, to the right */
  pan(fraction) {
    this.show(panBy(this.state.band, spanOf(this.state.band) * fraction, this.state.whole));
  }

  /** Adopts the band that the radio receives; false if unchanged. @param {Band} whole */
  retuned(whole) {
    const { state } = this;
    const linked = state.linked;
    state.linked = null;
    if (isSameWhole(whole, state.whole) && !linked) return false;
    state.band = linked ? this.#linkedBand(linked, whole) : this.#bandAfter(whole);
    state.whole = whole;
    state.pull = state.awaited = null;
    this.#changed('view');
    return true;
  }

  /** @param {Band} whole that the radio receives now */
  #bandAfter(whole) {
    const { awaited, band, whole: before } = this.state;
    if (awaited && isShowable(awaited, whole)) return clampBand(awaited, whole);
    return followRetune(clampBand(band, before), before, whole);
  }

  /** Shows a band that may reach past the edge: while the view is dragged there, and until the radio has followed.
   * @param {Band} band @param {Pick<State, 'pull' | 'awaited'>} why */
  showBeyond(band, why) {
    Object.assign(this.state, { band, ...why });
    this.#changed('view');
  }

  /** The band of a link as far as it is received; dispatches `unreceived` if that is too little to show.
   * @param {Band} linked @param {Band} whole */
  #linkedBand(linked, whole) {
    if (isShowable(linked, whole)) return clampBand(linked, whole);
    this.dispatchEvent(new CustomEvent('unreceived', { detail: linked }));
    return whole;
  }

  /** Shows what a link says instead of view and display. @param {string} hash */
  followLink(hash) {
    const { state } = this;
    fromHash(state, hash);
    clearHidden(state);
    const linked = state.linked;
    state.linked = null;
    state.band = linked ? this.#linkedBand(linked, state.whole) : state.whole;
    this.#changed('view');
    this.#changed('time');
  }

  /** Sets the range by hand and turns the automatic range off. @param {import('../feed/types.js').LevelRange} range */
  setRange(range) {
    this.state.autoRange = false;
    this.state.range = boundedRange(range);
    this.state.axisRange = axisRangeFor(this.state, this.state.range);
    this.#changed('display');
  }

  /** @param {number} byDb */
  shiftRange(byDb) {
    const { floorDb, ceilingDb } = this.state.range;
    this.setRange({ floorDb: floorDb + byDb, ceilingDb: ceilingDb + byDb });
  }

  /** @param {number} factor below 1: more contrast */
  stretchRange(factor) {
    const { floorDb, ceilingDb } = this.state.range;
    this.setRange({ floorDb, ceilingDb: floorDb + (ceilingDb - floorDb) * factor });
  }

  /** @param {Partial<Pick<State, import('./state.js').DisplaySetting>>} change */
  setDisplay(change) {
    Object.assign(this.state, change);
    if (change.detector || change.smooth !== undefined) this.state.stale.projection = true;
    clearHidden(this.state);
    if (!this.state.autoRange) this.state.axisRange = axisRangeFor(this.state, this.state.range);
    this.#changed('display');
  }

  /** The colour scheme of the page has changed: a palette that was not chosen follows. @param {string} palette */
  setDefaultPalette(palette) {
    const { state } = this;
    if (state.palette === state.defaultPalette) state.palette = palette;
    state.defaultPalette = palette;
    this.#changed('display');
  }

  nextPalette() {
    this.setDisplay({ palette: paletteAfter(this.state.palette) });
  }

  /** Freezes the waterfall at a time, or, past the newest row, returns to live. @param {number} time */
  showTime(time) {
    const newest = this.state.live.newest;
    const live = !newest || time >= newest.time + newest.duration;
    this.state.frozenAt = live ? null : time;
    this.#changed('time');
  }

  freeze() {
    if (this.state.frozenAt === null && !Number.isNaN(this.state.topTime)) this.showTime(this.state.topTime - 1e-3);
  }

  goLive() {
    this.showTime(Infinity);
  }

  /** Shows what was at a time in the middle of the waterfall. @param {number} time @param {number} screenMs */
  jumpTo(time, screenMs) {
    this.showTime(time + screenMs / 2);
  }

  /** Back (positive) or forward in time. @param {number} ms */
  scrollTime(ms) {
    if (ms < 0 && this.state.frozenAt === null) return;
    this.showTime((this.state.frozenAt ?? this.state.topTime) - ms);
  }

  /** @param {1 | -1} direction 1: more pixels a second */
  zoomTime(direction) {
    this.state.timeZoom = nextTimeZoom(this.state.timeZoom, direction);
    this.state.stale.projection = true;
    this.#changed('time');
  }

  /** @param {number} index 0 or 1 @param {number} hz */
  setMarker(index, hz) {
    const place = Math.min(index, this.state.markers.length);
    this.state.markers[place] = { hz };
    this.#changed('display');
  }

  /** @param {State['markers']} markers */
  setMarkers(markers) {
    this.state.markers = markers;
    this.#changed('display');
  }

  clearMarkers() {
    this.state.chosenMarker = 0;
    this.setMarkers([]);
  }

  /** @param {State['cursor']} cursor */
  point(cursor) {
    this.state.cursor = cursor;
    this.state.stale.cursor = true;
    if (this.state.frozenAt !== null) this.state.stale.spectrum = true;
  }
}
