// SPDX-License-Identifier: MIT
// What the waterfall cannot show, in words on the place where it lacks: nothing was received, or another band was.

import { FONT } from '../plot/theme.js';
import { label } from '../plot/overlay.js';
import { yOfTime } from '../plot/geometry.js';
import { msPerPixel } from '../state/state.js';
import { formatBand } from '../controls/numbers.js';
import { spanText } from '../controls/clock_text.js';
import { say } from '../words/text.js';
import { uncovered } from './plan.js';

/** @typedef {import('../feed/types.js').Band} Band */
/** @typedef {import('../feed/types.js').Stretch} Stretch */
/** band: what was received instead, null: nothing @typedef {Stretch & {band: Band | null}} Gap */

const LEAST_PIXELS = 22;

/** Of frames that are listed. @param {import('./frame.js').Frame[]} frames @param {Stretch} stretch @param {Band} band
 * @param {number} slackMs @returns {Gap[]} */
export function gapsOf(frames, stretch, band, slackMs) {
  /** @type {Gap[]} */
  const gaps = uncovered(stretch, frames, slackMs).map((hole) => ({ ...hole, band: null }));
  for (const { facts: { t0, t1, center_hz: center, span_hz: span } } of frames.slice().sort((a, b) => a.facts.t0 - b.facts.t0)) {
    const received = { fromHz: center - span / 2, toHz: center + span / 2 };
    if (received.fromHz < band.toHz && received.toHz > band.fromHz) continue;
    const [from, to] = [Math.max(t0, stretch.from), Math.min(t1, stretch.to)];
    const before = gaps[gaps.length - 1];
    if (before?.band?.fromHz === received.fromHz && from - before.to <= slackMs) before.to = to;
    else gaps.push({ from, to, band: received });
  }
  return gaps;
}

/** @param {CanvasRenderingContext2D} context @param {import('../plot/plot.js').Plot} plot @param {Gap[]} gaps @returns {boolean} whether it drew */
export function drawGaps(context, { geometry, state, theme }, gaps) {
  const { waterfall } = geometry;
  let drew = false;
  for (const { from, to, band } of gaps) {
    const ends = [from, to].map((time) => yOfTime(geometry, state, time, msPerPixel(state))).sort((a, b) => a - b);
    const [top, bottom] = [Math.max(waterfall.y, ends[0]), Math.min(waterfall.y + waterfall.height, ends[1])];
    if (bottom - top < LEAST_PIXELS) continue;
    Object.assign(context, { font: FONT, textAlign: 'center', textBaseline: 'middle' });
    const text = band ? say('gap.elsewhere', { band: formatBand(band.fromHz, band.toHz) }) : say('gap.none', { time: spanText(to - from) });
    label({ context }, text, waterfall.x + waterfall.width / 2, (top + bottom) / 2, theme['on-picture'], theme['on-picture-halo']);
    drew = true;
  }
  return drew;
}
