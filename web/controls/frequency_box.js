// SPDX-License-Identifier: MIT
// The large frequency at the top: shows what the radio is tuned to, accepts a frequency or band to tune to.

import { element, input, setText, showRefusal } from './dom.js';
import { formatBand, formatFrequency, formatWidth, parseFrequencyEntry } from './numbers.js';
import { bandAround, sameBand, spanOf } from '../state/view.js';
import { reasonText } from './wording.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Band} Band */

export class FrequencyBox {
  /** @param {State} state @param {import('../state/actions.js').Actions} actions @param {import('./tuner.js').Tuner} tuner */
  constructor(state, actions, tuner) {
    this.state = state;
    this.actions = actions;
    this.tuner = tuner;
    const box = input('frequency');
    box.addEventListener('focus', () => box.select());
    box.addEventListener('blur', () => this.update());
    box.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#done();
    });
    element('frequency-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#go(box.value);
    });
  }

  #done() {
    showRefusal(input('frequency'), '');
    input('frequency').blur();
  }

  /** @param {string} text */
  async #go(text) {
    const entry = parseFrequencyEntry(text);
    if (!entry) return showRefusal(input('frequency'), 'expected 100.3M, 7100k, 88-108M, 20m, FM or @100.3M');
    try {
      if (entry.kind === 'band') await this.showBand(entry);
      else if (entry.kind === 'tune') await this.tuner.tune({ center: entry.hz });
      else this.actions.show(bandAround(entry.hz, spanOf(this.state.band)));
      this.#done();
    } catch (reason) {
      showRefusal(input('frequency'), reasonText(reason));
    }
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
    if (box !== document.activeElement) {
      box.value = status?.sweep ? formatBand(whole.fromHz, whole.toHz) : formatFrequency((whole.fromHz + whole.toHz) / 2, 1000);
    }
    setText('fact-span', formatWidth(spanOf(band)));
    setText('fact-rbw', status ? formatWidth(status.rbw_hz) : '—');
    const step = spanOf(band) / 1000;
    setText('fact-view', sameBand(band, whole) ? 'whole band'
      : `${formatFrequency(band.fromHz, step).replace(/ .*/, '')} – ${formatFrequency(band.toHz, step)}`);
  }
}
