// SPDX-License-Identifier: MIT
// Draws a QR code.

const MARGIN = 4; // light modules that readers need
const PIXELS = 4; // a module

/** @param {HTMLCanvasElement} canvas @param {{size: number, dark: Uint8Array}} code */
export function drawCode(canvas, { size, dark }) {
  const side = (size + 2 * MARGIN) * PIXELS;
  const context = canvas.getContext('2d');
  Object.assign(canvas, { width: side, height: side });
  if (!context) return;
  context.fillStyle = 'white'; // in either scheme: many readers expect dark on light
  context.fillRect(0, 0, side, side);
  context.fillStyle = 'black';
  dark.forEach((bit, at) => bit && context.fillRect((MARGIN + (at % size)) * PIXELS, (MARGIN + Math.floor(at / size)) * PIXELS, PIXELS, PIXELS));
}
