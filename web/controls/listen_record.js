// SPDX-License-Identifier: MIT
// Records what is listened to: a button that starts a recording of the channel, and stops it.

import { button, element, onClick, setPressed, setText, showRefusal } from './dom.js';
import { reasonText } from './wording.js';
import { getJson, postJson } from '../feed/api.js';
import { recordingOf } from '../listen/request.js';
import { keepByTab, keptByTab } from '../state/kept.js';
import { say } from '../words/text.js';

/** @typedef {import('../feed/types.js').Recording} Recording */
/** @typedef {import('../listen/request.js').Reception} Reception */

const PATH = 'api/v1/recordings';
const KEPT = 'listen-recording';
const ENDED = ['ended', 'failed'];

export class ListenRecord {
  #name = keptByTab(KEPT); // of the recording in progress, also of one begun before a reload
  #pending = false;

  /** @param {import('../state/state.js').State} state @param {() => Reception | null} reception null: nothing is listened to */
  constructor(state, reception) {
    this.state = state;
    this.reception = reception;
    onClick('listen-record', () => this.#toggle());
    this.refresh();
  }

  async #toggle() {
    const reception = this.reception();
    if (this.#pending || (this.#name === '' && !reception)) return;
    this.#pending = true;
    try {
      if (this.#name !== '') this.#follow(await postJson(`${PATH}/stop`, { name: this.#name }), true);
      else if (reception) this.#follow(await postJson(PATH, recordingOf(reception)), false);
      showRefusal(button('listen-record'), '');
    } catch (reason) {
      showRefusal(button('listen-record'), reasonText(reason));
      this.refresh();
    }
    this.#pending = false;
    this.show();
  }

  /** @param {Recording} recording @param {boolean} stopped what is left of it needs no button */
  #follow({ name, state }, stopped) {
    this.#isOf(stopped || ENDED.includes(state) ? '' : name);
  }

  /** @param {string} name */
  #isOf(name) {
    this.#name = name;
    keepByTab(KEPT, name);
  }

  /** When the server says something about recordings: it may have ended by itself. */
  async refresh() {
    if (this.#name === '') return;
    const { recordings } = await getJson(PATH).catch(() => ({ recordings: null }));
    if (!recordings) return;
    const recording = recordings.find((/** @type {Recording} */ { name }) => name === this.#name);
    if (recording && !ENDED.includes(recording.state)) return;
    this.#isOf('');
    if (recording?.state === 'failed') showRefusal(button('listen-record'), recording.reason);
    this.show();
  }

  show() {
    const isRecording = this.#name !== '';
    const control = button('listen-record');
    control.hidden = this.state.access !== 'change' && !isRecording;
    control.disabled = !isRecording && !this.reception();
    setPressed(control, isRecording);
    element('listen-record-lamp', HTMLElement).toggleAttribute('data-lit', isRecording);
    setText('listen-record-text', say(isRecording ? 'listen.record.stop' : 'listen.record'));
  }
}
