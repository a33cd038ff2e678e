// SPDX-License-Identifier: MIT
// How much time the waterfall shows: the steps between a year on a screen and several pixels a row. Pure.

const HALVINGS = 21;
export const LEAST_TIME_ZOOM = 2 ** -HALVINGS; // 16 months on 400 pixels
const TIME_ZOOMS = [...Array.from({ length: HALVINGS }, (_, index) => LEAST_TIME_ZOOM * 2 ** index), 1, 2, 3, 4, 6, 8];

/** @param {number} zoom @param {1 | -1} direction 1: more pixels a second */
export function nextTimeZoom(zoom, direction) {
  const now = TIME_ZOOMS.findIndex((step) => step >= zoom);
  return TIME_ZOOMS[Math.max(0, Math.min(TIME_ZOOMS.length - 1, now + direction))];
}
