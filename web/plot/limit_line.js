// SPDX-License-Identifier: MIT
// The limit line over the spectrum, and whether the levels keep to it.

import { hzAt, yOfDb } from './geometry.js';
import { FONT } from './theme.js';
import { formatDb, formatFrequency } from '../controls/numbers.js';
import { limitAt, worstAgainst } from '../measure/limit.js';
import { stepHz } from '../state/state.js';
import { unitShift } from '../state/units.js';
import { say } from '../words/text.js';

/** @typedef {import('./trace_lines.js').Sheet} Sheet */
/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Row} Row */

/** The limit at a frequency as a level of the server, whatever unit it was entered in. @param {State} state
 * @param {number} hz */
export function serverLimit(state, hz) {
  const { limit } = state;
  return limit ? limitAt(limit.points, hz) - unitShift({ ...state, unit: limit.unit }, hz) : NaN;
}

/** What is held counts, if it is shown; else the mean of the newest row. @param {State} state @param {Row | null} row */
export function limitVerdict(state, row) {
  const held = state.peakHold ? state.traces.max.held : null;
  const judged = held ?? row;
  if (!state.limit || !judged) return null;
  return worstAgainst(judged, judged.levels.mean ? 'mean' : 'max', (hz) => serverLimit(state, hz));
}

/** @param {import('../measure/limit.js').Verdict | null} verdict @param {number} step Hz */
export function verdictText(verdict, step) {
  if (!verdict) return say('limit.no-data');
  const values = { db: formatDb(Math.abs(verdict.overDb)), frequency: formatFrequency(verdict.hz, step) };
  return say(verdict.overDb > 0 ? 'limit.fail' : 'limit.pass', values);
}

/** @param {Sheet} sheet @param {Row | null} row */
export function drawLimit(sheet, row) {
  const { context, state, geometry, theme } = sheet;
  if (!state.limit) return;
  let drawing = false;
  context.beginPath();
  for (let x = 0; x <= geometry.spectrum.width; ++x) {
    const y = yOfDb(geometry, state, serverLimit(state, hzAt(geometry, state, x + geometry.gutter)));
    if (drawing && !Number.isNaN(y)) context.lineTo(x, y);
    else if (!Number.isNaN(y)) context.moveTo(x, y);
    drawing = !Number.isNaN(y);
  }
  context.strokeStyle = theme.limit;
  context.lineWidth = 1.5;
  context.stroke();
  const verdict = limitVerdict(state, row);
  context.font = FONT;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillStyle = verdict && verdict.overDb > 0 ? theme.limit : theme.label;
  context.fillText(verdictText(verdict, stepHz(state, geometry.spectrum.width)), geometry.narrow ? 48 : 8, 14);
}
