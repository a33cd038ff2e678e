// SPDX-License-Identifier: MIT
// Drawn over the data: the cursor, markers, labels of the strongest signals, ticks at rows with flags.

import { FLAG } from '../feed/decode_row.js';
import { xOf, yOfDb, yOfTime } from './geometry.js';
import { frequencyNumber } from '../controls/numbers.js';
import { label } from './overlay.js';
import { drawListening } from './listen_mark.js';
import { drawMeasured } from './measure_marks.js';
import { drawPlaces } from './places.js';
import { drawPull } from './pull_mark.js';
import { drawSimulated } from './simulated.js';
import { drawSpots } from './spot_flags.js';

/** @typedef {import('./overlay.js').Sheet} Sheet */

const MOST_LABELS = 8;

/** Whether the cursor is drawn. @param {Pick<Sheet, 'state' | 'geometry'>} sheet */
export const hasCursor = ({ state: { cursor: at }, geometry }) => at !== null && at.x >= geometry.gutter;

/** A hair line, with a halo that keeps it visible on light and dark data. @param {Sheet} sheet */
function cursor(sheet) {
  const { state, geometry } = sheet;
  if (!state.cursor || !hasCursor(sheet)) return;
  const [x, y] = [Math.round(state.cursor.x), Math.round(state.cursor.y)];
  const onAxis = y >= geometry.axis.y && y < geometry.waterfall.y;
  for (const [colour, halo] of /** @type {const} */ ([['cursor-halo', 1], ['cursor', 0]])) {
    sheet.context.fillStyle = sheet.theme[colour];
    sheet.context.fillRect(x - halo, 0, 1 + 2 * halo, geometry.height);
    if (!onAxis) sheet.context.fillRect(geometry.gutter, y - halo, geometry.width - geometry.gutter, 1 + 2 * halo);
  }
}

/** @param {Sheet} sheet */
function markers(sheet) {
  const { context, state, geometry, theme } = sheet;
  state.markers.forEach((marker, index) => {
    const x = Math.round(xOf(geometry, state, marker.hz));
    if (x < geometry.gutter || x > geometry.width) return;
    const colour = theme[`marker-${index + 1}`];
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.setLineDash([4, 3]);
    context.beginPath();
    context.moveTo(x + 0.5, 0);
    context.lineTo(x + 0.5, geometry.height);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = colour;
    context.fillRect(x - 8, geometry.axis.y + 5, 17, 15);
    context.fillStyle = theme.plot;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(String(index + 1), x + 0.5, geometry.axis.y + 13);
  });
}

/** Labels that overlap, or signals too close to distinguish.
 * @param {{x: number, left: number, right: number, y: number}} a
 * @param {{x: number, left: number, right: number, y: number}} b */
function touching(a, b) {
  return Math.abs(a.x - b.x) < 12 || (a.left < b.right && a.right > b.left && Math.abs(a.y - b.y) < 15);
}

/** Strongest first, of those that are on now; a label that would touch one already there is left out. @param {Sheet} sheet */
function peakLabels(sheet) {
  const { context, state, geometry, theme } = sheet;
  const step = (state.band.toHz - state.band.fromHz) / geometry.waterfall.width;
  /** @type {{x: number, left: number, right: number, y: number}[]} */
  const placed = [];
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const peak of state.peaks) {
    if (placed.length >= MOST_LABELS) break;
    if (!peak.active) continue;
    const x = xOf(geometry, state, peak.frequency_hz);
    const text = frequencyNumber(peak.frequency_hz, Math.max(step, 100));
    const half = context.measureText(text).width / 2 + 4;
    const y = Math.max(22, yOfDb(geometry, state, peak.level_db) - 9);
    const box = { x, left: x - half, right: x + half, y };
    if (box.left < geometry.gutter + (geometry.narrow ? 36 : 0) || box.right > geometry.width) continue;
    if (placed.some((other) => touching(box, other))) continue;
    placed.push(box);
    context.fillStyle = theme.label;
    context.beginPath();
    context.moveTo(x - 3.5, y + 3);
    context.lineTo(x + 3.5, y + 3);
    context.lineTo(x, y + 7);
    context.fill();
    label(sheet, text, x, y, theme.label, theme.halo);
  }
}

const TICKED = FLAG.gap | FLAG.retuned | FLAG.clipped;

/** Has marks over the picture, which are drawn when it comes. @param {{flags: number}} row */
export const isMarked = ({ flags }) => (flags & (TICKED | FLAG.simulated)) !== 0;

/** Whether rows on the screen have ticks. @param {Pick<Sheet, 'state' | 'geometry' | 'msPerPixel'>} sheet */
export function hasTicks({ state, geometry, msPerPixel }) {
  const from = state.topTime - geometry.waterfall.height * msPerPixel;
  return isTicked(state.live.rows, from, state.topTime) || isTicked(state.past.rows, from, state.topTime);
}

/** @param {{time: number, flags: number}[]} rows @param {number} from @param {number} to */
function isTicked(rows, from, to) {
  for (let index = rows.length - 1; index >= 0 && rows[index].time > from; --index) if (rows[index].flags & TICKED && rows[index].time <= to) return true;
  return false;
}

/** At the right edge: amber where samples were lost or clipped, white where the radio was retuned.
 * @param {Sheet} sheet @returns {boolean} whether there are any */
function rowTicks(sheet) {
  const { context, state, geometry, theme, msPerPixel } = sheet;
  const { waterfall } = geometry;
  const from = state.topTime - waterfall.height * msPerPixel;
  let any = false;
  for (const store of [state.live, state.past]) {
    for (let index = store.rows.length - 1; index >= 0 && store.rows[index].time > from; --index) {
      const row = store.rows[index];
      if (!(row.flags & TICKED)) continue;
      any = true;
      if (row.time > state.topTime) continue;
      context.fillStyle = row.flags & FLAG.retuned ? theme['on-picture'] : theme.warn;
      const y = yOfTime(geometry, state, row.time, msPerPixel);
      context.fillRect(geometry.width - 5, Math.round(y) - 1, 5, 2);
    }
  }
  return any;
}

/** @param {Sheet} sheet @returns {boolean} whether some of them move with the picture */
export function drawMarks(sheet) {
  const words = drawSimulated(sheet);
  const ticks = rowTicks(sheet);
  drawPlaces(sheet);
  drawSpots(sheet);
  drawListening(sheet);
  drawMeasured(sheet);
  peakLabels(sheet);
  markers(sheet);
  cursor(sheet);
  drawPull(sheet);
  return words || ticks;
}
