// SPDX-License-Identifier: MIT
// What the page knows about tuning by hand: rights, the step, what gestures do, the chosen marker.

import { kept } from './kept.js';

/** Each may do what those before it may. */
export const ROLES = ['viewer', 'listener', 'tuner', 'admin'];

/** Part of the state of the page. */
export function handState() {
  return {
    /** @type {'change' | 'read' | null} what this connection may do; null: not known yet */
    access: null,
    role: /** @type {string | null} */ (null), // viewer, listener, tuner or admin; null: not known yet
    userName: /** @type {string | null} */ (null), // null with the token of the configuration, or without one
    /** @type {number | 'auto'} Hz */
    tuneStep: /** @type {number | 'auto'} */ (kept('step', 'auto')),
    /** a click tunes instead of setting a marker */
    clickTunes: kept('click_tunes', false),
    /** the wheel turns the radio by steps instead of zooming */
    wheelTunes: kept('wheel_tunes', false),
    /** dragging past the edge of the band tunes */
    dragTunes: kept('drag_tunes', true),
    /** @type {{centerHz: number, armed: boolean} | null} the view is dragged past the edge: where the radio would be
     * tuned to, and whether it will be when the pointer is released */
    pull: /** @type {{centerHz: number, armed: boolean} | null} */ (null),
    /** @type {import('../feed/types.js').Band | null} what is shown while the radio is on its way there */
    awaited: /** @type {import('../feed/types.js').Band | null} */ (null),
    /** the marker that a tap and the keys set and move: 0 or 1 */
    chosenMarker: 0,
  };
}

/** From the first message of a connection, and when the role has changed. @param {import('./state.js').State} state
 * @param {any} message @returns {boolean} whether rights have changed that are shown already */
export function adoptRights(state, { type, access, role, name }) {
  if (type !== 'hello' && type !== 'access') return false;
  Object.assign(state, { access, role: role ?? null, userName: name ?? null });
  return type === 'access';
}

/** Whether gestures may tune the radio for everybody. @param {import('./state.js').State} state */
export function mayTune({ access, status }) {
  return access === 'change' && status?.source.tunable === true;
}
