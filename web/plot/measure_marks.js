// SPDX-License-Identifier: MIT
// The channel that is being measured, over the spectrum: the channel and its neighbours as areas, its bandwidth as a bracket.

import { xOf } from './geometry.js';

/** @typedef {import('./overlay.js').Sheet} Sheet */
/** @typedef {import('../feed/types.js').Band} Band */

const CHANNEL_OPACITY = 0.14;
const NEIGHBOUR_OPACITY = 0.06;
const BRACKET_UP = 6; // pixels above the axis
const BRACKET_HIGH = 5;

/** Left edge and width on the screen of what is seen of a band. @param {Sheet} sheet @param {Band} band */
function placed({ geometry, state }, band) {
  const { x, width } = geometry.spectrum;
  const [left, right] = [band.fromHz, band.toHz].map((hz) => Math.min(x + width, Math.max(x, xOf(geometry, state, hz))));
  return { left, width: right - left };
}

/** @param {Sheet} sheet @param {Band} band @param {number} opacity */
function area(sheet, band, opacity) {
  const { left, width } = placed(sheet, band);
  sheet.context.globalAlpha = opacity;
  sheet.context.fillRect(left, 0, width, sheet.geometry.spectrum.height);
  sheet.context.globalAlpha = 1;
}

/** @param {Sheet} sheet @param {Band} band */
function bracket(sheet, band) {
  const { left, width } = placed(sheet, band);
  const y = sheet.geometry.spectrum.height - BRACKET_UP;
  sheet.context.fillRect(left, y, width, 2);
  for (const x of [left, left + width - 2]) sheet.context.fillRect(x, y - BRACKET_HIGH, 2, BRACKET_HIGH);
}

/** @param {Sheet} sheet */
export function drawMeasured(sheet) {
  const { measured } = sheet.state;
  if (!measured) return;
  const { band, occupied, spacingHz } = measured;
  sheet.context.fillStyle = sheet.theme['marker-1'];
  area(sheet, band, CHANNEL_OPACITY);
  for (const way of [-1, 1]) {
    area(sheet, { fromHz: band.fromHz + way * spacingHz, toHz: band.toHz + way * spacingHz }, NEIGHBOUR_OPACITY);
  }
  if (occupied) bracket(sheet, occupied);
}
