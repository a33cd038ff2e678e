// SPDX-License-Identifier: MIT
// A recording in the list.

import { formatBytes, formatDuration, formatFrequency } from './numbers.js';
import { dateText } from '../words/dates.js';
import { say } from '../words/text.js';

/** @typedef {import('../feed/types.js').Recording} Recording */

export class RecordingItem {
  line = document.createElement('li');
  #title = document.createElement('b');
  #facts = document.createElement('span');
  #trouble = document.createElement('span');

  /** @param {HTMLElement[]} buttons */
  constructor(buttons) {
    this.#trouble.className = 'warn';
    const row = document.createElement('span');
    row.className = 'buttons';
    row.append(...buttons);
    this.line.append(this.#title, this.#facts, this.#trouble, row);
  }

  /** @param {Recording} recording */
  show({ name, mode, center_hz: center, seconds, started, bytes, state, reason, lost }) {
    this.line.title = name;
    this.#title.textContent = center === null || seconds === null ? name : `${formatFrequency(center, 1e3)}${mode ? ` ${mode.toUpperCase()}` : ''}, ${formatDuration(seconds)}`;
    this.#facts.textContent = `${started ? `${dateText(started)} ${started.slice(11, 19)}` : name}, ${formatBytes(bytes)}`;
    this.#trouble.textContent = [state === 'failed' || center === null ? reason : '', lost ? say('recording.lost', { count: lost }) : ''].filter(Boolean).join('; ');
    this.#trouble.hidden = !this.#trouble.textContent;
  }
}
