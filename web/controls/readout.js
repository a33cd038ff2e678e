// SPDX-License-Identifier: MIT
// The read-outs at the pointer and of the markers: frequency, level, time.

import { FLAG, binAt, levelDb } from '../feed/decode_row.js';
import { element } from './dom.js';
import { hzAt, timeAt } from '../plot/geometry.js';
import { dateTimeText } from './clock_text.js';
import { formatDb, formatFrequency, formatWidth } from './numbers.js';
import { msPerPixel, rowAt, shownRow, stepHz } from '../state/state.js';
import { differenceDb, levelNumber, levelText, unitName } from '../state/units.js';
import { say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../plot/geometry.js').Geometry} Geometry */
/** @typedef {{hz: number, time: number, meanDb: number, maxDb: number, minDb: number, exact: boolean}} Reading
 * levels NaN where there is no data */

/** The strongest of the bins within a pixel, so that the number agrees with the picture.
 * @param {import('../feed/types.js').Row} row @param {import('../feed/types.js').Detector} detector @param {number} hz
 * @param {number} pixelHz */
function strongestNear(row, detector, hz, pixelHz) {
  let best = levelDb(row, detector, binAt(row, hz));
  const last = binAt(row, hz + pixelHz / 2);
  for (let bin = Math.max(0, binAt(row, hz - pixelHz / 2)); bin <= last; ++bin) {
    const level = levelDb(row, detector, bin);
    if (!(level <= best)) best = Number.isNaN(level) ? best : level;
  }
  return best;
}

/** @param {State} state @param {Geometry} geometry @param {number} x @param {number} y @returns {Reading | null} */
export function readingAt(state, geometry, x, y) {
  if (x < geometry.gutter || x > geometry.width) return null;
  const hz = hzAt(geometry, state, x);
  const time = timeAt(geometry, state, y, msPerPixel(state));
  const row = Number.isNaN(time) ? shownRow(state, NaN) : rowAt(state, time);
  const pixelHz = stepHz(state, geometry.waterfall.width);
  /** @param {import('../feed/types.js').Detector} detector */
  const level = (detector) => (row ? strongestNear(row, detector, hz, pixelHz) : NaN);
  return { hz, time: row ? row.time : time, meanDb: level('mean'), maxDb: level('max'), minDb: level('min'), exact: row !== null };
}

/** @param {State} state @param {import('../feed/types.js').Row} row @param {number} hz @param {number} pixelHz */
const nearLevel = (state, row, hz, pixelHz) => strongestNear(row, row.levels[state.detector] ? state.detector : 'max', hz, pixelHz * 3);

/** The level a marker shows: the strongest within a few pixels, of the detector that the waterfall shows.
 * @param {State} state @param {number} hz @param {number} pixelHz @returns {number} */
export function levelNear(state, hz, pixelHz) {
  const row = shownRow(state, NaN);
  const level = row ? nearLevel(state, row, hz, pixelHz) : NaN;
  const before = row && row.flags & FLAG.partial ? state.live.newestWhole : null; // a sweep that has not come that far
  return before && Number.isNaN(level) ? nearLevel(state, before, hz, pixelHz) : level;
}

/** @param {State} state @param {Geometry} geometry */
export function showReadout(state, geometry) {
  const box = element('readout', HTMLElement);
  const { cursor } = state;
  const reading = cursor && readingAt(state, geometry, cursor.x, cursor.y);
  box.hidden = !reading;
  if (!cursor || !reading) return;
  box.textContent = readoutText(state, geometry, reading);
  const left = cursor.x + 14 + box.offsetWidth > geometry.width ? cursor.x - 12 - box.offsetWidth : cursor.x + 14;
  const top = Math.max(2, Math.min(cursor.y + 14, geometry.height - box.offsetHeight - 4));
  box.style.transform = `translate(${Math.max(0, Math.round(left))}px, ${Math.round(top)}px)`;
}

/** @param {State} state @param {Geometry} geometry @param {Reading} reading */
function readoutText(state, geometry, reading) {
  const frequency = formatFrequency(reading.hz, Math.max(1, stepHz(state, geometry.waterfall.width)));
  if (!reading.exact) return `${frequency}\n${say('no-data')}`;
  const levels = [[say('readout.max'), reading.maxDb], [say('readout.mean'), reading.meanDb]]
    .filter(([, level]) => !Number.isNaN(level))
    .map(([name, level]) => `${name} ${levelNumber(state, Number(level), reading.hz)}`);
  return `${frequency}\n${levels.join('  ')} ${unitName(state)}\n${dateTimeText(state, reading.time)}`;
}

/** @param {State} state @param {Geometry} geometry */
export function showMarkers(state, geometry) {
  const box = element('marker-readout', HTMLElement);
  box.hidden = state.markers.length === 0;
  if (box.hidden) return;
  const step = stepHz(state, geometry.waterfall.width);
  const levels = state.markers.map((marker) => levelNear(state, marker.hz, step));
  const lines = state.markers.map((marker, index) =>
    `${index + 1}  ${formatFrequency(marker.hz, Math.max(1, step))}  ${levelText(state, levels[index], marker.hz)}`);
  if (lines.length === 2) {
    const [one, two] = state.markers;
    lines.push(`Δ  ${formatWidth(two.hz - one.hz)}  ${formatDb(differenceDb(state, { db: levels[0], hz: one.hz }, { db: levels[1], hz: two.hz }))} dB`);
  }
  box.textContent = lines.join('\n');
}
