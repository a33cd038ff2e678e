// SPDX-License-Identifier: MIT
// Listening to one place of the band: on and off, where, and how. Sound never begins without a press.

import { button, element, fillSelect, input, onClick, select, setPressed, setText, showRefusal } from './dom.js';
import { ListenOptions } from './listen_options.js';
import { ListenRecord } from './listen_record.js';
import { showDelay, showMeter } from './listen_meter.js';
import { formatFrequency, parseFrequency, parseNumber, shortFrequency } from './numbers.js';
import { reasonText } from './wording.js';
import { receptionOf } from '../listen/request.js';
import { MODES, SQUELCH_DB, fitted, keepListening, keptListening, passBandOf, squelchFrom } from '../listen/settings.js';
import { Sound } from '../listen/sound.js';
import { SoundStream } from '../listen/stream.js';
import { onLanguage, say } from '../words/text.js';

/** @typedef {import('../listen/settings.js').Mode} Mode */
/** @typedef {import('../listen/stream.js').StreamState} StreamState */

const SHOWN_STEP_HZ = 100;

export class ListenPanel {
  #settings = keptListening();
  /** @type {Sound | null} */
  #sound = null;
  /** @type {SoundStream | null} */
  #stream = null;
  /** @type {StreamState | 'stopped'} */
  #what = 'stopped';
  #reason = '';
  #options = new ListenOptions(() => this.#settings, (change) => this.#change(change));

