// SPDX-License-Identifier: MIT
// The large frequency at the top: shows what the radio is tuned to, accepts a frequency or band to tune to.

import { element, input, setText, showRefusal } from './dom.js';
import { formatBand, formatFrequency, formatSeconds, formatWidth, parseFrequencyEntry } from './numbers.js';
import { bandAround, sameBand, spanOf } from '../state/view.js';
import { isZoomed, rbwHz } from '../state/zoom.js';
import { region } from '../state/region.js';
import { turnDigits } from './digit_wheel.js';
import { reasonText } from './wording.js';
import { say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Band} Band */

/** So that all of a frequency is shown, which may be copied or entered again. @param {number} hz */
const stepOf = (hz) => [1000, 100, 10].find((step) => hz % step === 0) ?? 1;

export class FrequencyBox {
  #typed = false; // there is something that was not entered yet

  /** @param {State} state @param {import('../state/actions.js').Actions} actions @param {import('./tuner.js').Tuner} tuner
   * @param {import('./by_hand.js').ByHand} hand */
  constructor(state, actions, tuner, hand) {
    this.state = state;
    this.actions = actions;
    this.tuner = tuner;
    this.hand = hand;
    hand.showPlace = (place) => this.showPlace(place);
    const box = input('frequency');
    box.addEventListener('focus', () => box.select());
    box.addEventListener('input', () => (this.#typed = true));
    box.addEventListener('blur', () => this.#forget());
    turnDigits({ turnBy: (hz) => hand.turnBy(hz), isTyped: () => this.#typed });
    box.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#done();
    });
    element('frequency-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#typed) this.#go(box.value);
      else this.#done(); // the text is the page's, and a span may be rounded in it
    });
  }

  #forget() {
    this.#typed = false;
    this.update();
  }

  #done() {
    showRefusal(input('frequency'), '');
    input('frequency').blur();
  }

  /** @param {string} text */
  async #go(text) {
    const bookmark = this.hand.bookmarks.find(text);
    const entry = bookmark ? null : parseFrequencyEntry(text, region());
    if (!bookmark && !entry) return showRefusal(input('frequency'), say('refused.frequency'));
    try {
      if (bookmark) await this.showPlace(bookmark);
      else if (!entry) return;
      else if (entry.kind === 'band') await this.showBand(entry);
      else if (entry.kind === 'tune') await this.tuner.tune({ center: entry.hz });
      else this.actions.show(bandAround(entry.hz, spanOf(this.state.band)));
      this.#done();
    } catch (reason) {
      showRefusal(input('frequency'), reasonText(reason));
    }
  }

  /** Goes to a bookmark. A frequency that is received already is marked; the radio stays where it is.
   * @param {import('../state/bookmarks.js').Bookmark} place */
  async showPlace(place) {
    const { whole, band, chosenMarker } = this.state;
    const { fromHz, toHz } = place;
    if (fromHz !== toHz) return this.showBand({ fromHz, toHz });
    if (fromHz < whole.fromHz || fromHz > whole.toHz) await this.tuner.tune({ center: fromHz });
    else if (fromHz < band.fromHz || fromHz > band.toHz) this.actions.show(bandAround(fromHz, spanOf(band)));
    this.actions.setMarker(chosenMarker, fromHz);
    this.hand.useMode(place.mode);
  }

  /** Zooms to a band that is being received already. Otherwise tunes to its middle, or sweeps it if it is wider than the
   * sample rate. @param {Band} band */
  async showBand(band) {
    const { whole, status } = this.state;
    if (band.fromHz < whole.fromHz || band.toHz > whole.toHz) {
      const center = (band.fromHz + band.toHz) / 2;
      const rate = status?.tuning.rate ?? spanOf(whole);
      const isWide = spanOf(band) > rate;
      await this.tuner.tune(isWide ? { span: `${band.fromHz}:${band.toHz}` } : { center });
      this.actions.retuned(isWide ? band : bandAround(center, rate));
    }
    this.actions.show(band);
  }

  update() {
    const { band, whole, status } = this.state;
    const box = input('frequency');
    const center = Math.round((whole.fromHz + whole.toHz) / 2);
    const text = status?.sweep ? formatBand(whole.fromHz, whole.toHz) : formatFrequency(center, stepOf(center));
    if (!this.#typed && box.value !== text) showValue(box, text);
    setText('fact-span', formatWidth(spanOf(band)));
    this.#resolution();
    const step = spanOf(band) / 1000;
    setText('fact-view', sameBand(band, whole) ? say('whole-band')
      : `${formatFrequency(band.fromHz, step).replace(/ .*/, '')} – ${formatFrequency(band.toHz, step)}`);
  }

  /** Of the newest row; in a zoomed view also how far that looks back, else why the rows are coarse. */
  #resolution() {
    const { state } = this;
    const target = element('fact-rbw', HTMLElement);
    const rbw = state.status ? formatWidth(rbwHz(state)) : '—';
    const lookBack = isZoomed(state) && state.zoom ? formatSeconds(state.zoom.lookBackMs / 1000) : '';
    target.textContent = lookBack ? `${rbw} · ${lookBack}` : rbw;
    target.title = lookBack ? say('fact.look-back', { time: lookBack }) : state.zoomRefusal;
  }
}

/** Keeps the caret where it is. @param {HTMLInputElement} box @param {string} text */
function showValue(box, text) {
  const { selectionStart, selectionEnd } = box;
  box.value = text;
  if (box === document.activeElement) box.setSelectionRange(selectionStart, selectionEnd);
}
