// SPDX-License-Identifier: MIT
// Writes texts into elements, and again when the language changes: the data attributes of an element name their keys.

import { onLanguage, say } from './text.js';

/** @typedef {{text?: string, title?: string, label?: string, hint?: string}} Keys */

const ATTRIBUTES = { title: 'title', label: 'aria-label', hint: 'placeholder' };

/** A text stands for all of the content, but {0}, {1} for the elements in it. @param {Element} target @param {string} text */
function write(target, text) {
  const children = [...target.children];
  target.replaceChildren(...text.split(/\{(\d)\}/).map((part, index) => (index % 2 ? children[Number(part)] : part)));
}

/** @param {HTMLElement} target */
function fill(target) {
  const { text } = target.dataset;
  if (text) write(target, say(text));
  for (const [kind, attribute] of Object.entries(ATTRIBUTES)) {
    const key = target.dataset[kind];
    if (key) target.setAttribute(attribute, say(key));
  }
}

/** An element whose texts follow the language. @template {HTMLElement} Kind @param {Kind} target @param {Keys} keys
 * @returns {Kind} */
export function worded(target, keys) {
  const changed = Object.entries(keys).some(([kind, key]) => target.dataset[kind] !== key);
  Object.assign(target.dataset, keys);
  if (changed) fill(target);
  return target;
}

/** The texts of the page itself. */
export function wordPage() {
  const fillAll = () => {
    document.documentElement.lang = say('lang');
    for (const target of document.querySelectorAll('[data-text], [data-title], [data-label], [data-hint]')) fill(/** @type {HTMLElement} */ (target));
  };
  onLanguage(fillAll);
}
