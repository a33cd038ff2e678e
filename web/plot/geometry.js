// SPDX-License-Identifier: MIT
// The layout of the plot in CSS pixels, and conversions between positions and frequency, level, time. Pure.

/** @typedef {import('../feed/types.js').Rect} Rect */
/** @typedef {import('../state/state.js').State} State */
/** @typedef {'spectrum' | 'waterfall' | 'levels' | 'times' | 'frequencies'} Zone */

export const GUTTER = 62;
export const AXIS_HEIGHT = 26;
const NARROW = 620; // below this the gutter overlaps the waterfall

/**
 * @typedef {object} Geometry
 * @property {number} width @property {number} height
 * @property {number} pixelRatio
 * @property {boolean} narrow
 * @property {number} gutter
 * @property {Rect} spectrum @property {Rect} axis @property {Rect} waterfall
 */

/** @param {number} width @param {number} height @param {number} devicePixelRatio @returns {Geometry} */
export function layOut(width, height, devicePixelRatio) {
  const narrow = width < NARROW;
  const gutter = narrow ? 0 : GUTTER;
  const plotWidth = Math.max(16, width - gutter);
  const spectrumHeight = Math.round(Math.max(60, (height - AXIS_HEIGHT) * (narrow ? 0.28 : 0.34)));
  const top = spectrumHeight + AXIS_HEIGHT;
  return {
    width, height, narrow, gutter,
    pixelRatio: Math.min(2, Math.max(1, devicePixelRatio)),
    spectrum: { x: gutter, y: 0, width: plotWidth, height: spectrumHeight },
    axis: { x: gutter, y: spectrumHeight, width: plotWidth, height: AXIS_HEIGHT },
    waterfall: { x: gutter, y: top, width: plotWidth, height: Math.max(16, height - top) },
  };
}

/** The part of the plot that a gesture starting here controls; touch gets wider axes. @param {Geometry} geometry @param {number} x
 * @param {number} y @param {boolean} touch @returns {Zone} */
export function zoneAt(geometry, x, y, touch) {
  const { axis, waterfall, gutter } = geometry;
  const edge = touch ? Math.max(gutter, 44) : gutter;
  const slack = touch ? 9 : 0;
  if (y >= axis.y - slack && y < waterfall.y + slack && x >= gutter) return 'frequencies';
  if (y < waterfall.y) return x < edge ? 'levels' : 'spectrum';
  return x < edge ? 'times' : 'waterfall';
}

/** @param {Geometry} geometry @param {State} state @param {number} x */
export function hzAt(geometry, state, x) {
  const { fromHz, toHz } = state.band;
  return fromHz + ((x - geometry.waterfall.x) / geometry.waterfall.width) * (toHz - fromHz);
}

/** @param {Geometry} geometry @param {State} state @param {number} hz */
export function xOf(geometry, state, hz) {
  const { fromHz, toHz } = state.band;
  return geometry.waterfall.x + ((hz - fromHz) / (toHz - fromHz)) * geometry.waterfall.width;
}

/** @param {Geometry} geometry @param {State} state @param {number} db */
export function yOfDb(geometry, state, db) {
  const { y, height } = geometry.spectrum;
  const { floorDb, ceilingDb } = state.axisRange;
  return y + ((ceilingDb - db) / (ceilingDb - floorDb)) * height;
}

/** @param {Geometry} geometry @param {State} state @param {number} y */
export function dbAt(geometry, state, y) {
  const { spectrum } = geometry;
  const { floorDb, ceilingDb } = state.axisRange;
  return ceilingDb - ((y - spectrum.y) / spectrum.height) * (ceilingDb - floorDb);
}

/** The lower half of the waterfall, where it shows a second time. @param {Geometry} geometry @returns {Rect} */
export function halfOf({ waterfall }) {
  const height = Math.floor(waterfall.height / 2);
  return { ...waterfall, y: waterfall.y + waterfall.height - height, height };
}

/** NaN above the waterfall. @param {Geometry} geometry @param {State} state @param {number} y
 * @param {number} msPerPixel */
export function timeAt(geometry, state, y, msPerPixel) {
  const { waterfall } = geometry;
  if (y < waterfall.y) return NaN;
  const half = halfOf(geometry);
  if (state.secondTop !== null && y >= half.y) return state.secondTop - (state.newestBelow ? half.y + half.height - y : y - half.y) * msPerPixel;
  return state.topTime - (state.newestBelow ? waterfall.y + waterfall.height - y : y - waterfall.y) * msPerPixel;
}

/** @param {Geometry} geometry @param {State} state @param {number} time @param {number} msPerPixel */
export function yOfTime({ waterfall }, state, time, msPerPixel) {
  const away = (state.topTime - time) / msPerPixel; // from the newest
  return state.newestBelow ? waterfall.y + waterfall.height - away : waterfall.y + away;
}
