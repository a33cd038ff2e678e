// SPDX-License-Identifier: MIT
// The colours of the canvases, read from the style sheet.

const NAMES = ['plot', 'grid', 'grid-strong', 'label', 'label-dim', 'trace', 'trace-band', 'trace-low', 'hold', 'hold-min', 'hold-average', 'reference', 'difference', 'limit', 'cursor', 'cursor-halo',
  'marker-1', 'marker-2', 'warn', 'halo', 'on-picture', 'on-picture-halo', 'accent'];

/** @returns {Record<string, string>} */
export function readTheme() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

export const FONT_FAMILY = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
export const FONT = `11px ${FONT_FAMILY}`;

/** Sizes a canvas in CSS pixels; its context draws in CSS pixels.
 * @param {HTMLCanvasElement} canvas @param {number} width @param {number} height @param {number} pixelRatio */
export function sizeCanvas(canvas, width, height, pixelRatio) {
  canvas.width = Math.round(width * pixelRatio);
  canvas.height = Math.round(height * pixelRatio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.getContext('2d')?.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
}
