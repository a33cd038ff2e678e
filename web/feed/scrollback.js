// SPDX-License-Identifier: MIT
// Fetches rows from the server's history for the time on the screen: rows older than the page, and, after a zoom, rows
// that the page has only for the previous view. One request at a time, which is left alone while it is of use.

import { ApiError, getBinary } from './api.js';
import { FLAG, binHz, decodeRows } from './decode_row.js';
import { HistoryPace, joined, newestMissing, rowsIn, touch } from './history_plan.js';
import { requestFor, spanOf } from '../state/view.js';
import { msPerPixel, rowMs, transformBinHz } from '../state/state.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('./types.js').Row} Row */
/** @typedef {import('./types.js').Stretch} Stretch */
/** @typedef {import('./history_plan.js').Piece} Piece */

const SETTLED_MS = 200;
const RETRY_MS = 5000; // after a refusal
const MOST_BINS = 4096;

export class Scrollback {
  #timer = 0;
  #pace = new HistoryPace();
  /** @type {(Stretch & {view: string}) | null} what has been fetched */
  #has = null;
  /** @type {(Stretch & {view: string, abort: AbortController}) | null} what is being fetched */
  #flight = null;
  #restUntil = 0;

  /** @param {State} state @param {{columns: () => number, waterfallHeight: () => number, pixelRatio: () => number,
   *   adopt: (row: Row) => void, arrived: (from: number, to: number) => void, pastEnd?: () => number}} page
   *   pastEnd: what is older comes from tiles (history/past.js) */
  constructor(state, page) {
    this.state = state;
    this.page = page;
  }

  /** Call when time or view changed, and with every status: fetches what the screen lacks. */
  check() {
    if (this.#flight && this.#flight.view !== this.#view()) this.#stop();
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#fetchMissing(), SETTLED_MS);
  }

  #stop() {
    this.#flight?.abort.abort();
    this.#flight = null;
  }

  /** What rows have to agree in to be shown next to each other. */
  #view() {
    const { detector, timeZoom } = this.state;
    return JSON.stringify([this.#request(false), detector, timeZoom]);
  }

  /** @param {boolean} coarse */
  #request(coarse) {
    const { band, whole } = this.state;
    const request = requestFor(band, whole, this.page.columns(), transformBinHz(this.state), coarse ? 0 : undefined);
    return { ...request, bins: Math.min(request.bins, coarse ? this.page.columns() : MOST_BINS) };
  }

