// SPDX-License-Identifier: MIT
// The live feed: stores what arrives over the WebSocket in the state, and sends the server the view on the screen.

import { Connection } from './connection.js';
import { Throttle } from './throttle.js';
import { ServerClock } from './clock.js';
import { decodeRow, binHz } from './decode_row.js';
import { bandAround, requestFor } from '../state/view.js';
import { rowMs, transformBinHz } from '../state/state.js';
import { socketProtocols, socketUrl } from './api.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('./types.js').Row} Row */

const VIEW_EVERY_MS = 40;
const HIDDEN_MS = 5000; // a hidden tab is paused after this
const PING_EVERY_MS = 2000;
const RECENT_MS = 3000; // of past rows with a new view; the scrollback fetches the rest separately
const SETTLED_MS = 120;
const STATUS_MS = 1000; // between messages while no rows are sent

export class ReceiverFeed extends EventTarget {
  #views = new Throttle(VIEW_EVERY_MS, (/** @type {object} */ view) => this.#link.send(view));
  #settle = 0;
  #hidden = 0;
  /** @type {Map<number, number>} */
  #pings = new Map();
  #pingId = 0;
  #clock = new ServerClock();
  #link;

  /** Dispatches `status`, `row`, `link` and, as a CustomEvent with the server's message, `notice`.
   * @param {State} state @param {{columns: () => number,
   *   retuned: (band: import('./types.js').Band) => void, refused: () => Promise<void>}} page */
  constructor(state, page) {
    super();
    this.state = state;
    this.page = page;
    this.#link = new Connection(socketUrl(), socketProtocols, {
      opened: () => this.#opened(),
      text: (message) => this.#text(message),
      row: (message) => this.#row(message),
      state: (link, waitMs) => this.#linkChanged(link, waitMs),
      refused: page.refused,
    });
    document.addEventListener('visibilitychange', () => this.#visibility());
    window.setInterval(() => this.#ping(), PING_EVERY_MS);
  }

  connect() {
    this.#link.connect();
  }

  retryNow() {
    this.#link.retryNow();
  }

  #opened() {
    this.#pings.clear();
    this.#ping();
  }

  /** @param {boolean} recent also ask for past rows */
  #sendView(recent) {
    const { band, whole } = this.state;
    const view = { type: 'view', detectors: ['mean', 'max', 'min'], bytes: 2, pause: false,
      ...requestFor(band, whole, this.page.columns(), transformBinHz(this.state)) };
    if (recent) this.#link.send({ ...view, recent: Math.max(1, Math.min(100, Math.round(RECENT_MS / rowMs(this.state)))) });
    else this.#views.offer(view);
  }

  viewChanged() {
    this.#sendView(false);
    window.clearTimeout(this.#settle);
    this.#settle = window.setTimeout(() => this.#sendView(true), SETTLED_MS);
  }

  #visibility() {
    window.clearTimeout(this.#hidden);
    if (document.hidden) {
      this.#hidden = window.setTimeout(() => this.#link.send({ type: 'view', pause: true }), HIDDEN_MS);
      return;
    }
    this.#link.retryNow();
    this.#sendView(true);
  }

  #ping() {
    const id = ++this.#pingId;
    if (this.#link.send({ type: 'ping', id })) this.#pings.set(id, Date.now());
    if (this.#pings.size > 8) this.#pings.clear();
  }

  /** @param {any} message */
  #text(message) {
    if (message.type === 'hello' || message.type === 'status') this.#status(message.status);
    if (message.type === 'hello') this.#sendView(true); // not earlier: the band of the radio has to be known
    if (message.type === 'pong') this.#pong(message);
    else if (message.type === 'tuning') this.adoptTuning(message.tuning);
    else if (message.type === 'event' || message.type === 'error') {
      this.dispatchEvent(new CustomEvent('notice', { detail: message }));
    }
  }

  /** @param {import('./types.js').ServerStatus} status */
  #status(status) {
    this.state.status = status;
    const { source, sweep } = status;
    this.page.retuned(sweep ? { fromHz: sweep.from_hz, toHz: sweep.to_hz } : bandAround(source.center_hz, source.rate_hz));
    this.#link.expectEvery(source.state === 'streaming' ? Math.min(STATUS_MS, rowMs(this.state)) : STATUS_MS);
    this.dispatchEvent(new Event('status'));
  }

  /** Adopts a tuning just accepted by the server, before the next status reports it. @param {import('./types.js').TuningState} tuning */
  adoptTuning(tuning) {
    if (!this.state.status) return;
    this.state.status.tuning = tuning;
    this.dispatchEvent(new Event('status'));
  }

  /** @param {{id: number, time: string}} message */
  #pong(message) {
    const sentAt = this.#pings.get(message.id);
    if (sentAt === undefined) return;
    this.#pings.delete(message.id);
    this.#clock.answered(sentAt, Date.now(), Date.parse(message.time));
  }

  /** @param {ArrayBuffer} message */
  #row(message) {
    const row = decodeRow(message);
    this.state.bytesReceived += message.byteLength;
    this.state.skippedRows += row.skipped;
    if (row.bins === 0) return;
    this.adopt(row);
    const isNewest = row.time >= (this.state.live.newest?.time ?? -Infinity);
    this.state.live.insert(row);
    if (isNewest) this.#newest(row);
    this.dispatchEvent(new CustomEvent('row', { detail: { row, isNewest } }));
  }

  /** Cells are drawn around the frequencies they stand for, which takes the width of a bin of the transform.
   * @param {Row} row */
  adopt(row) {
    row.binShiftHz = Math.min(transformBinHz(this.state), binHz(row)) / 2;
  }

  /** @param {Row} row */
  #newest(row) {
    const ahead = this.#clock.aheadMs;
    const latency = Date.now() + ahead - (row.time + row.duration);
    const before = this.state.latencyMs;
    if (!Number.isNaN(latency)) this.state.latencyMs = Number.isNaN(before) ? latency : before + (latency - before) * 0.1;
    if (this.state.peakHold) this.state.hold.add(row);
  }

  /** @param {import('./connection.js').ConnectionState} link @param {number} waitMs */
  #linkChanged(link, waitMs) {
    this.state.link = link;
    this.state.retryAt = performance.now() + waitMs;
    if (link !== 'open') this.state.latencyMs = NaN;
    this.dispatchEvent(new Event('link'));
  }
}
