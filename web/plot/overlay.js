// SPDX-License-Identifier: MIT
// Axes: levels and colours, frequencies, time. Drawn over the plot on a separate canvas.

import { axisTicks } from './ticks.js';
import { GUTTER, xOf, yOfDb, yOfTime } from './geometry.js';
import { clockTicks, tickText, zoneName } from '../controls/clock_text.js';
import { formatTick, formatWidth } from '../controls/numbers.js';
import { FONT } from './theme.js';
import { paletteTable } from './palettes.js';
import { levelTicks } from './level_ticks.js';
import { unitName } from '../state/units.js';
import { rbwHz } from '../state/zoom.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {{context: CanvasRenderingContext2D, state: State, geometry: Geometry, theme: Record<string, string>,
 *   msPerPixel: number}} Sheet */

/** Text, with a halo where it lies on the data. @param {Pick<Sheet, 'context'>} sheet @param {string} text @param {number} x
 * @param {number} y @param {string} colour @param {string} [halo] its colour; empty: none */
export function label(sheet, text, x, y, colour, halo = '') {
  const { context } = sheet;
  if (halo !== '') {
    context.strokeStyle = halo;
    context.lineWidth = 3;
    context.lineJoin = 'round';
    context.strokeText(text, x, y);
  }
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

/** @param {Sheet} sheet */
function levelAxis(sheet) {
  const { context, state, geometry, theme } = sheet;
  const { height } = geometry.spectrum;
  const x = geometry.narrow ? 12 : geometry.gutter - 16;
  context.textAlign = geometry.narrow ? 'left' : 'right';
  context.textBaseline = 'middle';
  const halo = geometry.narrow ? theme.halo : '';
  for (const { db, text } of levelTicks(state, height)) {
    const y = yOfDb(geometry, state, db);
    if (y > 20 && y < height - 6) label(sheet, text, x, y, theme.label, halo);
  }
  const resolution = geometry.narrow && state.status ? `   RBW ${formatWidth(rbwHz(state))}` : ''; // the bar has no room for it
  label(sheet, unitName(state) + resolution, x, 9, theme['label-dim'], halo);
  colourBar(sheet);
}

/** @type {{name: string, colours: string[]}} made once, not for each pixel of each frame */
let css = { name: '', colours: [] };

/** @param {string} name of a palette */
function cssColours(name) {
  if (css.name === name) return css.colours;
  const table = paletteTable(name);
  const colour = (/** @type {number} */ at) => `rgb(${table[at]} ${table[at + 1]} ${table[at + 2]})`;
  css = { name, colours: Array.from({ length: 256 }, (_, step) => colour(4 * step)) };
  return css.colours;
}

/** The colour scale, next to the axis of levels. @param {Sheet} sheet */
function colourBar(sheet) {
  const { context, state, geometry } = sheet;
  const colours = cssColours(state.palette);
  const bottom = yOfDb(geometry, state, state.range.floorDb);
  const top = yOfDb(geometry, state, state.range.ceilingDb);
  const x = geometry.narrow ? 2 : geometry.gutter - 9;
  const height = bottom - top;
  for (let y = 0; y < height; ++y) {
    context.fillStyle = colours[Math.min(255, Math.round((1 - y / height) ** state.gamma * 255))];
    context.fillRect(x, top + y, 5, 1.5);
  }
}

/** @param {Sheet} sheet */
function frequencyAxis(sheet) {
  const { context, state, geometry, theme } = sheet;
  const { axis } = geometry;
  const { step, major, minor } = axisTicks(state.band.fromHz, state.band.toHz, axis.width, 96);
  context.fillStyle = theme['grid-strong'];
  for (const hz of minor) context.fillRect(Math.round(xOf(geometry, state, hz)), axis.y, 1, 4);
  context.fillStyle = theme.label;
  for (const hz of major) context.fillRect(Math.round(xOf(geometry, state, hz)), axis.y, 1, 7);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const hz of major) {
    const text = formatTick(hz, step);
    const half = context.measureText(text).width / 2;
    const x = xOf(geometry, state, hz);
    if (x - half > axis.x + 2 && x + half < axis.x + axis.width - (geometry.narrow ? 30 : 2)) {
      label(sheet, text, x, axis.y + 19, theme.label);
    }
  }
  context.textAlign = 'right';
  const right = geometry.narrow ? geometry.width - 4 : geometry.gutter - 16;
  label(sheet, state.band.fromHz < 3e6 ? 'kHz' : 'MHz', right, axis.y + 19, theme['label-dim']);
}

/** @param {Sheet} sheet */
function timeAxis(sheet) {
  const { context, state, geometry, theme, msPerPixel } = sheet;
  const { waterfall } = geometry;
  if (Number.isNaN(state.topTime)) return;
  const from = state.topTime - waterfall.height * msPerPixel;
  const { step, major } = clockTicks(state, from, state.topTime, waterfall.height, 56);
  const right = geometry.narrow ? 6 : geometry.gutter - 9;
  context.textAlign = geometry.narrow ? 'left' : 'right';
  context.textBaseline = 'middle';
  const [colour, halo] = geometry.narrow ? [theme['on-picture'], theme['on-picture-halo']] : [theme.label, ''];
  for (const time of major) {
    const y = yOfTime(geometry, state, time, msPerPixel);
    if (!geometry.narrow) {
      context.fillStyle = theme.label;
      context.fillRect(GUTTER - 6, Math.round(y), 6, 1);
    }
    if (y < waterfall.y + 20 || y > geometry.height - 8) continue;
    label(sheet, tickText(state, time, step), right, y, colour, halo);
  }
  label(sheet, zoneName(state), right, waterfall.y + 8, geometry.narrow ? colour : theme['label-dim'], halo);
}

/** @param {Sheet} sheet */
export function drawAxes(sheet) {
  const { context, geometry } = sheet;
  context.clearRect(0, 0, geometry.width, geometry.height);
  context.font = FONT;
  levelAxis(sheet);
  frequencyAxis(sheet);
  timeAxis(sheet);
}
