// SPDX-License-Identifier: MIT
// Where one is: named bands as a strip above the axis of frequencies, bookmarks as flags at the top of the spectrum.

import { onTop } from '../bookmark_files/band_plans.js';
import { bandsWithin } from '../controls/band_names.js';
import { xOf } from './geometry.js';
import { label } from './overlay.js';

/** @typedef {import('./overlay.js').Sheet} Sheet */
/** @typedef {import('../state/bookmarks.js').Bookmark} Place */

const STRIP = 13; // pixels
const LANES = 2; // bands lie in each other, as ISM in an amateur band
const OPACITY = 0.22;
const FLAG = 7;

/** Places as strips that do not overlap within a lane: the wider ones lowest; what finds no lane is left out. Pure.
 * @param {Place[]} places @returns {{place: Place, lane: number}[]} */
export function strips(places) {
  /** @type {{place: Place, lane: number}[]} */
  const laid = [];
  const byWidth = [...places].sort((a, b) => b.toHz - b.fromHz - (a.toHz - a.fromHz) || a.fromHz - b.fromHz);
  for (const place of byWidth) {
    const taken = laid.filter(({ place: other }) => other.fromHz < place.toHz && other.toHz > place.fromHz).map(({ lane }) => lane);
    const lane = [...Array(LANES).keys()].find((free) => !taken.includes(free));
    if (lane !== undefined) laid.push({ place, lane });
  }
  return laid;
}

/** @param {Sheet} sheet @param {Place} place @param {number} lane @param {string} colour */
function strip(sheet, place, lane, colour) {
  const { context, state, geometry, theme } = sheet;
  const { x, width, height } = geometry.spectrum;
  const left = Math.max(x, xOf(geometry, state, place.fromHz)), right = Math.min(x + width, xOf(geometry, state, place.toHz));
  const y = height - STRIP * (lane + 1);
  context.fillStyle = colour;
  context.globalAlpha = OPACITY;
  context.fillRect(left, y, Math.max(1, right - left), STRIP - 1);
  context.globalAlpha = 1;
  for (const hz of [place.fromHz, place.toHz]) {
    const edge = xOf(geometry, state, hz);
    if (edge >= x && edge <= x + width) context.fillRect(Math.round(edge), y, 1, STRIP - 1);
  }
  if (context.measureText(place.name).width + 6 > right - left) return;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  label(sheet, place.name, (left + right) / 2, y + STRIP / 2, theme.label, theme.halo);
}

/** A flag on a line from the axis, and the name next to it where the one before leaves room.
 * @param {Sheet} sheet @param {Place} place @param {number} freeFrom @returns {number} up to where there is no room now */
function flag(sheet, place, freeFrom) {
  const { context, state, geometry, theme } = sheet;
  const x = Math.round(xOf(geometry, state, place.fromHz));
  context.fillStyle = theme.reference;
  context.globalAlpha = 0.5;
  context.fillRect(x, 0, 1, geometry.spectrum.height);
  context.globalAlpha = 1;
  context.fillRect(x - 1, geometry.axis.y, 3, FLAG);
  context.beginPath();
  context.moveTo(x, 1);
  context.lineTo(x + FLAG, 1 + FLAG / 2);
  context.lineTo(x, 1 + FLAG);
  context.fill();
  const end = x + FLAG + 4 + context.measureText(place.name).width;
  if (x < freeFrom || end > geometry.width) return freeFrom;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  label(sheet, place.name, x + FLAG + 2, 6, theme.reference, theme.halo);
  return end;
}

/** @param {Sheet} sheet */
export function drawPlaces(sheet) {
  const { state, geometry, theme } = sheet;
  if (!state.placesShown) return;
  const { fromHz, toHz } = state.band;
  const isHere = (/** @type {Place} */ place) => place.toHz >= fromHz && place.fromHz <= toHz;
  const bands = strips(onTop(state.ownBands.filter(isHere), bandsWithin(state.band, state.region)));
  for (const { place, lane } of bands) strip(sheet, place, lane, theme.accent);
  const above = Math.max(0, ...bands.map(({ lane }) => lane + 1));
  const bookmarks = state.bookmarks.filter(isHere);
  for (const { place, lane } of strips(bookmarks.filter((place) => place.toHz > place.fromHz))) strip(sheet, place, above + lane, theme.reference);
  let freeFrom = geometry.gutter + (geometry.narrow ? 48 : 0); // next to the unit of the levels
  for (const place of bookmarks) if (place.toHz === place.fromHz) freeFrom = flag(sheet, place, freeFrom);
}