  #lineMs() {
    return Math.max(rowMs(this.state), msPerPixel(this.state) / this.page.pixelRatio());
  }

  /** Whether a row shows the view at full resolution: all of it, with bins no wider than a pixel or the transform's.
   * @returns {(row: Row) => boolean} */
  #sharpness() {
    const { band, whole } = this.state;
    const widest = Math.max(transformBinHz(this.state) * 1.01, (spanOf(band) / this.page.columns()) * 1.2);
    const [low, high] = [Math.max(band.fromHz, whole.fromHz), Math.min(band.toHz, whole.toHz)];
    return (row) => {
      const [slack, half] = [binHz(row), row.spanHz / 2];
      return slack <= widest && row.centerHz - half <= low + slack && row.centerHz + half >= high - slack;
    };
  }

  /** The stretch on the screen; null while there is no row. @returns {Stretch | null} */
  #screen() {
    const { topTime, status } = this.state;
    if (Number.isNaN(topTime) || !status?.rows.sequence) return null;
    const from = Math.max(topTime - this.page.waterfallHeight() * msPerPixel(this.state), this.page.pastEnd?.() ?? -Infinity);
    return from < topTime ? { from, to: topTime } : null;
  }

  /** What of the screen sharp live rows do not cover; isGap: rows were lost, before and after which there are others.
   * @param {Stretch} screen @returns {(Stretch & {isGap: boolean}) | null} */
  #wanted({ from, to: topTime }) {
    const { live } = this.state;
    const isSharp = this.#sharpness();
    let [to, isGap] = [topTime, false];
    for (let index = live.rows.length - 1; index >= 0 && live.rows[index].time > from; --index) {
      const row = live.rows[index];
      if (row.time > topTime) continue;
      isGap = to < topTime && row.time + row.duration * 1.5 < to;
      if (isGap || row.time + row.duration * 1.5 < to || !isSharp(row)) break;
      to = row.time;
    }
    return to > from + 2 * rowMs(this.state) ? { from, to, isGap } : null;
  }

  #fetchMissing() {
    const screen = this.#screen();
    if (!screen || performance.now() < this.#restUntil) return;
    if (this.#flight && touch(this.#flight, screen)) return; // its answer continues with what is missing then
    this.#stop();
    const wanted = this.#wanted(screen);
    if (!wanted) return;
    const view = this.#view();
    if (this.#has?.view !== view) this.#has = null;
    const slack = this.#slack(screen, wanted);
    const missing = newestMissing(wanted, this.#has, slack, wanted.isGap ? 1 : slack);
    if (missing) this.#fetch(missing, wanted, view);
  }

  /** What need not be there: a part of the screen, but no more than half of what live rows cover next to it, because they
   * are forgotten; and less than a line. @param {Stretch} screen @param {Stretch} wanted */
  #slack(screen, wanted) {
    const part = Math.min((wanted.to - wanted.from) * 0.04, (screen.to - wanted.to) / 2);
    return Math.max(part, this.#lineMs()) + 2 * rowMs(this.state);
  }

  /** The newest piece of what is missing, then the next. @param {Stretch} missing @param {Stretch} wanted
   * @param {string} view */
  async #fetch(missing, wanted, view) {
    const fine = this.#request(false).bins * this.#detectors(false).length;
    const piece = this.#pace.next({ fine, coarse: this.#request(true).bins }, this.state.thrifty || this.state.slowLink);
    const stretch = { from: Math.max(missing.from, missing.to - piece.lines * this.#lineMs()), to: missing.to };
    const flight = { ...stretch, view, abort: new AbortController() };
    this.#flight = flight;
    const found = await this.#rows(stretch, piece, flight.abort.signal);
    if (this.#flight !== flight) return; // the view has changed
    this.#flight = null;
    if (!found) return;
    this.#has = { ...joined(this.#has, stretch), view };
    this.#store(found, stretch, wanted);
    this.#fetchMissing();
  }

  /** Null if refused or aborted. @param {Stretch} stretch @param {Piece} piece @param {AbortSignal} signal
   * @returns {Promise<Row[] | null>} */
  async #rows(stretch, piece, signal) {
    const began = performance.now();
    try {
      const body = await getBinary(`api/v1/history?${this.#query(stretch, piece)}`, signal);
      this.#pace.answered(body.byteLength, performance.now() - began);
      return decodeRows(body).filter((row) => row.bins > 0);
    } catch (reason) {
      if (signal.aborted) return null;
      if (!(reason instanceof ApiError || reason instanceof TypeError)) throw reason;
      console.info(`history unavailable: ${reason.message}`); // live rows continue
      this.#restUntil = performance.now() + RETRY_MS;
      return null;
    }
  }

  /** @param {Stretch} stretch @param {Piece} piece */
  #query(stretch, piece) {
    const { from, to, bins } = this.#request(piece.coarse);
    const query = new URLSearchParams({ bins: String(bins), detectors: this.#detectors(piece.coarse).join(','),
      bytes: String(piece.bytesPerLevel), rows: String(rowsIn(stretch, this.#lineMs())), since: (stretch.from / 1000).toFixed(3),
      until: (stretch.to / 1000).toFixed(3) });
    if (from !== null) query.set('from', from.toFixed(3));
    if (to !== null) query.set('to', to.toFixed(3));
    return query;
  }

  /** @param {boolean} coarse */
  #detectors(coarse) {
    const { detector } = this.state;
    if (coarse) return [detector];
    return detector === 'mean' ? ['mean', 'max'] : ['mean', detector];
  }

  /** @param {Row[]} found @param {Stretch} stretch @param {Stretch} wanted */
  #store(found, stretch, wanted) {
    const { live, past } = this.state;
    const oldest = live.oldest?.time ?? Infinity;
    for (const row of found) {
      this.page.adopt(row);
      if (row.time >= oldest && !(row.flags & FLAG.merged)) live.insert(row);
    }
    const screen = wanted.to - wanted.from;
    const keep = { from: wanted.from - screen, to: wanted.to + screen };
    past.replaceBetween(stretch, found, keep);
    if (this.#has) this.#has = { ...this.#has, from: Math.max(this.#has.from, keep.from), to: Math.min(this.#has.to, keep.to) };
    this.page.arrived(stretch.from, stretch.to);
  }
}
