// SPDX-License-Identifier: MIT
// The sound of one place of the band, as it comes from the server. A connection that is lost is opened again; another
// place, mode or option is a further message on the same connection.

import { ServerClock } from '../feed/clock.js';
import { ApiError } from '../feed/api.js';
import { changeOf } from './request.js';
import { SoundReader } from './sound_reader.js';

/** @typedef {import('./request.js').Reception} Reception */
/** What prevents sound: the radio is elsewhere, the connection is lost, or the server refuses.
 * @typedef {'opening' | 'listening' | 'waiting' | 'lost' | 'refused'} StreamState */
/** The server's message `meter`. @typedef {{level_db: number, level_dbm: number | null, snr_db: number | null, squelch_open: boolean,
 *   agc_gain_db: number, carrier_offset_hz: number | null, ctcss_hz: number | null, stereo: boolean, notches_hz: number[]}} Meter */
/** @typedef {{begin: (port: MessagePort) => void, changed: (state: StreamState, reason: string) => void,
 *   metered: (meter: Meter) => void, isReceived: (hz: number) => boolean}} Listener */

const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 8000;
const LOOK_EVERY_MS = 1000;
const SILENT_MS = 5000; // the connection is dead: a status comes every second
const OUTSIDE_MS = 500;
const CHANGE_EVERY_MS = 120; // while an edge is dragged

export class SoundStream {
  #wanted = true;
  #connection = new AbortController();
  #isReading = false;
  #retryMs = FIRST_RETRY_MS;
  #heardAt = 0; // by performance.now()
  #wake = () => {};
  #timer = 0;
  #reader = new SoundReader();
  clock = new ServerClock();
  /** @type {'opus' | 's16' | ''} */
  codec = '';
  bitsPerSecond = NaN;

  /** @param {Reception} reception @param {Listener} listener */
  constructor(reception, listener) {
    this.reception = reception;
    this.open = reception; // what the server has been asked for
    this.listener = listener;
    this.#run();
  }

  stop() {
    this.#wanted = false;
    window.clearTimeout(this.#timer);
    this.#connection.abort();
    this.#reader.stop();
    this.#wake();
  }

  /** @param {Reception} reception */
  change(reception) {
    this.reception = reception;
    if (this.#timer === 0) this.#timer = window.setTimeout(() => this.#apply(), CHANGE_EVERY_MS);
  }

  #apply() {
    this.#timer = 0;
    const change = changeOf(this.open, this.reception);
    if (!change) return;
    if (this.#isReading && this.#isReceived()) {
      this.open = this.reception;
      this.#reader.change(change);
      return;
    }
    this.#retryMs = FIRST_RETRY_MS;
    this.#connection.abort();
    this.#wake();
  }

  #isReceived() {
    return this.listener.isReceived(this.reception.center);
  }

  async #run() {
    while (this.#wanted) {
      this.#connection = new AbortController();
      const looking = window.setInterval(() => this.#look(), LOOK_EVERY_MS);
      const changed = () => this.#connection.signal.aborted;
      try {
        if (this.#isReceived()) await this.#listen(this.#connection.signal);
        else this.listener.changed('waiting', '');
      } catch (reason) {
        if (!changed()) this.#failed(reason);
      } finally {
        window.clearInterval(looking);
        this.#isReading = false;
      }
      const isOutside = !this.#isReceived();
      if (this.#wanted && (isOutside || !changed())) await this.#pause(isOutside ? OUTSIDE_MS : this.#retryMs);
    }
  }

  /** @param {unknown} reason */
  #failed(reason) {
    if (this.#wanted) this.listener.changed(reason instanceof ApiError ? 'refused' : 'lost', reason instanceof ApiError ? reason.message : '');
    this.#retryMs = Math.min(LAST_RETRY_MS, 2 * this.#retryMs);
  }

  /** @param {number} ms */
  #pause(ms) {
    return new Promise((/** @type {(value: void) => void} */ done) => {
      const timer = window.setTimeout(done, ms);
      this.#wake = () => {
        window.clearTimeout(timer);
        done();
      };
    });
  }

  /** Until the connection ends, which it does only when something is wrong. @param {AbortSignal} signal */
  async #listen(signal) {
    this.open = this.reception;
    this.#isReading = true;
    this.#heardAt = performance.now();
    this.listener.changed('opening', '');
    await this.#reader.read(this.open, signal, {
      opened: (port) => this.listener.begin(port),
      heard: (bitsPerSecond) => {
        this.#heardAt = performance.now();
        this.bitsPerSecond = bitsPerSecond;
      },
      said: (message) => this.#said(message),
      pong: (sentAt, receivedAt, serverTime) => this.clock.answered(sentAt, receivedAt, serverTime),
    });
  }

  /** @param {any} message */
  #said(message) {
    if (message.type === 'meter') return this.listener.metered(message);
    this.codec = message.codec;
    if (message.state === 'waiting') return this.listener.changed('waiting', message.reason ?? '');
    this.#retryMs = FIRST_RETRY_MS;
    this.listener.changed('listening', '');
  }

  /** Whether the connection lives. */
  #look() {
    const connection = this.#connection;
    if (performance.now() - this.#heardAt < SILENT_MS || connection.signal.aborted || !this.#wanted) return;
    this.#failed(null);
    connection.abort();
  }
}
