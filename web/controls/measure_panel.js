// SPDX-License-Identifier: MIT
// Measurements between the two markers, once a second while the section is open.

import { button, element, input, onClick, select, setPressed } from './dom.js';
import { channelLines, harmonicLines, twoToneLines } from './measure_texts.js';
import { parseFrequency } from './numbers.js';
import { reasonText } from './wording.js';
import { forPower, levelText } from '../state/units.js';
import { spanOf } from '../state/view.js';
import { fetchMeanSpectrum } from '../feed/mean_spectrum.js';
import { measureChannel } from '../measure/channel.js';
import { signalExtent } from '../measure/extent.js';
import { harmonicsOf, strongestTones, thirdOrder } from '../measure/tones.js';
import { say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Band} Band */
/** @typedef {import('../measure/power_spectrum.js').PowerSpectrum} PowerSpectrum */
/** @typedef {import('./measure_texts.js').Line} Line */

const EVERY_MS = 1000;
const EVERY_MS_THRIFTY = 5000;
const HARMONICS = 6;
const ABOUT_PIXELS = 0.02; // of the view, around marker 1

export class MeasurePanel {
  #busy = false;
  #timer = 0;

  /** @param {State} state @param {import('../state/actions.js').Actions} actions
   * @param {(which: 'next' | 'previous') => void} mark moves marker 1 */
  constructor(state, actions, mark) {
    this.state = state;
    this.actions = actions;
    this.section = element('measure', HTMLDetailsElement);
    this.section.addEventListener('toggle', () => this.#measureNow());
    for (const id of ['measure-what', 'measure-share', 'measure-down', 'measure-spacing']) {
      element(id, HTMLElement).addEventListener('change', () => this.#measureNow());
    }
    onClick('measure-mark', () => this.#markSignal());
    onClick('measure-previous', () => mark('previous'));
    onClick('measure-next', () => mark('next'));
    onClick('marker-follow', () => actions.setDisplay({ markersFollow: !state.markersFollow }));
    actions.addEventListener('display', () => {
      setPressed(button('marker-follow'), state.markersFollow);
      this.#measureNow();
    });
  }

  /** The band between the markers. @returns {Band | null} */
  #band() {
    const [one, two] = this.state.markers;
    if (!one || !two || one.hz === two.hz) return null;
    return { fromHz: Math.min(one.hz, two.hz), toHz: Math.max(one.hz, two.hz) };
  }

  /** @param {Band} band */
  #how(band) {
    return {
      share: Math.min(0.9999, Math.max(0.5, input('measure-share').valueAsNumber / 100 || 0.99)),
      downDb: Math.min(120, Math.max(1, input('measure-down').valueAsNumber || 26)),
      spacingHz: parseFrequency(input('measure-spacing').value) || spanOf(band),
    };
  }

  #measureNow() {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    if (!this.section.open) this.#forget();
    else if (!this.#busy) this.#measure();
  }

  #forget() {
    if (this.state.measured) this.state.stale.overlay = true;
    this.state.measured = null;
  }

  async #measure() {
    this.#busy = true;
    try {
      if (!document.hidden && this.state.link === 'open') await this.#show();
    } catch (reason) {
      this.#write([], reasonText(reason));
    } finally {
      this.#busy = false;
    }
    if (this.section.open && this.#timer === 0) {
      this.#timer = window.setTimeout(() => this.#measureNow(), this.state.thrifty ? EVERY_MS_THRIFTY : EVERY_MS);
    }
  }

  async #show() {
    const band = this.#band();
    if (!band) {
      this.#forget();
      this.#write([], say('measure.put'));
      return;
    }
    const spectrum = await fetchMeanSpectrum(this.state, this.#needed(band));
    if (!this.section.open) return; // closed meanwhile
    if (!spectrum) this.#write([], say('measure.no-row'));
    else this.#write(this.#lines(spectrum, band), '');
    this.state.stale.overlay = true;
  }

  /** What has to be fetched: a channel with its neighbours, two tones with their products, all for harmonics.
   * @param {Band} band @returns {Band} */
  #needed(band) {
    const { whole } = this.state;
    if (select('measure-what').value === 'harmonics') return whole;
    const reach = Math.max(2 * spanOf(band), this.#how(band).spacingHz);
    return { fromHz: Math.max(whole.fromHz, band.fromHz - reach), toHz: Math.min(whole.toHz, band.toHz + reach) };
  }

  /** @param {PowerSpectrum} spectrum @param {Band} band @returns {Line[]} */
  #lines(spectrum, band) {
    const { state } = this;
    const what = select('measure-what').value;
    /** @type {import('./measure_texts.js').LevelText} */
    const level = (db, hz, perHz) => levelText(perHz ? state : forPower(state), db, hz, perHz);
    this.#forget();
    if (what === 'channel') {
      const how = this.#how(band);
      state.measured = { ...measureChannel(spectrum, band, how), spacingHz: how.spacingHz };
      return channelLines(state.measured, how, spectrum.rbwHz, level);
    }
    const [one, two] = strongestTones(spectrum, band, 2);
    if (what === 'two-tone' && one && two) return twoToneLines([one, two], thirdOrder(spectrum, [one, two]), level);
    if (what === 'harmonics' && one) return harmonicLines(one, harmonicsOf(spectrum, one, HARMONICS), level);
    return [[say(what === 'harmonics' ? 'measure.tone' : 'measure.tones'), say('measure.not-found')]];
  }

  /** Puts the markers around the signal at marker 1, else around the strongest on the screen. */
  async #markSignal() {
    const { state } = this;
    const [marker] = state.markers;
    const reach = spanOf(state.band) * ABOUT_PIXELS;
    const within = marker ? { fromHz: marker.hz - reach, toHz: marker.hz + reach } : state.band;
    button('measure-mark').disabled = true;
    try {
      const spectrum = await fetchMeanSpectrum(state, state.band);
      const found = spectrum && (signalExtent(spectrum, within) ?? signalExtent(spectrum, state.band));
      if (found) [found.fromHz, found.toHz].forEach((hz, index) => this.actions.setMarker(index, hz));
      else this.#write([], say('measure.no-signal'));
    } catch (reason) {
      this.#write([], reasonText(reason));
    } finally {
      button('measure-mark').disabled = false;
    }
  }

  /** @param {Line[]} lines @param {string} note */
  #write(lines, note) {
    const list = element('measured', HTMLElement);
    while (list.children.length > 2 * lines.length) list.lastElementChild?.remove();
    while (list.children.length < 2 * lines.length) list.append(document.createElement('dt'), document.createElement('dd'));
    lines.flat().forEach((text, index) => {
      if (list.children[index].textContent !== text) list.children[index].textContent = text;
    });
    const shown = element('measure-note', HTMLElement);
    shown.textContent = note;
    shown.hidden = note === '';
  }
}
