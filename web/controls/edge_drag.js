// SPDX-License-Identifier: MIT
// Dragging an edge of the pass band that is listened to, in the spectrum. It comes before the gestures of the plot.

import { hzAt, xOf } from '../plot/geometry.js';

/** @typedef {'lowHz' | 'highHz'} Edge */

const NEAR_PIXELS = { mouse: 5, touch: 18 };

/** @param {import('../plot/plot.js').Plot} plot @param {(edge: Edge, hz: number) => void} move Hz from the center */
export function dragEdges(plot, move) {
  const { overlay, state } = plot;
  /** @type {{edge: Edge, pointerId: number} | null} */
  let drag = null;

  /** @param {PointerEvent} event */
  const place = (event) => {
    const { left, top } = overlay.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  /** @param {PointerEvent} event @returns {Edge | null} */
  const edgeAt = (event) => {
    const { x, y } = place(event);
    const { listening } = state;
    if (!listening || y > plot.geometry.spectrum.height) return null;
    const away = (/** @type {Edge} */ edge) => Math.abs(xOf(plot.geometry, state, listening.centerHz + listening[edge]) - x);
    /** @type {Edge} */
    const edge = away('lowHz') <= away('highHz') ? 'lowHz' : 'highHz';
    const isWide = xOf(plot.geometry, state, listening.highHz) - xOf(plot.geometry, state, listening.lowHz) > 4 * NEAR_PIXELS.mouse;
    return isWide && away(edge) <= NEAR_PIXELS[event.pointerType === 'touch' ? 'touch' : 'mouse'] ? edge : null;
  };

  /** @param {string} kind @param {(event: PointerEvent) => boolean} take whether the plot shall not see it */
  const first = (kind, take) => overlay.addEventListener(kind, (event) => {
    if (take(/** @type {PointerEvent} */ (event))) event.stopImmediatePropagation();
  }, { capture: true });

  first('pointerdown', (event) => {
    const edge = event.button === 0 && !state.dragging && !drag ? edgeAt(event) : null;
    if (!edge) return false;
    drag = { edge, pointerId: event.pointerId };
    overlay.setPointerCapture(event.pointerId);
    return true;
  });
  first('pointermove', (event) => {
    if (!drag) overlay.toggleAttribute('data-edge', edgeAt(event) !== null);
    if (drag?.pointerId !== event.pointerId || !state.listening) return false;
    move(drag.edge, hzAt(plot.geometry, state, place(event).x) - state.listening.centerHz);
    return true;
  });
  for (const kind of ['pointerup', 'pointercancel']) {
    first(kind, (event) => {
      const isOurs = drag?.pointerId === event.pointerId;
      if (isOurs) drag = null;
      return isOurs;
    });
  }
}
