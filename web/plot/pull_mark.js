// SPDX-License-Identifier: MIT
// While the view is dragged past the edge of the band: where the band ends, and what releasing the pointer does.

import { xOf } from './geometry.js';
import { label } from './overlay.js';
import { FONT_FAMILY } from './theme.js';
import { formatFrequency } from '../controls/numbers.js';
import { say } from '../words/text.js';

/** @typedef {import('./overlay.js').Sheet} Sheet */

/** @param {NonNullable<import('../state/state.js').State['pull']>} pull */
function pullText({ centerHz, armed }) {
  return armed ? [say('pull.release', { frequency: formatFrequency(centerHz, 1000) }), say('pull.escape')] : [say('pull.on')];
}

/** @param {Sheet} sheet */
export function drawPull(sheet) {
  const { context, state, geometry, theme } = sheet;
  if (!state.pull) return;
  const [left, right] = [geometry.gutter, geometry.width];
  const edges = [xOf(geometry, state, state.whole.fromHz), xOf(geometry, state, state.whole.toHz)];
  const [low, high] = edges.map((x) => Math.min(right, Math.max(left, x)));
  context.fillStyle = state.pull.armed ? theme['marker-1'] : theme['on-picture'];
  if (low > left) context.fillRect(Math.round(low) - 2, 0, 3, geometry.height);
  if (high < right) context.fillRect(Math.round(high) - 1, 0, 3, geometry.height);
  context.font = `600 14px ${FONT_FAMILY}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const y = geometry.waterfall.y + Math.min(60, geometry.waterfall.height / 3);
  pullText(state.pull).forEach((text, line) => label(sheet, text, (left + right) / 2, y + 20 * line, theme['on-picture'], theme['on-picture-halo']));
}
