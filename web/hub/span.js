// SPDX-License-Identifier: MIT
// The time that is shown, and the gestures that change it.

/** @typedef {import('../feed/types.js').Stretch} Stretch */

const HOUR_MS = 3_600_000;
const SHORTEST_MS = 60_000;
const LONGEST_MS = 2 * 366 * 24 * HOUR_MS;
const CLICK_PIXELS = 4;

export class Span {
  lengthMs = 6 * HOUR_MS;
  /** null: now, and it moves along @type {number | null} */
  end = null;

  /** @returns {Stretch} */
  get stretch() {
    const to = this.end ?? Date.now();
    return { from: to - this.lengthMs, to };
  }

  /** @param {number} ms */
  move(ms) {
    const end = (this.end ?? Date.now()) + ms;
    this.end = end >= Date.now() ? null : end;
  }

  /** @param {number} factor @param {number} place of the time that stays, from 0 at the left to 1 */
  zoom(factor, place = 1) {
    const { to } = this.stretch;
    const length = Math.max(SHORTEST_MS, Math.min(LONGEST_MS, this.lengthMs * factor));
    const stays = to - this.lengthMs * (1 - place);
    this.lengthMs = length;
    if (this.end !== null || place < 1) this.move(stays + length * (1 - place) - to);
  }

  /** @param {Stretch} stretch */
  show({ from, to }) {
    this.lengthMs = Math.max(SHORTEST_MS, to - from);
    this.end = from + this.lengthMs >= Date.now() ? null : from + this.lengthMs;
  }
}

/** Drag and wheel move and zoom, arrow keys and plus and minus too; a click is not a drag. @param {HTMLElement} place
 * @param {Span} span @param {{changed: () => void, clicked: (event: PointerEvent) => void}} page */
export function listen(place, span, { changed, clicked }) {
  const share = (/** @type {MouseEvent} */ { clientX }) => (clientX - place.getBoundingClientRect().left) / place.clientWidth;
  /** @type {{x: number, last: number} | null} */
  let drag = null;
  place.addEventListener('pointerdown', (event) => {
    drag = { x: event.clientX, last: event.clientX };
    place.setPointerCapture(event.pointerId);
  });
  place.addEventListener('pointermove', (event) => {
    if (!drag || (drag.last === drag.x && Math.abs(event.clientX - drag.x) < CLICK_PIXELS)) return;
    span.move(((drag.last - event.clientX) / place.clientWidth) * span.lengthMs);
    drag.last = event.clientX;
    changed();
  });
  place.addEventListener('pointerup', (event) => {
    if (drag && drag.last === drag.x) clicked(event);
    drag = null;
  });
  place.addEventListener('pointercancel', () => { drag = null; });
  place.addEventListener('wheel', (event) => {
    event.preventDefault();
    span.zoom(2 ** (event.deltaY / 300), share(event));
    changed();
  }, { passive: false });
  place.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'ArrowLeft') span.move(-span.lengthMs / 10);
    else if (key === 'ArrowRight') span.move(span.lengthMs / 10);
    else if (key === '+') span.zoom(1 / 2);
    else if (key === '-') span.zoom(2);
    else return;
    changed();
  });
}
