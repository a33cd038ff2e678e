// SPDX-License-Identifier: MIT
// Axes: levels and colours, frequencies. Drawn over the plot on a separate canvas; that of time has its own.

import { axisTicks } from './ticks.js';
import { xOf, yOfDb } from './geometry.js';
import { axisUnit, formatTick, formatWidth } from '../controls/numbers.js';
import { FONT } from './theme.js';
import { colourWords } from './palettes.js';
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

const STEPS = 256;

/** The colours from the strongest level down, a pixel wide. Made when the map changes: a colour of the style would be a
 * string for each pixel. */
class ColourScale {
  #shown = '';
  #context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));

  /** @param {string} palette @param {number} gamma */
  picture(palette, gamma) {
    const { canvas } = this.#context;
    const shown = `${palette} ${gamma}`;
    if (shown === this.#shown) return canvas;
    Object.assign(canvas, { width: 1, height: STEPS });
    const words = colourWords(palette, 0, STEPS - 1, gamma).reverse();
    words[STEPS - 1] = words[STEPS - 2]; // in place of "no data"
    const image = this.#context.createImageData(1, STEPS);
    new Uint32Array(image.data.buffer).set(words);
    this.#context.putImageData(image, 0, 0);
    this.#shown = shown;
    return canvas;
  }
}

/** @type {ColourScale | null} */
let colourScale = null;

/** The colour scale, next to the axis of levels. @param {Sheet} sheet */
function colourBar({ context, state, geometry }) {
  colourScale ??= new ColourScale();
  const bottom = yOfDb(geometry, state, state.range.floorDb);
  const top = yOfDb(geometry, state, state.range.ceilingDb);
  context.drawImage(colourScale.picture(state.palette, state.gamma), geometry.narrow ? 2 : geometry.gutter - 9, top, 5, bottom - top);
}

/** @param {Sheet} sheet */
function frequencyAxis(sheet) {
  const { context, state, geometry, theme } = sheet;
  const { axis } = geometry;
  const { step, major, minor } = axisTicks(state.band.fromHz, state.band.toHz, axis.width, 96);
  const unit = axisUnit(state.band.toHz);
  context.fillStyle = theme['grid-strong'];
  for (const hz of minor) context.fillRect(Math.round(xOf(geometry, state, hz)), axis.y, 1, 4);
  context.fillStyle = theme.label;
  for (const hz of major) context.fillRect(Math.round(xOf(geometry, state, hz)), axis.y, 1, 7);
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const hz of major) {
    const text = formatTick(hz, step, unit);
    const half = context.measureText(text).width / 2;
    const x = xOf(geometry, state, hz);
    if (x - half > axis.x + 2 && x + half < axis.x + axis.width - (geometry.narrow ? 30 : 2)) {
      label(sheet, text, x, axis.y + 19, theme.label);
    }
  }
  context.textAlign = 'right';
  const right = geometry.narrow ? geometry.width - 4 : geometry.gutter - 16;
  label(sheet, unit.unit, right, axis.y + 19, theme['label-dim']);
}

/** @param {Sheet} sheet */
export function drawAxes(sheet) {
  const { context, geometry } = sheet;
  context.clearRect(0, 0, geometry.width, geometry.height);
  context.font = FONT;
  levelAxis(sheet);
  frequencyAxis(sheet);
}
