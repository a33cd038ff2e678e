// SPDX-License-Identifier: MIT
// `window.spectrumd`: what the page shows, for tests and for the console. Read-only; nothing on the page uses it.

import { binAt, levelDb } from '../feed/decode_row.js';
import { hzAt, timeAt, xOf, yOfDb } from './geometry.js';
import { readingAt } from '../controls/readout.js';
import { msPerPixel } from '../state/state.js';

/** @param {import('./plot.js').Plot} plot */
export function makeProbe(plot) {
  const { state } = plot;
  return Object.freeze({
    /** The read-out at a position in CSS pixels of the plot. @param {number} x @param {number} y */
    readout: (x, y) => readingAt(state, plot.geometry, x, y),
    /** @param {number} x */
    frequencyAt: (x) => hzAt(plot.geometry, state, x),
    /** @param {number} hz */
    xOf: (hz) => xOf(plot.geometry, state, hz),
    /** @param {number} db */
    yOf: (db) => yOfDb(plot.geometry, state, db),
    /** Milliseconds since 1970. @param {number} y */
    timeAt: (y) => timeAt(plot.geometry, state, y, msPerPixel(state)),
    /** Mean level of the newest row in the bin of a frequency, dB. @param {number} hz */
    levelAt: (hz) => {
      const row = state.live.newest && state.live.completed(state.live.newest);
      return row ? levelDb(row, 'mean', binAt(row, hz)) : NaN;
    },
    /** The header of the newest row. */
    lastRow: () => {
      const row = state.live.newest;
      return row && { ...row, levels: Object.keys(row.levels) };
    },
    /** The levels of the newest line of the waterfall, from the left, 0 where there is no data. */
    newestLine: () => Array.from(plot.waterfall.lines.newest),
    /** The state of the page. */
    facts: () => ({
      link: state.link, renderer: plot.waterfall.renderer.name, geometry: plot.geometry, band: state.band,
      whole: state.whole, range: state.range, autoRange: state.autoRange, axisRange: state.axisRange, palette: state.palette,
      detector: state.detector, peakHold: state.peakHold, measured: state.measured, frozenAt: state.frozenAt, topTime: state.topTime,
      msPerPixel: msPerPixel(state), markers: state.markers, rows: state.live.rows.length,
      pastRows: state.past.rows.length, oldest: state.live.oldest?.time ?? NaN, latencyMs: state.latencyMs,
      skippedRows: state.skippedRows, access: state.access, pull: state.pull, peaks: state.peaks, spotFlags: state.spotFlags, filled: plot.waterfall.lines.filled,
    }),
  });
}
