// SPDX-License-Identifier: MIT
// The word SIMULATED across rows of the demo band: also in what stays of them on the screen when a radio is back, and in
// saved pictures.

import { FLAG } from '../feed/decode_row.js';
import { yOfTime } from './geometry.js';
import { FONT_FAMILY } from './theme.js';
import { say } from '../words/text.js';

/** @typedef {import('./overlay.js').Sheet} Sheet */
/** @typedef {import('../feed/types.js').Row} Row */
/** A stretch of time, ms. @typedef {{from: number, to: number}} Stretch */

const ACROSS = 0.7; // of the width
const LEAST_PX = 9;
const LARGEST_PX = 120;
const OPACITY = 0.24; // signals stay visible behind it
const JOINED_MS = 2000; // rows of the history and of the connection do not quite meet

/** Where rows in the order of time are simulated, newest first. Pure.
 * @param {Row[]} rows @param {number} since @param {number} until @returns {Stretch[]} */
export function simulatedStretches(rows, since, until) {
  /** @type {Stretch[]} */
  const stretches = [];
  let joins = false;
  for (let index = rows.length - 1; index >= 0 && rows[index].time + rows[index].duration > since; --index) {
    const { time, duration, flags } = rows[index];
    if (time >= until) continue;
    const simulated = (flags & FLAG.simulated) !== 0;
    if (simulated && joins) stretches[stretches.length - 1].from = time;
    else if (simulated) stretches.push({ from: time, to: time + duration });
    joins = simulated;
  }
  return stretches;
}

/** Those of two stores as one. Pure. @param {Stretch[]} stretches @returns {Stretch[]} */
export function joined(stretches) {
  /** @type {Stretch[]} */
  const all = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = all[all.length - 1];
    if (last && from - last.to < JOINED_MS) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** @param {Sheet} sheet @returns {boolean} whether there are any */
export function drawSimulated(sheet) {
  const { state, geometry, msPerPixel } = sheet;
  const { waterfall } = geometry;
  const since = state.topTime - waterfall.height * msPerPixel;
  const stretches = joined([state.live, state.past].flatMap(({ rows }) => simulatedStretches(rows, since, state.topTime)));
  for (const { from, to } of stretches) {
    const ends = [to, from].map((time) => yOfTime(geometry, state, time, msPerPixel)).sort((a, b) => a - b);
    writeBetween(sheet, Math.max(waterfall.y, ends[0]), Math.min(geometry.height, ends[1]));
  }
  return stretches.length > 0;
}

/** @param {Sheet} sheet @param {number} top @param {number} bottom */
function writeBetween({ context, geometry, theme }, top, bottom) {
  const { x, width } = geometry.waterfall;
  const word = say('simulated');
  context.save();
  context.font = `700 100px ${FONT_FAMILY}`;
  const wide = (100 * ACROSS * width) / context.measureText(word).width;
  const size = Math.min(LARGEST_PX, wide, (bottom - top) * 0.8);
  if (size >= LEAST_PX) {
    context.globalAlpha = OPACITY;
    context.font = `700 ${size}px ${FONT_FAMILY}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineWidth = size / 24;
    context.strokeStyle = theme['on-picture-halo'];
    context.strokeText(word, x + width / 2, (top + bottom) / 2);
    context.fillStyle = theme['on-picture'];
    context.fillText(word, x + width / 2, (top + bottom) / 2);
  }
  context.restore();
}
