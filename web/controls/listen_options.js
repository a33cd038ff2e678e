// SPDX-License-Identifier: MIT
// Options of listening, of which only those are shown that the mode has.

import { button, element, fillSelect, input, onClick, select, setPressed, setText } from './dom.js';
import { formatDb, formatFrequency, parseNumber } from './numbers.js';
import { DEEMPHASIS_US, LIMITS, NOISE_SQUELCH_DB, has } from '../listen/settings.js';
import { say } from '../words/text.js';

/** @typedef {import('../listen/settings.js').ListenSettings} ListenSettings */
/** @typedef {import('../listen/settings.js').ListenOptions} Options */
/** @typedef {'gainDb' | 'noiseSquelchDb' | 'pitchHz'} Typed options with a box */

/** @type {Record<keyof Options, string>} element of each, without `listen-` */
const NAMES = { gainDb: 'gain', noiseSquelchDb: 'noise-squelch', deemphasisUs: 'deemphasis', autoNotch: 'notch',
  noiseReductionDb: 'reduction', pitchHz: 'pitch' };
const SHOWN_STEP_HZ = 1;

export class ListenOptions {
  /** @type {import('../listen/stream.js').Meter | null} */
  #meter = null;

  /** @param {() => ListenSettings} settings @param {(change: Partial<Options>) => void} change */
  constructor(settings, change) {
    this.settings = settings;
    this.change = change;
    for (const mode of /** @type {const} */ (['nfm', 'wfm'])) {
      const control = select(`listen-deemphasis-${mode}`);
      fillSelect(control.id, () => DEEMPHASIS_US[mode].map((us) => [String(us), us === 0 ? say('listen.none') : say(`listen.us-${us}`)]));
      control.addEventListener('change', () => change({ deemphasisUs: { ...settings().deemphasisUs, [mode]: Number(control.value) } }));
    }
    for (const option of /** @type {Typed[]} */ (['gainDb', 'noiseSquelchDb', 'pitchHz'])) this.#onTyped(option);
    // Switched off, the gain stays where it was.
    onClick('listen-agc', () => change({ gainDb: settings().gainDb === null ? this.#limited('gainDb', Math.round(this.#meter?.agc_gain_db ?? 0)) : null }));
    onClick('listen-noise-squelch-off', () => change({ noiseSquelchDb: settings().noiseSquelchDb === null ? NOISE_SQUELCH_DB : null }));
    onClick('listen-notch', () => change({ autoNotch: !settings().autoNotch }));
    input('listen-reduction').addEventListener('input', () => change({ noiseReductionDb: input('listen-reduction').valueAsNumber }));
  }

  /** @param {Typed} option */
  #onTyped(option) {
    const box = input(`listen-${NAMES[option]}`);
    box.addEventListener('change', () => {
      const value = parseNumber(box.value.replace('−', '-').replace(/\s*(?:dB|Hz)\s*$/i, ''));
      if (value === null) this.show(true);
      else this.change({ [option]: this.#limited(option, value) });
    });
  }

  /** @param {keyof typeof LIMITS} option @param {number} value */
  #limited(option, value) {
    return Math.min(LIMITS[option][1], Math.max(LIMITS[option][0], value));
  }

  /** @param {import('../listen/stream.js').Meter | null} meter null: nothing is heard */
  metered(meter) {
    this.#meter = meter;
    this.#showMeter();
  }

  #showMeter() {
    const { mode, gainDb } = this.settings();
    const meter = this.#meter;
    const isFollowed = meter !== null && has(mode, 'gainDb') && gainDb === null;
    input('listen-gain').placeholder = isFollowed ? `${formatDb(meter.agc_gain_db)} dB` : '';
    const notches = has(mode, 'autoNotch') ? meter?.notches_hz ?? [] : [];
    setText('listen-notches', notches.map((hz) => formatFrequency(hz, SHOWN_STEP_HZ)).join(', '));
    element('listen-notches', HTMLElement).hidden = notches.length === 0;
  }

  /** @param {boolean} [entered] else what is being typed is left alone */
  show(entered = false) {
    const settings = this.settings();
    const { mode, gainDb, noiseSquelchDb, deemphasisUs, autoNotch, noiseReductionDb, pitchHz } = settings;
    for (const option of /** @type {(keyof Options)[]} */ (Object.keys(NAMES))) {
      if (option !== 'deemphasisUs') element(`listen-${NAMES[option]}-field`, HTMLElement).hidden = !has(mode, option);
    }
    for (const each of /** @type {const} */ (['nfm', 'wfm'])) {
      element(`listen-deemphasis-${each}-field`, HTMLElement).hidden = mode !== each;
      select(`listen-deemphasis-${each}`).value = String(deemphasisUs[each]);
    }
    setPressed(button('listen-agc'), gainDb === null);
    setPressed(button('listen-noise-squelch-off'), noiseSquelchDb === null);
    setPressed(button('listen-notch'), autoNotch);
    input('listen-reduction').valueAsNumber = noiseReductionDb;
    setText('listen-reduction-db', noiseReductionDb === 0 ? say('listen.none') : `${noiseReductionDb} dB`);
    const values = { gain: gainDb ?? '', 'noise-squelch': noiseSquelchDb ?? '', pitch: pitchHz };
    for (const [name, value] of Object.entries(values)) {
      const box = input(`listen-${name}`);
      if (box !== document.activeElement || entered) box.value = String(value);
    }
    this.#showMeter();
  }
}
