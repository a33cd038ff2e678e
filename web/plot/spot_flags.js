// SPDX-License-Identifier: MIT
// Spots as flags below those of the bookmarks: where they are dense, several share one, which says how many.

import { xOf } from './geometry.js';
import { label } from './overlay.js';

/** @typedef {import('./overlay.js').Sheet} Sheet */
/** @typedef {import('../feed/types.js').Spot} Spot */
/** In pixels of the plot; the first of the spots gives the name. @typedef {{x: number, right: number, spots: Spot[]}} Flag */

export const LANE = { top: 14, height: 14 }; // pixels
const POLE = 6; // between pole and text

/** Spots whose texts would touch are one flag. Pure.
 * @param {Spot[]} spots lowest first @param {(hz: number) => number} place @param {(text: string) => number} width
 * @returns {Flag[]} */
export function mergedFlags(spots, place, width) {
  /** @type {Flag[]} */
  const flags = [];
  for (const spot of spots) {
    const x = Math.round(place(spot.frequency_hz));
    const last = flags[flags.length - 1];
    if (last && x < last.right) {
      last.spots.push(spot);
      last.right = last.x + POLE + width(flagText(last));
    } else flags.push({ x, right: x + POLE + width(spot.label), spots: [spot] });
  }
  return flags;
}

/** "DL1ABC +2" @param {{spots: Spot[]}} flag */
export const flagText = ({ spots }) => (spots.length > 1 ? `${spots[0].label} +${spots.length - 1}` : spots[0].label);

/** The flag under a point. @param {Flag[]} flags @param {number} x @param {number} y @returns {Flag | null} */
export function flagAt(flags, x, y) {
  if (y < LANE.top || y >= LANE.top + LANE.height) return null;
  return flags.find((flag) => x >= flag.x - 3 && x < flag.right) ?? null;
}

/** @param {Sheet} sheet */
export function drawSpots(sheet) {
  const { context, state, geometry, theme } = sheet;
  const { fromHz, toHz } = state.band;
  const here = state.placesShown ? state.spots.filter(({ frequency_hz: hz }) => hz >= fromHz && hz <= toHz) : [];
  state.spotFlags = mergedFlags(here, (hz) => xOf(geometry, state, hz), (text) => context.measureText(text).width + 4);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const flag of state.spotFlags) {
    context.fillStyle = theme.accent;
    context.fillRect(flag.x, LANE.top, 1, geometry.spectrum.height - LANE.top);
    context.fillRect(flag.x, LANE.top + 3, 4, LANE.height - 6);
    label(sheet, flagText(flag), flag.x + POLE, LANE.top + LANE.height / 2, theme.label, theme.halo);
  }
}
