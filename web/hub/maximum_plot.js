// SPDX-License-Identifier: MIT
// Draws the maximum of all over frequency, and a cursor.

import { axisUnit, formatDb, formatTick } from '../controls/numbers.js';
import { axisTicks, multiples, niceStep } from '../plot/ticks.js';
import { FONT, readTheme, sizeCanvas } from '../plot/theme.js';

const AXIS_PIXELS = 18;
const HEIGHT = 180;
const MARGIN_DB = 3;
const TICK_PIXELS = 96, LEVEL_PIXELS = 32;

/** @param {(number | null)[]} levels */
function rangeOf(levels) {
  const known = /** @type {number[]} */ (levels.filter((level) => level !== null));
  if (known.length === 0) return { floorDb: -100, ceilingDb: 0 };
  const [least, most] = known.reduce(([low, high], level) => [Math.min(low, level), Math.max(high, level)], [Infinity, -Infinity]);
  return { floorDb: least - MARGIN_DB, ceilingDb: most + MARGIN_DB };
}

/** @param {HTMLCanvasElement} canvas @param {number} width in CSS pixels @param {import('./fleet.js').Maximum | null} maximum
 * @param {number | null} cursor a bin */
export function drawMaximum(canvas, width, maximum, cursor) {
  sizeCanvas(canvas, width, HEIGHT, window.devicePixelRatio);
  const context = canvas.getContext('2d');
  if (!context) return;
  const theme = readTheme();
  context.fillStyle = theme.plot;
  context.fillRect(0, 0, width, HEIGHT);
  if (!maximum) return;
  const { from_hz: from, to_hz: to, levels_db: levels } = maximum;
  const { floorDb, ceilingDb } = rangeOf(levels);
  const bottom = HEIGHT - AXIS_PIXELS;
  const xOf = (/** @type {number} */ hz) => ((hz - from) / (to - from)) * width;
  const yOf = (/** @type {number} */ db) => ((ceilingDb - db) / (ceilingDb - floorDb)) * bottom;
  context.font = FONT;
  const frequencies = axisTicks(from, to, width, TICK_PIXELS);
  for (const hz of frequencies.major) {
    context.fillStyle = theme.grid;
    context.fillRect(Math.round(xOf(hz)), 0, 1, bottom);
    context.fillStyle = theme['label-dim'];
    context.textAlign = 'center';
    if (xOf(hz) > 24 && xOf(hz) < width - 24) context.fillText(formatTick(hz, frequencies.step, axisUnit(to)), xOf(hz), HEIGHT - 5);
  }
  const marks = multiples(floorDb, ceilingDb, niceStep(((ceilingDb - floorDb) * LEVEL_PIXELS) / bottom));
  context.fillStyle = theme.grid;
  for (const db of marks) context.fillRect(0, Math.round(yOf(db)), width, 1);
  const cell = width / levels.length;
  context.beginPath();
  let isDrawing = false;
  levels.forEach((level, bin) => {
    if (level === null) isDrawing = false;
    else if (isDrawing) context.lineTo((bin + 0.5) * cell, yOf(level));
    else {
      context.moveTo(bin * cell, yOf(level)); // from the edge, so that one bin alone is seen
      context.lineTo((bin + 0.5) * cell, yOf(level));
      isDrawing = true;
    }
  });
  context.strokeStyle = theme.trace;
  context.lineJoin = 'round';
  context.stroke();
  context.textAlign = 'left';
  context.strokeStyle = theme.halo;
  context.lineWidth = 3;
  context.fillStyle = theme.label;
  for (const db of marks) {
    context.strokeText(formatDb(db), 4, yOf(db) - 3);
    context.fillText(formatDb(db), 4, yOf(db) - 3);
  }
  if (cursor === null) return;
  context.fillStyle = theme.cursor;
  context.fillRect(Math.round((cursor + 0.5) * cell), 0, 1, bottom);
}
