// SPDX-License-Identifier: MIT
// The plot as a picture to keep: with axes, and a line that says what, when and how.

import { formatFrequency, formatWidth } from './numbers.js';
import { FONT } from '../plot/theme.js';

/** @typedef {import('../plot/plot.js').Screen} Screen */

const HEADER = 30;

/** @param {Screen} screen @returns {HTMLCanvasElement} */
export function composePicture(screen) {
  const { geometry, theme } = screen;
  const picture = document.createElement('canvas');
  picture.width = Math.round(geometry.width * geometry.pixelRatio);
  picture.height = Math.round((geometry.height + HEADER) * geometry.pixelRatio);
  const context = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d'));
  context.scale(geometry.pixelRatio, geometry.pixelRatio);
  context.fillStyle = theme.plot;
  context.fillRect(0, 0, geometry.width, geometry.height + HEADER);
  screen.draw(); // a WebGL canvas keeps its picture only until the end of this task
  for (const [canvas, rect] of /** @type {const} */ ([[screen.spectrum.canvas, geometry.spectrum],
    [screen.waterfall.canvas, geometry.waterfall], [screen.overlay, { x: 0, y: 0, ...sizeOf(geometry) }]])) {
    context.drawImage(canvas, rect.x, rect.y + HEADER, rect.width, rect.height);
  }
  writeHeader(context, screen);
  return picture;
}

/** @param {{width: number, height: number}} geometry */
function sizeOf({ width, height }) {
  return { width, height };
}

/** @param {CanvasRenderingContext2D} context @param {Screen} screen */
function writeHeader(context, screen) {
  const { state, geometry, theme } = screen;
  const { band, status, topTime } = state;
  const span = band.toHz - band.fromHz;
  const facts = [formatFrequency((band.fromHz + band.toHz) / 2, span / 1000), `span ${formatWidth(span)}`];
  if (status) facts.push(`RBW ${formatWidth(status.rbw_hz)}`, `${status.tuning.window} ${status.tuning.fft}`);
  if (!Number.isNaN(topTime)) facts.push(`${new Date(topTime).toISOString().slice(0, 19).replace('T', ' ')} UTC`);
  context.font = FONT;
  context.textBaseline = 'middle';
  context.fillStyle = theme.label;
  context.textAlign = 'left';
  context.fillText(facts.join('   ·   '), 10, HEADER / 2);
  context.textAlign = 'right';
  if (!geometry.narrow) context.fillText('spectrumd', geometry.width - 10, HEADER / 2);
}

/** @param {Screen} screen */
export function savePicture(screen) {
  composePicture(screen).toBlob((blob) => {
    if (blob) saveBlob(blob, `spectrum-${new Date().toISOString().slice(0, 19).replace(/:/g, '')}Z.png`);
  });
}

/** @param {Blob} blob @param {string} name of the file */
export function saveBlob(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
