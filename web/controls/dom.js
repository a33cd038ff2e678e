// SPDX-License-Identifier: MIT
// Elements of the page by id, of the kind one expects.

/** @template {HTMLElement} Kind
 * @param {string} id @param {new () => Kind} kind @returns {Kind} */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return found;
}

/** @param {string} id */
export const button = (id) => element(id, HTMLButtonElement);
/** @param {string} id */
export const input = (id) => element(id, HTMLInputElement);
/** @param {string} id */
export const select = (id) => element(id, HTMLSelectElement);

/** Sets a text only where it is another one: nothing is laid out for nothing. @param {string} id @param {string} text */
export function setText(id, text) {
  const target = element(id, HTMLElement);
  if (target.textContent !== text) target.textContent = text;
}

/** @param {HTMLElement} target @param {boolean} pressed */
export function setPressed(target, pressed) {
  const text = String(pressed);
  if (target.getAttribute('aria-pressed') !== text) target.setAttribute('aria-pressed', text);
}

/** Shows under a control why it was refused; an empty reason takes it away.
 * @param {HTMLElement} control @param {string} reason */
export function showRefusal(control, reason) {
  const note = control.closest('.field')?.querySelector('.refusal');
  if (reason === '') control.removeAttribute('aria-invalid');
  else control.setAttribute('aria-invalid', 'true');
  if (!(note instanceof HTMLElement)) return;
  note.textContent = reason;
  note.hidden = reason === '';
}
