// SPDX-License-Identifier: MIT
// The state of the page in one object. Input writes it (through actions.js), drawing reads it.

import { spanOf } from './view.js';
import { RowStore } from '../feed/row_store.js';
import { handState } from './by_hand.js';
import { analyzerState } from './analyzer.js';

/** @typedef {'autoRange' | 'palette' | 'detector' | 'gamma' | 'newestBelow' | 'smooth' | 'localTime'} PictureSetting */
/** @typedef {'peakHold' | 'minHold' | 'averageHold' | 'traceA' | 'reference' | 'difference' | 'persistence'} TraceSetting */
/** @typedef {'unit' | 'dbPerDivision' | 'noiseLine' | 'limit' | 'markersFollow'} LevelSetting */
/** @typedef {PictureSetting | TraceSetting | LevelSetting} DisplaySetting */
/** @typedef {import('../feed/types.js').Band} Band */
/** @typedef {import('../feed/types.js').LevelRange} LevelRange */
/** @typedef {import('../feed/types.js').Detector} Detector */

export const LIVE_ROWS = 2400; // two minutes at 20 rows a second, about 30 MB with three detectors of 2000 bins

const SWEEP_PIXELS = 2; // high
const SWEEP_TOLERANCE = 0.1;
const SETTLE_SECONDS = 0.015; // of a tuner, at each hop

/** The initial state; the server's first message corrects it. */
export function createState() {
  return {
    /** @type {import('../feed/types.js').ServerStatus | null} */
    status: null,
    /** milliseconds of a sweep, 0 if there is none */
    sweepMs: 0,
    /** @type {import('../feed/connection.js').ConnectionState} */
    link: 'connecting',
    /** when the next attempt to connect is due, by performance.now() */
    retryAt: 0,
    latencyMs: NaN,
    skippedRows: 0,
    /** live rows come in less detail than there is */
    thrifty: true,
    /** the page, or then its history, has arrived slowly */
    slowLink: false,
    /** @type {import('../feed/link_kind.js').DataChoice} how much data the user wants this page to receive */
    dataChoice: 'auto',
    /** bytes a second of the live connection, NaN if not known */
    traffic: NaN,

    /** of rows that are finer than the transform, if they come (zoom.js) */
    zoom: /** @type {{rbwHz: number, lookBackMs: number} | null} */ (null),
    /** why they do not, although the view is finer; from the server */
    zoomRefusal: '',

    live: new RowStore(LIVE_ROWS),
    past: new RowStore(LIVE_ROWS),
    /** rows of the history on disk, best level first @type {RowStore[]} */
    archive: /** @type {RowStore[]} */ ([]),
    /** @type {import('../feed/types.js').Peak[]} */
    peaks: [],

    /** @type {Band} what the radio receives */
    whole: { fromHz: 98.8e6, toHz: 101.2e6 },
    /** @type {Band} what is on the screen */
    band: { fromHz: 98.8e6, toHz: 101.2e6 },
    /** @type {Band | null} what a link asked for, until the band of the radio is known */
    linked: null,
    /** @type {LevelRange} first and last colour */
    range: { floorDb: -90, ceilingDb: -30 },
    /** @type {LevelRange} the axis of the spectrum: that of the colours, with room for what is weaker and stronger */
    axisRange: { floorDb: -96, ceilingDb: -20 },
    autoRange: true,
    /** while the plot is being dragged the automatic range does not move */
    dragging: false,
    palette: 'aurora',
    /** what is shown unless another is chosen */
    defaultPalette: 'aurora',
    /** @type {Detector} what the waterfall shows */
    detector: 'max',
    timeZoom: 1,
    /** the newest row is at the bottom */
    newestBelow: false,
    /** between bins that are wider than a pixel the waterfall is linear, instead of showing the nearest */
    smooth: false,
    /** times by the clock of this computer instead of UTC */
    localTime: false,
    /** of the colours: below 1 the weak levels get more of them */
    gamma: 1,
    /** bands and bookmarks are marked in the spectrum; the region whose bands; the bookmarks, lowest first */
    placesShown: true,
    ownBands: /** @type {import('../bookmark_files/band_plans.js').NamedBand[]} of a band plan that was loaded */ ([]),
    region: /** @type {import('../controls/band_names.js').Region} */ ('all'),
    bookmarks: /** @type {import('./bookmarks.js').Bookmark[]} */ ([]),
    /** of other programs, lowest first; and as they are drawn */
    spots: /** @type {import('../feed/types.js').Spot[]} */ ([]),
    spotFlags: /** @type {import('../plot/spot_flags.js').Flag[]} */ ([]),
    /** the time at the top while the waterfall is frozen; null: live */
    frozenAt: /** @type {number | null} */ (null),
    /** the time at the top of the waterfall */
    topTime: NaN,
    /** the time at the top of the lower half of the waterfall, where that shows a second time */
    secondTop: /** @type {number | null} */ (null),
    /** of time and frequency, with its statistics @type {import('../select/statistics.js').Rectangle | null} */
    selection: /** @type {import('../select/statistics.js').Rectangle | null} */ (null),
    /** @type {{x: number, y: number} | null} the pointer, in CSS pixels of the plot */
    cursor: null,
    /** @type {import('../feed/types.js').Marker[]} */
    markers: [],
    /** @type {{centerHz: number, lowHz: number, highHz: number} | null} the pass band that is heard, its edges from the center */
    listening: /** @type {{centerHz: number, lowHz: number, highHz: number} | null} */ (null),
    ...handState(),

    ...analyzerState(),

    /** the text view announces what changes */
    narrated: false,

    /** What has to be redrawn. */
    stale: { projection: true, spectrum: true, overlay: true, cursor: true },
  };
}

