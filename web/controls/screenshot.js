// SPDX-License-Identifier: MIT
// Saves the plot as a PNG: with axes, and a header line with frequency, time and settings.

import { element, saveBlob } from './dom.js';
import { formatFrequency, formatWidth } from './numbers.js';
import { halfOf } from '../plot/geometry.js';
import { label } from '../plot/overlay.js';
import { FONT } from '../plot/theme.js';
import { rbwHz } from '../state/zoom.js';
import { utcText } from '../words/dates.js';
import { say } from '../words/text.js';

/** @typedef {import('../plot/plot.js').Plot} Plot */

const HEADER = 30;
const SEPARATOR = '   ·   ';

/** @param {Plot} plot @returns {HTMLCanvasElement} */
export function composeScreenshot(plot) {
  const { geometry, theme } = plot;
  const image = document.createElement('canvas');
  image.width = Math.round(geometry.width * geometry.pixelRatio);
  image.height = Math.round((geometry.height + HEADER) * geometry.pixelRatio);
  const context = /** @type {CanvasRenderingContext2D} */ (image.getContext('2d'));
  context.scale(geometry.pixelRatio, geometry.pixelRatio);
  context.fillStyle = theme.plot;
  context.fillRect(0, 0, geometry.width, geometry.height + HEADER);
  plot.draw(); // a WebGL canvas keeps its content only until the end of this task
  const whole = { x: 0, y: 0, ...sizeOf(geometry) };
  for (const [canvas, rect] of /** @type {const} */ ([[plot.spectrum.canvas, geometry.spectrum],
    [plot.waterfall.canvas, geometry.waterfall], ...secondTime(plot), [plot.timeAxis.canvas, plot.timeAxis.rect],
    [plot.overlay, whole], [element('flags', HTMLCanvasElement), whole]])) {
    if (canvas.width > 0) context.drawImage(canvas, rect.x, rect.y + HEADER, rect.width, rect.height);
  }
  if (plot.state.secondTop !== null) {
    const half = halfOf(geometry);
    label({ context }, element('second-time', HTMLElement).textContent ?? '', half.x + 10, HEADER + half.y + 14, theme.label, theme.halo);
  }
  writeHeader(context, plot);
  writeMarkers(context, plot);
  return image;
}

/** The lower half, where it shows another time. @param {Plot} plot
 * @returns {[HTMLCanvasElement, import('../feed/types.js').Rect][]} */
function secondTime({ state, geometry }) {
  const canvas = element('second', HTMLElement).querySelector('canvas');
  return state.secondTop !== null && canvas ? [[canvas, halfOf(geometry)]] : [];
}

/** @param {{width: number, height: number}} geometry */
function sizeOf({ width, height }) {
  return { width, height };
}

/** @param {CanvasRenderingContext2D} context @param {Plot} plot */
function writeHeader(context, plot) {
  const { state, geometry, theme } = plot;
  const { band, status, topTime } = state;
  const span = band.toHz - band.fromHz;
  const facts = [formatFrequency((band.fromHz + band.toHz) / 2, span / 1000), say('picture.span', { width: formatWidth(span) })];
  if (status) facts.push(`RBW ${formatWidth(rbwHz(state))}`, `${status.tuning.window} ${status.tuning.fft}`);
  if (!Number.isNaN(topTime)) facts.push(utcText(topTime));
  context.font = FONT;
  context.textBaseline = 'middle';
  context.fillStyle = theme.label;
  context.textAlign = 'left';
  context.fillText(facts.join(SEPARATOR), 10, HEADER / 2);
  context.textAlign = 'right';
  const room = geometry.width - 30 - context.measureText(facts.join(SEPARATOR)).width;
  const station = [`${location.host}, ${status?.source.description || status?.source.kind}`, location.host, 'spectrumd'];
  const shown = station.find((text) => context.measureText(text).width < room);
  if (shown) context.fillText(shown, geometry.width - 10, HEADER / 2);
}

/** Their frequencies and levels, as they stand on the page. @param {CanvasRenderingContext2D} context @param {Plot} plot */
function writeMarkers(context, { geometry, theme, state }) {
  if (state.markers.length === 0) return;
  context.textAlign = 'left';
  (element('marker-readout', HTMLElement).textContent ?? '').split('\n').forEach((line, index) => {
    label({ context }, line, geometry.gutter + 10, HEADER + 14 + 16 * index, theme.label, theme.halo);
  });
}

/** @param {Plot} plot */
export function saveScreenshot(plot) {
  composeScreenshot(plot).toBlob((blob) => {
    if (blob) saveBlob(blob, `spectrum-${new Date().toISOString().slice(0, 19).replace(/:/g, '')}Z.png`);
  });
}
