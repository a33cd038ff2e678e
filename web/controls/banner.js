// SPDX-License-Identifier: MIT
// A line over the plot for events: trouble stays until it is over, a note disappears after a few seconds.

import { element } from './dom.js';

const NOTE_MS = 4000;
let timer = 0;

/** An empty text hides it. @param {string} text @param {'note' | 'bad'} [kind] */
export function banner(text, kind = 'note') {
  const line = element('banner', HTMLElement);
  window.clearTimeout(timer);
  if (line.textContent !== text) line.textContent = text; // what is there already is not announced again
  line.dataset.kind = kind;
  line.hidden = text === '';
  if (text !== '' && kind === 'note') timer = window.setTimeout(() => banner(''), NOTE_MS);
}
