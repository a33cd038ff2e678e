// SPDX-License-Identifier: MIT
// The picture in words, for screen readers and braille lines: on request, or again at a pace that the user sets.

import { element, fillSelect, onClick, select, setText } from './dom.js';
import { showPanel } from './display_controls.js';
import { SignalNews, sceneLines, shownSignals, signalCells } from './scene_text.js';
import { keep, kept } from '../state/kept.js';
import { onLanguage, say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */

const PACES = ['0', '10', '30', '60', '300']; // seconds; 0: on request
const MOST_SIGNALS = 20;

/** @param {string} tag @param {string} text */
const made = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });

export class TextView {
  #news = new SignalNews();
  #timer = 0;

  /** @param {State} state */
  constructor(state) {
    this.state = state;
    this.section = element('scene-section', HTMLDetailsElement);
    fillSelect('scene-pace', () => PACES.map((seconds) => [seconds, seconds === '0' ? say('scene.on-request') : say('scene.every', { seconds: Number(seconds) })]));
    select('scene-pace').value = PACES.find((pace) => pace === kept('scene_pace', '0')) ?? '0';
    select('scene-pace').addEventListener('change', () => {
      keep('scene_pace', select('scene-pace').value);
      this.#setPace();
    });
    this.section.addEventListener('toggle', () => this.#setPace());
    onClick('scene-now', () => this.describe());
    onClick('scene-open', () => this.open());
    onLanguage(() => this.section.open && this.#show());
  }

  /** Goes there, wherever the focus was. */
  open() {
    showPanel(true);
    this.section.open = true;
    this.describe();
    element('scene', HTMLElement).focus();
  }

  /** While the section is closed nothing is announced. */
  #setPace() {
    window.clearInterval(this.#timer);
    const seconds = this.section.open ? Number(select('scene-pace').value) : 0;
    this.state.narrated = seconds > 0; // the summary of the signals would be heard as well
    if (this.section.open && element('scene-lines', HTMLElement).childElementCount === 0) this.describe();
    if (seconds > 0) this.#timer = window.setInterval(() => document.hidden || this.describe(), seconds * 1000);
  }

  /** Writes all, and announces what is new. */
  describe() {
    const news = this.#news.next(this.state, Date.now());
    this.#show();
    const lines = sceneLines(this.state);
    setText('scene-news', news === '' ? lines.join(' ') : news);
  }

  #show() {
    const { state } = this;
    element('scene-lines', HTMLElement).replaceChildren(...sceneLines(state).map((line) => made('li', line)));
    const signals = shownSignals(state).slice(0, MOST_SIGNALS);
    element('scene-signals', HTMLElement).hidden = signals.length === 0;
    element('scene-rows', HTMLElement).replaceChildren(...signals.map((peak) => {
      const row = document.createElement('tr');
      const [frequency, ...rest] = signalCells(state, peak);
      const head = made('th', frequency);
      head.setAttribute('scope', 'row');
      row.append(head, ...rest.map((text) => made('td', text)));
      return row;
    }));
  }
}
