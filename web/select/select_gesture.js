// SPDX-License-Identifier: MIT
// Draws a rectangle by pointer: with Shift, or, for fingers, after the button. It comes before the gestures of the plot.

import { hzAt, timeAt, zoneAt } from '../plot/geometry.js';
import { msPerPixel } from '../state/state.js';

/** @typedef {{x: number, y: number}} Point */

const PULL = 6; // pixels: less is a click

export class SelectGesture {
  /** pressed: the button is @type {{pointer: number, start: Point, drawing: boolean} | null} */
  #drag = null;
  armed = false;

  /** @param {import('../plot/plot.js').Plot} plot @param {{drop: () => void, began: () => void,
   *   drawn: (a: {hz: number, time: number}, b: {hz: number, time: number}, done: boolean) => void}} page drop: ends the gesture of the plot */
  constructor(plot, page) {
    this.plot = plot;
    this.page = page;
    const surface = plot.overlay;
    surface.addEventListener('pointerdown', (event) => this.#down(event), { capture: true });
    surface.addEventListener('pointermove', (event) => this.#move(event), { capture: true });
    surface.addEventListener('pointerup', (event) => this.#up(event), { capture: true });
    surface.addEventListener('pointercancel', () => { this.#drag = null; }, { capture: true });
  }

  /** @param {PointerEvent} event @returns {Point} */
  #point(event) {
    const { left, top } = this.plot.overlay.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** @param {Point} point */
  #place({ x, y }) {
    const { geometry, state } = this.plot;
    const { waterfall } = geometry;
    const inside = Math.max(waterfall.y, Math.min(waterfall.y + waterfall.height, y));
    return { hz: hzAt(geometry, state, Math.max(waterfall.x, Math.min(waterfall.x + waterfall.width, x))), time: timeAt(geometry, state, inside, msPerPixel(state)) };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const start = this.#point(event);
    if (event.button !== 0 || this.#drag || !(this.armed || event.shiftKey) || zoneAt(this.plot.geometry, start.x, start.y, false) !== 'waterfall') return;
    this.#drag = { pointer: event.pointerId, start, drawing: false };
    if (!this.armed) return; // perhaps a click with Shift
    event.stopImmediatePropagation();
    this.plot.overlay.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    const point = this.#point(event);
    if (!drag.drawing && Math.hypot(point.x - drag.start.x, point.y - drag.start.y) < PULL) return;
    event.stopImmediatePropagation();
    if (!drag.drawing) {
      this.page.drop();
      this.page.began();
    }
    drag.drawing = true;
    this.page.drawn(this.#place(drag.start), this.#place(point), false);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    this.#drag = null;
    if (!drag.drawing) return;
    this.page.drawn(this.#place(drag.start), this.#place(this.#point(event)), true);
  }
}
