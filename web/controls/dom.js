// SPDX-License-Identifier: MIT
// Small DOM helpers: typed access to elements by id, texts, pressed states, refusals, downloads.

import { onLanguage, say } from '../words/text.js';

/** @template {HTMLElement} Kind
 * @param {string} id @param {new () => Kind} kind @returns {Kind} */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`missing element: ${kind.name} #${id}`);
  return found;
}

/** @param {string} id */
export const button = (id) => element(id, HTMLButtonElement);
/** @param {string} id */
export const input = (id) => element(id, HTMLInputElement);
/** @param {string} id */
export const select = (id) => element(id, HTMLSelectElement);

/** Sets a text only if it differs, so that unchanged texts cause no layout. @param {string} id @param {string} text */
export function setText(id, text) {
  const target = element(id, HTMLElement);
  if (target.textContent !== text) target.textContent = text;
}

/** @param {string} id @param {() => void} run */
export function onClick(id, run) {
  button(id).addEventListener('click', run);
}

/** Again when the language changes. @param {string} id @param {() => string[][]} options value and text */
export function fillSelect(id, options) {
  const fill = () => {
    const { value } = select(id);
    select(id).replaceChildren(...options().map(([each, text]) => new Option(text, each)));
    if (value !== '') select(id).value = value;
  };
  fill();
  onLanguage(fill);
}

/** Whether a section can be seen: what it shows is fetched only then. @param {HTMLDetailsElement} section */
export const isOpen = (section) => section.open && section.closest('[hidden]') === null;

/** Replaces the lines of a list. The focus stays on the same button or box of the line with the same data-key.
 * @param {HTMLElement} list @param {HTMLElement[]} lines */
export function refill(list, lines) {
  const { activeElement: focused } = document;
  const before = /** @type {HTMLElement[]} */ ([...list.children]).find((line) => line.contains(focused));
  const controlsOf = (/** @type {HTMLElement | undefined} */ line) => /** @type {HTMLElement[]} */ ([...line?.querySelectorAll('button, input') ?? []]);
  const at = before ? controlsOf(before).findIndex((each) => each === focused) : -1;
  list.replaceChildren(...lines);
  if (before) controlsOf(lines.find(({ dataset }) => dataset.key === before.dataset.key))[at]?.focus({ preventScroll: true });
}

/** @param {HTMLElement} target @param {boolean} pressed */
export function setPressed(target, pressed) {
  const text = String(pressed);
  if (target.getAttribute('aria-pressed') !== text) target.setAttribute('aria-pressed', text);
}

/** Shows under a control why its value was refused; an empty reason hides it.
 * @param {HTMLElement} control @param {string} reason */
export function showRefusal(control, reason) {
  const note = control.closest('.field')?.querySelector('.refusal');
  if (reason === '') control.removeAttribute('aria-invalid');
  else control.setAttribute('aria-invalid', 'true');
  if (!(note instanceof HTMLElement)) return;
  note.textContent = reason;
  note.hidden = reason === '';
}

/** For what is fetched time and again: its refusal goes with the next success; that of something that was pressed stays.
 * @param {HTMLElement} control @returns {(reason: string) => void} */
export function passingRefusal(control) {
  let isShown = false;
  return (reason) => {
    if (reason !== '' || isShown) showRefusal(control, reason);
    isShown = reason !== '';
  };
}

/** Copies what is in a box. Where the page came by plain http, browsers offer no other way than the old one.
 * @param {string} box @param {string} note says whether it worked */
export function copyText(box, note) {
  input(box).select();
  const copied = document.execCommand('copy');
  setText(note, say(copied ? 'share.copied' : 'share.marked'));
}

/** Offers a file for download. @param {Blob} blob @param {string} name of the file */
export function saveBlob(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