  /** @param {import('../state/actions.js').Actions} actions @param {(hz: number) => Promise<void>} follow with the radio */
  constructor(actions, follow) {
    this.state = actions.state;
    this.follow = follow;
    this.recording = new ListenRecord(this.state, () => (this.#sound ? this.#reception() : null));
    fillSelect('listen-mode', () => Object.keys(MODES).map((mode) => [mode, say(`listen.${mode}`)]));
    onClick('listen-on', () => (this.#sound ? this.stop() : this.start(this.#settings.centerHz)));
    onClick('listen-here', () => this.start(null));
    onClick('tune-listen', () => this.toggle());
    onClick('listen-squelch-off', () => this.#change({ squelchDb: this.#settings.squelchDb === null ? SQUELCH_DB.usual : null }));
    this.#onChange('listen-mode', (value) => this.#change({ mode: /** @type {Mode} */ (value) }));
    this.#onChange('listen-center', (value) => this.#place(parseFrequency(value)));
    this.#onChange('listen-squelch', (value) => this.#squelch(squelchFrom(value)));
    this.#onChange('listen-low', (value) => this.moveEdge('lowHz', parseNumber(value.replace('−', '-')) ?? NaN));
    this.#onChange('listen-high', (value) => this.moveEdge('highHz', parseNumber(value.replace('−', '-')) ?? NaN));
    input('listen-volume').addEventListener('input', () => this.#change({ volume: input('listen-volume').valueAsNumber }));
    onLanguage(() => this.#show());
  }

  /** @param {string} id @param {(value: string) => void} run */
  #onChange(id, run) {
    const control = element(id, HTMLElement);
    control.addEventListener('change', () => run(/** @type {HTMLInputElement | HTMLSelectElement} */ (control).value));
  }

  /** At marker 1, or else at the middle of the view; or off. */
  toggle() {
    if (this.#sound) this.stop();
    else this.start(null);
  }

  /** @param {number | null} hz null: marker 1, or else the middle of the view */
  start(hz) {
    const { markers, band } = this.state;
    const usable = hz !== null && this.#isReceived(hz) ? hz : null;
    const centerHz = Math.round(usable ?? markers[0]?.hz ?? (band.fromHz + band.toHz) / 2);
    this.#sound ??= new Sound(this.#settings.volume, () => this.#showDelay(), (reason) => this.#fail(reason));
    this.#change({ centerHz });
  }

  stop() {
    this.#stream?.stop();
    this.#sound?.stop();
    this.#stream = this.#sound = null;
    this.#changed('stopped', '');
  }

  /** @param {unknown} reason */
  #fail(reason) {
    if (!this.#sound) return;
    this.stop();
    this.#changed('refused', reasonText(reason));
  }

  /** @param {number | null} hz */
  #place(hz) {
    showRefusal(input('listen-center'), hz === null ? say('refused.center') : '');
    if (hz === null) return;
    this.#change({ centerHz: Math.round(hz) });
    if (this.#sound && !this.#isReceived(hz)) this.follow(hz).catch((reason) => showRefusal(input('listen-center'), reasonText(reason)));
  }

  /** @param {number | null} squelchDb */
  #squelch(squelchDb) {
    if (squelchDb === null || Number.isFinite(squelchDb)) this.#change({ squelchDb });
    else this.#show(true);
  }

  /** @param {'lowHz' | 'highHz'} edge @param {number} hz from the center */
  moveEdge(edge, hz) {
    const { mode, passBands } = this.#settings;
    if (Number.isNaN(hz)) return this.#show(true);
    const band = fitted(mode, { ...passBandOf(this.#settings), [edge]: hz }, edge);
    this.#change({ passBands: { ...passBands, [mode]: band } });
  }

  #reception() {
    const { centerHz } = this.#settings;
    return centerHz === null ? null : receptionOf({ ...this.#settings, centerHz });
  }

  /** @param {Partial<import('../listen/settings.js').ListenSettings>} change */
  #change(change) {
    Object.assign(this.#settings, change);
    keepListening(this.#settings);
    this.#sound?.setVolume(this.#settings.volume);
    const reception = this.#reception();
    if (this.#sound && reception) {
      if (this.#stream) this.#stream.change(reception);
      else this.#stream = this.#open(reception);
    }
    this.#show(true);
  }

  /** @param {number} hz */
  #isReceived(hz) {
    return hz > this.state.whole.fromHz && hz < this.state.whole.toHz;
  }

  /** @param {import('../listen/request.js').Reception} reception */
  #open(reception) {
    return new SoundStream(reception, {
      begin: (port) => this.#sound?.begin(port),
      changed: (what, reason) => this.#sound && this.#changed(what, reason),
      metered: (meter) => this.#sound && this.#metered(meter),
      isReceived: (hz) => this.#isReceived(hz),
    });
  }

  /** @param {import('../listen/stream.js').Meter | null} meter null: nothing is heard */
  #metered(meter) {
    showMeter(this.state, meter, this.#settings);
    this.#options.metered(meter);
  }

  /** @param {StreamState | 'stopped'} what @param {string} reason */
  #changed(what, reason) {
    this.#what = what;
    this.#reason = reason;
    if (what !== 'listening') this.#metered(null);
    this.#show();
  }

  #stateText() {
    const centerHz = this.#settings.centerHz ?? 0;
    const place = formatFrequency(centerHz, SHOWN_STEP_HZ);
    if (this.#what === 'refused') return say('listen.refused', { reason: this.#reason });
    if (this.#what === 'waiting' && this.#reason !== '' && this.#isReceived(centerHz)) return say('listen.waits', { reason: this.#reason });
    if (this.#what === 'listening' && !this.#isReceived(centerHz)) return say('listen.opening', { place }); // what was heard was another place
    return say(`listen.${this.#what}`, { place });
  }

  /** With every change of the status, too. */
  update() {
    this.#show();
  }

  /** @param {boolean} [entered] else what is being typed is left alone */
  #show(entered = false) {
    const settings = this.#settings;
    const { lowHz, highHz } = passBandOf(settings);
    const isOn = this.#sound !== null;
    for (const id of ['listen-on', 'tune-listen']) setPressed(button(id), isOn);
    setText('listen-on', say(isOn ? 'listen.stop' : 'listen.start'));
    setPressed(button('listen-squelch-off'), settings.squelchDb === null);
    select('listen-mode').value = settings.mode;
    input('listen-volume').valueAsNumber = settings.volume;
    const values = { center: settings.centerHz === null ? '' : shortFrequency(settings.centerHz), low: String(lowHz), high: String(highHz),
      squelch: settings.squelchDb === null ? '' : String(settings.squelchDb) };
    for (const [name, value] of Object.entries(values)) {
      const box = input(`listen-${name}`);
      if (box !== document.activeElement || entered) box.value = value;
    }
    setText('listen-state', this.#stateText());
    this.#options.show(entered);
    this.recording.show();
    this.#showDelay();
    const next = isOn && settings.centerHz !== null ? { centerHz: settings.centerHz, lowHz, highHz } : null;
    if (JSON.stringify(next) !== JSON.stringify(this.state.listening)) this.state.stale.overlay = true;
    this.state.listening = next;
  }

  #showDelay() {
    const stream = this.#what === 'listening' ? this.#stream : null;
    showDelay(this.#sound?.delayMs(stream?.clock.aheadMs ?? NaN) ?? NaN, stream);
  }
}