/** @typedef {ReturnType<typeof createState>} State */

/** Milliseconds of a row, as requested. @param {State} state */
export function rowMs(state) {
  return state.sweepMs || 1000 / (state.status?.tuning.rows ?? 20);
}

/** Milliseconds of a sweep, kept while the sweeps last about as long, because after a change all of the waterfall is
 * drawn again. Until the first has ended, what its hops should take.
 * @param {number} now @param {import('../feed/types.js').ServerStatus} status */
export function settledSweepMs(now, { sweep, tuning }) {
  if (!sweep) return 0;
  const next = 1000 * (sweep.revisit_seconds ?? sweep.hops * ((tuning.dwell ?? 0.02) + SETTLE_SECONDS));
  return Math.abs(next - now) < now * SWEEP_TOLERANCE ? now : next;
}

/** Milliseconds of a CSS pixel of the waterfall: whole pixels a row, about 20 of them a second, but of sweeps, which may
 * take half a minute, two a row.
 * @param {State} state */
export function msPerPixel(state) {
  const pixels = state.sweepMs ? SWEEP_PIXELS : Math.max(1, Math.round(rowMs(state) / 50));
  return rowMs(state) / pixels / state.timeZoom;
}

/** The row at a time, of those at hand the finest. @param {State} state @param {number} time */
export function rowAt({ live, past, archive }, time) {
  for (const store of [live, past, ...archive]) {
    const row = store.at(time);
    if (row) return row;
  }
  return null;
}

/** The row of the frozen moment, which may have another gain and resolution than now. @param {State} state */
export function frozenRow(state) {
  return state.frozenAt === null ? null : rowAt(state, state.frozenAt - 1);
}

/** The row whose spectrum is shown: that under the pointer while frozen, else that at the top.
 * @param {State} state @param {number} cursorTime NaN: the pointer is not on the waterfall */
export function shownRow(state, cursorTime) {
  const held = Number.isNaN(cursorTime) ? frozenRow(state) : rowAt(state, cursorTime);
  const row = state.frozenAt === null ? state.live.newest : held;
  return row && state.live.completed(row);
}

/** Width of a bin of the transform, Hz: as requested, so that a change is followed before its first row; but a sweep may
 * use another transform. @param {State} state */
export function transformBinHz(state) {
  const { tuning, sweep, rows } = state.status ?? {};
  if (sweep && rows) return rows.bin_hz;
  return tuning ? tuning.rate / tuning.fft : spanOf(state.whole) / 4096;
}

/** The time by the server's clock, which that of the browser may differ from by days. @param {State} state */
export function serverNow({ status }) {
  return status?.receivedAt ? Date.parse(status.time) + Date.now() - status.receivedAt : Date.now();
}

/** Frequency step worth showing for one pixel. @param {State} state @param {number} columns */
export function stepHz(state, columns) {
  return (state.band.toHz - state.band.fromHz) / Math.max(1, columns);
}

/** @param {State} state */
export function unit(state) {
  return state.status?.unit ?? 'dBFS';
}
