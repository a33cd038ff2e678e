// SPDX-License-Identifier: MIT
// The pass band that is listened to: a translucent area over the spectrum, its edges, and a bar on the axis.

import { xOf } from './geometry.js';

/** @typedef {import('./overlay.js').Sheet} Sheet */

const OPACITY = 0.2;
const BAR = 4; // pixels

/** @param {Sheet} sheet */
export function drawListening({ context, state, geometry, theme }) {
  const { listening } = state;
  if (!listening) return;
  const { x, width, height } = geometry.spectrum;
  const [low, high] = [listening.lowHz, listening.highHz].map((hz) => xOf(geometry, state, listening.centerHz + hz));
  const [left, right] = [Math.max(x, low), Math.min(x + width, high)];
  if (right < left) return;
  context.fillStyle = theme.accent;
  context.globalAlpha = OPACITY;
  context.fillRect(left, 0, Math.max(1, right - left), height);
  context.globalAlpha = 1;
  for (const edge of [low, high]) if (edge >= x && edge <= x + width) context.fillRect(Math.round(edge), 0, 1, height);
  const least = Math.max(0, (3 * BAR - (right - left)) / 2); // still seen where the band is a pixel wide
  context.fillRect(left - least, height, right - left + 2 * least, BAR);
}
