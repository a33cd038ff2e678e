// SPDX-License-Identifier: MIT
// The live feed: stores what arrives over the WebSocket in the state, and sends the server the view on the screen.

import { Connection } from './connection.js';
import { Throttle } from './throttle.js';
import { Generation } from './generation.js';
import { PAUSED, watchVisibility } from './hidden_page.js';
import { LinkQuality } from './link_quality.js';
import { FLAG, decodeRow } from './decode_row.js';
import { bandAround, requestFor } from '../state/view.js';
import { rowMs, settledSweepMs, transformBinHz } from '../state/state.js';
import { holdRow } from '../state/analyzer.js';
import { adoptRights } from '../state/by_hand.js';
import { adoptZoom, binShiftHz } from '../state/zoom.js';
import { getJson, socketProtocols, socketUrl } from './api.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('./types.js').Row} Row */

const VIEW_EVERY_MS = 40;
const PING_EVERY_MS = 2000;
const RECENT_MS = 3000; // of past rows with a new view; the scrollback fetches the rest separately
const SETTLED_MS = 120;
const STATUS_MS = 1000; // between messages while no rows are sent
const STATUS_AGAIN_MS = 250;

export class ReceiverFeed extends EventTarget {
  #isPaused = watchVisibility({ pause: () => this.#link.send(PAUSED), resume: () => this.#resume() });
  #views = new Throttle(VIEW_EVERY_MS, (/** @type {object} */ view) => this.#link.send(this.#isPaused() ? PAUSED : view));
  #settle = 0;
  #pingId = 0;
  #generation = new Generation();
  #seesAll = true; // the view in force is the whole band
  #asked = ''; // the view asked for last
  #statuses = new Throttle(STATUS_AGAIN_MS, () => {
    getJson('api/v1/status').then((status) => this.#status(status), () => {}); // the WebSocket brings the next one
  });
  #link;
  #quality;

  /** Dispatches `status`, `row`, `link` and, as a CustomEvent with the server's message, `notice`.
   * @param {State} state @param {{columns: () => number, isNarrow: () => boolean,
   *   retuned: (band: import('./types.js').Band) => void, refused: () => Promise<boolean>}} page */
  constructor(state, page) {
    super();
    this.state = state;
    this.page = page;
    this.#quality = new LinkQuality(state, page.isNarrow);
    this.#link = new Connection(socketUrl(), socketProtocols, {
      opened: () => this.#opened(),
      text: (message) => this.#text(message),
      row: (message) => this.#row(message),
      state: (link, waitMs) => this.#linkChanged(link, waitMs),
      refused: page.refused,
    });
    window.addEventListener('offline', () => this.#link.suspect());
    window.setInterval(() => {
      this.#ping();
      this.#adoptDetail(this.#quality.check());
    }, PING_EVERY_MS);
  }

  /** Also in place of a connection: with the token that is known now. */
  connect() {
    this.#link.reconnect();
  }

  #opened() {
    this.#quality.restart();
    this.#generation.restart();
    this.#seesAll = true;
    adoptZoom(this.state, { rbw_hz: null });
    this.#ping();
  }

  /** Call when the user or the screen may ask for another detail. */
  judgeLink() {
    this.#adoptDetail(this.#quality.judge());
  }

  /** A hidden tab is paused, and asks again when it is shown. @param {boolean} changed */
  #adoptDetail(changed) {
    if (changed && this.#asked !== '' && !document.hidden) this.viewChanged();
  }

  #view() {
    const { band, whole, thrifty } = this.state;
    const request = requestFor(band, whole, this.page.columns(), transformBinHz(this.state), thrifty ? 0 : undefined);
    return { type: 'view', pause: false, partial: true, ...this.#quality.detail(), ...request, bins: Math.min(request.bins, thrifty ? this.page.columns() : Infinity) };
  }

  /** Of a new connection or tuning; a paused tab stays so. @param {boolean} recent also ask for past rows, which on a slow link the scrollback fetches in pieces */
  #sendView(recent) {
    const view = this.#view();
    this.#asked = JSON.stringify(view);
    if (recent && !this.state.thrifty && !this.#isPaused()) this.#link.send({ ...view, recent: Math.max(1, Math.min(100, Math.round(RECENT_MS / rowMs(this.state)))) });
    else this.#views.offer(view);
  }

  /** Asks again if the view takes something else: other bins of a longer transform, the detector now on the screen. */
  reviseView() {
    if (this.#asked !== '' && this.#asked !== JSON.stringify(this.#view())) this.viewChanged();
  }

  viewChanged() {
    this.#sendView(false);
    window.clearTimeout(this.#settle);
    this.#settle = window.setTimeout(() => this.#sendView(true), SETTLED_MS);
  }

  #resume() {
    this.#link.retryNow();
    this.#sendView(true);
  }

  #ping() {
    const id = ++this.#pingId;
    if (this.#link.send({ type: 'ping', id })) this.#quality.pinged(id);
  }

  /** @param {any} message */
  #text(message) {
    if (adoptRights(this.state, message)) this.dispatchEvent(new Event('status'));
    if (message.type === 'hello' || message.type === 'status') this.#status(message.status);
    if (message.type === 'hello') this.#sendView(true); // not earlier: the band of the radio has to be known
    if (message.type === 'pong') this.#adoptDetail(this.#quality.answered(message));
    if (message.type === 'zoom') adoptZoom(this.state, message);
    if (message.type === 'view') this.#seesAll = message.from === null && message.to === null;
    else if (message.type === 'tuning') this.adoptTuning(message.tuning, message.generation);
    else if (message.type === 'event' || message.type === 'error') {
      this.dispatchEvent(new CustomEvent('notice', { detail: message }));
    }
  }

  /** @param {import('./types.js').ServerStatus} status */
  #status(status) {
    const { state } = this;
    state.status = { ...status, receivedAt: Date.now(), tuning: this.#generation.latestTuning(status) };
    state.sweepMs = settledSweepMs(state.sweepMs, status);
    const { source, sweep } = status;
    if (!this.#generation.isAfter(source.generation)) {
      this.page.retuned(sweep ? { fromHz: sweep.from_hz, toHz: sweep.to_hz } : bandAround(source.center_hz, source.rate_hz));
    }
    this.#link.expectEvery(source.state === 'streaming' && !state.thrifty ? Math.min(STATUS_MS, rowMs(state)) : STATUS_MS);
    this.reviseView();
    this.dispatchEvent(new Event('status'));
  }

  /** Does not wait for the next status. @param {import('./types.js').TuningState} tuning @param {number} generation */
  adoptTuning(tuning, generation) {
    if (!this.state.status) return;
    this.#generation.accept(tuning, generation);
    this.state.status.tuning = tuning;
    this.reviseView();
    this.dispatchEvent(new Event('status'));
  }

  /** The page moves with the first row of a new tuning: a status comes only once a second.
   * @param {Row} row */
  #followTuning(row) {
    if (!this.#generation.isChangedBy(row)) return;
    if (this.#seesAll && row.bins > 0) this.page.retuned(bandAround(row.centerHz, row.spanHz));
    this.#statuses.offer(row.generation);
  }

  /** @param {ArrayBuffer} message */
  #row(message) {
    const row = decodeRow(message);
    this.state.skippedRows += row.skipped;
    this.#followTuning(row);
    if (row.bins === 0) return;
    this.adopt(row);
    const isNewest = row.time >= (this.state.live.newest?.time ?? -Infinity);
    this.state.live.insert(row);
    if (isNewest) this.#newest(row);
    this.dispatchEvent(new CustomEvent('row', { detail: { row, isNewest } }));
  }

  /** @param {Row} row */
  adopt(row) {
    row.binShiftHz = binShiftHz(this.state, row);
  }

  /** @param {Row} row */
  #newest(row) {
    if (row.flags & FLAG.partial) return; // the whole row counts, once
    if (!(row.flags & FLAG.history)) this.#quality.arrived(row);
    holdRow(this.state, row);
  }

  /** @param {import('./connection.js').ConnectionState} link @param {number} waitMs */
  #linkChanged(link, waitMs) {
    this.state.link = link;
    this.state.retryAt = performance.now() + waitMs;
    if (link !== 'open') this.state.latencyMs = NaN;
    if (link === 'connecting') this.state.access = null;
    this.dispatchEvent(new Event('link'));
  }
}
