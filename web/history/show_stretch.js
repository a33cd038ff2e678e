// SPDX-License-Identifier: MIT
// Shows a stretch of time on the whole screen.

import { msPerPixel } from '../state/state.js';
import { LEAST_TIME_ZOOM, nextTimeZoom } from '../state/time_zoom.js';

/** The zoom at which a stretch just fits. @param {number} zoom now @param {number} msPerPixelNow @param {number} pixels @param {number} ms */
export function zoomFor(zoom, msPerPixelNow, pixels, ms) {
  let next = nextTimeZoom(LEAST_TIME_ZOOM, -1);
  for (;;) {
    const finer = nextTimeZoom(next, 1);
    if (finer === next || ((msPerPixelNow * zoom) / finer) * pixels < ms) return next;
    next = finer;
  }
}

/** @param {import('../state/actions.js').Actions} actions @param {import('../feed/types.js').Stretch} stretch @param {number} pixels high */
export function showStretch(actions, { from, to }, pixels) {
  const { state } = actions;
  const wanted = zoomFor(state.timeZoom, msPerPixel(state), pixels, to - from);
  while (state.timeZoom !== wanted) actions.zoomTime(wanted > state.timeZoom ? 1 : -1);
  actions.jumpTo((from + to) / 2, pixels * msPerPixel(state));
}
