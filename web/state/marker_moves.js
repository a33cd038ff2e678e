// SPDX-License-Identifier: MIT
// Moves markers without a pointer. Pure but for the actions.

import { stepHz } from './state.js';

/** @typedef {import('./actions.js').Actions} Actions */

const PLOT_COLUMNS = 1000; // about a pixel

/** Chooses the marker that taps and keys move; one that is not set yet is put into the middle of the screen.
 * @param {Actions} actions @param {number} index 0 or 1 */
export function chooseMarker(actions, index) {
  const { state } = actions;
  const { fromHz, toHz } = state.band;
  state.chosenMarker = index;
  if (state.markers[index]) return actions.setDisplay({});
  if (index > state.markers.length) actions.setMarker(0, fromHz + (toHz - fromHz) / 3);
  actions.setMarker(index, (fromHz + toHz) / 2);
}

/** @param {Actions} actions @param {number} pixels to the right */
export function moveMarker(actions, pixels) {
  const { state } = actions;
  const marker = state.markers[state.chosenMarker];
  if (!marker) return chooseMarker(actions, Math.min(state.chosenMarker, state.markers.length));
  const { fromHz, toHz } = state.band;
  const hz = marker.hz + pixels * stepHz(state, PLOT_COLUMNS);
  actions.setMarker(state.chosenMarker, Math.min(toHz, Math.max(fromHz, hz)));
}

/** @param {Actions} actions */
export function removeMarker(actions) {
  const { state } = actions;
  actions.setMarkers(state.markers.filter((_, index) => index !== state.chosenMarker));
  state.chosenMarker = Math.max(0, Math.min(state.chosenMarker, state.markers.length - 1));
}
