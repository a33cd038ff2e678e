// SPDX-License-Identifier: MIT
// Calibrates levels with one signal of known level at a time: each gives a point of frequency and gain.

import { button, element, input, onClick, setText, showRefusal } from './dom.js';
import { formatDb, formatFrequency, parseNumber } from './numbers.js';
import { reasonText } from './wording.js';
import { fetchMeanSpectrum } from '../feed/mean_spectrum.js';
import { toneNear } from '../measure/tones.js';
import { decibels } from '../measure/power_spectrum.js';
import { withPoint } from '../state/calibration.js';
import { keep } from '../state/kept.js';
import { unit } from '../state/state.js';
import { say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/calibration.js').CalibrationPoint} CalibrationPoint */

const EVERY_MS = 1000;
const AROUND_RBW = 40; // Hz of spectrum needed on either side, for the noise under the signal

export class CalibrationDialog {
  /** @type {{hz: number, db: number} | null} the signal at marker 1 */
  #signal = null;
  #timer = 0;

  /** @param {State} state @param {import('../state/actions.js').Actions} actions */
  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    this.dialog = element('calibration-dialog', HTMLDialogElement);
    onClick('calibrate', () => this.#open());
    this.dialog.addEventListener('close', () => window.clearInterval(this.#timer));
    element('calibration-form', HTMLFormElement).addEventListener('submit', (event) => {
      if (event.submitter === button('calibration-save')) {
        event.preventDefault();
        this.#save();
      }
    });
  }

  #open() {
    this.#list();
    this.#look();
    this.#timer = window.setInterval(() => this.#look(), EVERY_MS);
    this.dialog.showModal();
  }

  /** Shows the signal at marker 1. */
  async #look() {
    this.#signal = await this.#find().catch((reason) => {
      setText('calibration-signal', reasonText(reason));
      return null;
    });
    button('calibration-save').disabled = !this.#signal;
    if (!this.#signal) return;
    const gainDb = this.state.status?.source.gain_db ?? null;
    setText('calibration-signal', `${formatFrequency(this.#signal.hz, 100)}, ${formatDb(this.#signal.db)} ${unit(this.state)}, ${gainText(gainDb)}`);
  }

  async #find() {
    const { markers, whole, status } = this.state;
    const [marker] = markers;
    if (!marker || !status) {
      setText('calibration-signal', say('calibration.later'));
      return null;
    }
    const reach = AROUND_RBW * status.rbw_hz;
    const band = { fromHz: Math.max(whole.fromHz, marker.hz - reach), toHz: Math.min(whole.toHz, marker.hz + reach) };
    const spectrum = await fetchMeanSpectrum(this.state, band);
    const tone = spectrum && toneNear(spectrum, marker.hz);
    if (tone && tone.power > 0) return { hz: tone.hz, db: decibels(tone.power) };
    setText('calibration-signal', say('calibration.none'));
    return null;
  }

  #save() {
    const dbm = parseNumber(input('calibration-level').value.replace('−', '-').replace(/\s*dBm$/i, ''));
    if (dbm === null || !this.#signal) return showRefusal(input('calibration-level'), say('calibration.dbm'));
    const { state } = this;
    this.#keep(withPoint(state.calibration, { unit: unit(state), hz: this.#signal.hz, gainDb: state.status?.source.gain_db ?? null,
      offsetDb: dbm - this.#signal.db }));
    if (state.unit === 'server') this.actions.setDisplay({ unit: 'dbm' });
  }

  /** @param {CalibrationPoint[]} table */
  #keep(table) {
    this.state.calibration = table;
    showRefusal(input('calibration-level'), keep('calibration', table) ? '' : say('calibration.unkept'));
    this.#list();
    this.actions.setDisplay({});
  }

  #list() {
    const table = this.state.calibration;
    element('calibration-points', HTMLElement).replaceChildren(...table.map((point) => {
      const line = document.createElement('li');
      const text = document.createElement('span');
      text.textContent = `${formatFrequency(point.hz, 1000)}, ${gainText(point.gainDb)}: 0 ${point.unit} = ${formatDb(point.offsetDb)} dBm`;
      const remove = document.createElement('button');
      remove.type = 'button';
      remove.textContent = say('delete');
      remove.setAttribute('aria-label', say('calibration.delete', { what: text.textContent }));
      remove.addEventListener('click', () => this.#keep(this.state.calibration.filter((other) => other !== point)));
      line.append(text, remove);
      return line;
    }));
  }
}

/** @param {number | null} gainDb */
const gainText = (gainDb) => (gainDb === null ? say('gain.unknown') : say('gain.known', { gain: gainDb }));
