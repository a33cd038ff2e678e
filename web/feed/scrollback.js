// SPDX-License-Identifier: MIT
// Fetches rows from the server's history for the time on the screen: rows older than the page, and, after a zoom, rows
// that the page has only for the previous view.

import { ApiError, getBinary } from './api.js';
import { FLAG, binHz, decodeRows } from './decode_row.js';
import { requestFor, spanOf } from '../state/view.js';
import { msPerPixel, rowMs, transformBinHz } from '../state/state.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('./types.js').Row} Row */
/** @typedef {{from: number, to: number}} Stretch */

const SETTLED_MS = 200;
const MOST_LEVELS = 2 ** 21; // of one answer
const MOST_ROWS = 2000; // likewise
const MOST_ANSWERS = 4;
const MOST_BINS = 4096;

export class Scrollback {
  #timer = 0;
  /** @type {(Stretch & {view: string}) | null} what has been fetched */
  #has = null;
  #turn = 0;

  /** @param {State} state @param {{columns: () => number, waterfallHeight: () => number, adopt: (row: Row) => void,
   *   arrived: (from: number, to: number) => void}} page */
  constructor(state, page) {
    this.state = state;
    this.page = page;
  }

  /** Call when time or view changed, and with every status: fetches what the screen lacks. */
  check() {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#fetchMissing(), SETTLED_MS);
  }

  /** Whether a row shows the view at full resolution: all of it, with bins no wider than a pixel or the transform's.
   * @param {Row} row */
  #isSharp(row) {
    const { band, whole } = this.state;
    const widest = Math.max(transformBinHz(this.state) * 1.01, (spanOf(band) / this.page.columns()) * 1.2);
    const slack = binHz(row);
    const [fromHz, toHz] = [row.centerHz - row.spanHz / 2, row.centerHz + row.spanHz / 2];
    return fromHz <= Math.max(band.fromHz, whole.fromHz) + slack && toHz >= Math.min(band.toHz, whole.toHz) - slack &&
      slack <= widest;
  }

  /** The stretch on the screen that sharp live rows do not cover. @returns {Stretch | null} */
  #missing() {
    const { topTime, live } = this.state;
    if (Number.isNaN(topTime)) return null;
    const from = topTime - this.page.waterfallHeight() * msPerPixel(this.state);
    let to = topTime;
    for (let index = live.rows.length - 1; index >= 0 && live.rows[index].time > from; --index) {
      const row = live.rows[index];
      if (row.time > topTime) continue;
      if (row.time + row.duration * 1.5 < to || !this.#isSharp(row)) break;
      to = row.time;
    }
    return to > from + 2 * rowMs(this.state) ? { from, to } : null;
  }

  async #fetchMissing() {
    const missing = this.#missing();
    if (!missing) return;
    const { band, whole, detector } = this.state;
    const detectors = detector === 'mean' ? ['mean', 'max'] : ['mean', detector];
    const request = requestFor(band, whole, this.page.columns(), transformBinHz(this.state));
    const view = JSON.stringify([request, detectors]);
    const slack = (missing.to - missing.from) * 0.04 + 2 * rowMs(this.state);
    const has = this.#has;
    if (has && has.view === view && has.from <= missing.from + slack && has.to >= missing.to - slack) return;
    const query = new URLSearchParams({ bins: String(Math.min(request.bins, MOST_BINS)), detectors: detectors.join(','), bytes: '2' });
    if (request.from !== null) query.set('from', request.from.toFixed(3));
    if (request.to !== null) query.set('to', request.to.toFixed(3));
    await this.#fetch({ ...missing, view }, query, Math.min(MOST_ROWS, Math.floor(MOST_LEVELS / (Math.min(request.bins, MOST_BINS) * detectors.length))));
  }

  /** Newest first, in as many answers as it takes, within reason. @param {Stretch & {view: string}} stretch
   * @param {URLSearchParams} query @param {number} rows that one answer may have */
  async #fetch(stretch, query, rows) {
    const turn = ++this.#turn;
    const span = stretch.to - stretch.from;
    const answers = Math.max(1, Math.min(MOST_ANSWERS, Math.ceil(span / rowMs(this.state) / rows)));
    query.set('rows', String(rows));
    /** @type {Row[]} */
    const fetched = [];
    for (let answer = answers - 1; answer >= 0; --answer) {
      const from = stretch.from + (span * answer) / answers;
      query.set('since', (from / 1000).toFixed(3));
      query.set('until', ((from + span / answers) / 1000).toFixed(3));
      const found = await historyRows(query);
      if (!found || turn !== this.#turn) return; // no answer, or the view has changed
      fetched.push(...found);
      this.#store(found, fetched, { from, to: from + span / answers });
    }
    this.#has = stretch;
  }

  /** @param {Row[]} found @param {Row[]} fetched all so far @param {Stretch} stretch */
  #store(found, fetched, stretch) {
    const oldest = this.state.live.oldest?.time ?? Infinity;
    for (const row of found) {
      this.page.adopt(row);
      if (row.time >= oldest && !(row.flags & FLAG.merged)) this.state.live.insert(row);
    }
    this.state.past.replaceAll(fetched);
    this.page.arrived(stretch.from, stretch.to);
  }
}

/** @param {URLSearchParams} query @returns {Promise<Row[] | null>} */
async function historyRows(query) {
  try {
    return decodeRows(await getBinary(`api/v1/history?${query}`)).filter((row) => row.bins > 0);
  } catch (reason) {
    if (!(reason instanceof ApiError || reason instanceof TypeError)) throw reason;
    console.info(`history unavailable: ${reason.message}`); // live rows continue; the next change fetches again
    return null;
  }
}
