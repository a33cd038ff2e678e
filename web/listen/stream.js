// SPDX-License-Identifier: MIT
// The sound of one place of the band, as it comes from the server. A connection that is lost is opened again; another place
// or mode changes the channel while it streams, or opens another one where that is not allowed.

import { ApiError, getJson, patchJson } from '../feed/api.js';
import { MODES, channelChange, soundPath } from './settings.js';
import { SoundReader } from './sound_reader.js';

/** @typedef {import('./settings.js').Reception} Reception */
/** What prevents sound: the radio is elsewhere, the connection is lost, or the server refuses.
 * @typedef {'opening' | 'listening' | 'waiting' | 'lost' | 'refused'} StreamState */
/** @typedef {{begin: (rate: number, channels: number, port: MessagePort) => void,
 *   changed: (state: StreamState, reason: string) => void, mayChange: () => boolean, isReceived: (hz: number) => boolean}} Listener */

const FIRST_RETRY_MS = 300;
const LAST_RETRY_MS = 8000;
const LOOK_EVERY_MS = 2000; // at the state of the channel
const SILENT_MS = 5000; // the connection may be dead
const OUTSIDE_MS = 500;
const CHANGE_AFTER_MS = 120; // while an edge is dragged

export class SoundStream {
  #wanted = true;
  #connection = new AbortController();
  #channel = NaN;
  #retryMs = FIRST_RETRY_MS;
  #heardAt = 0; // by performance.now()
  #wake = () => {};
  #timer = 0;
  #changes = Promise.resolve();
  #reader = new SoundReader();

  /** @param {Reception} reception @param {Listener} listener */
  constructor(reception, listener) {
    this.reception = reception;
    this.open = reception; // what the channel has
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
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.#changes = this.#changes.then(() => this.#apply())), CHANGE_AFTER_MS);
  }

  async #apply() {
    const { reception, open } = this;
    if (!this.#wanted || soundPath(reception) === soundPath(open)) return;
    const isSameSound = MODES[reception.mode].rate === MODES[open.mode].rate;
    if (!Number.isNaN(this.#channel) && isSameSound && this.listener.mayChange() && this.listener.isReceived(reception.centerHz)) {
      try {
        await patchJson(`api/v1/channels/${this.#channel}`, channelChange(reception));
        this.open = reception;
        return;
      } catch {
        // not allowed, or gone: another one is opened
      }
    }
    this.#retryMs = FIRST_RETRY_MS;
    this.#connection.abort();
    this.#wake();
  }

  async #run() {
    while (this.#wanted) {
      this.#connection = new AbortController();
      const looking = window.setInterval(() => this.#look(), LOOK_EVERY_MS);
      const changed = () => this.#connection.signal.aborted;
      try {
        if (this.listener.isReceived(this.reception.centerHz)) await this.#listen(this.#connection.signal);
        else this.listener.changed('waiting', '');
      } catch (reason) {
        if (!changed() || reason instanceof ApiError) this.#failed(reason);
      } finally {
        window.clearInterval(looking);
        this.#channel = NaN;
      }
      const isOutside = !this.listener.isReceived(this.reception.centerHz);
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
    this.#heardAt = performance.now();
    this.listener.changed('opening', '');
    const { rate, channels } = MODES[this.open.mode];
    let first = true;
    await this.#reader.read(soundPath(this.open), channels, signal, {
      opened: (channel, port) => {
        this.#channel = channel;
        this.#heardAt = performance.now();
        this.listener.begin(rate, channels, port);
      },
      heard: () => {
        this.#heardAt = performance.now();
        this.#retryMs = FIRST_RETRY_MS;
        if (first) this.listener.changed('listening', '');
        first = false;
      },
    });
  }

  /** Whether the radio is at the place; and whether the connection lives, where nothing comes. */
  async #look() {
    const connection = this.#connection;
    const isSilent = performance.now() - this.#heardAt > SILENT_MS;
    if (Number.isNaN(this.#channel)) {
      if (isSilent) this.#lose(connection);
      return;
    }
    try {
      const { channels } = await getJson('api/v1/channels', { signal: AbortSignal.timeout(SILENT_MS) });
      if (connection !== this.#connection || connection.signal.aborted) return;
      const channel = channels.find((/** @type {{id: number}} */ { id }) => id === this.#channel);
      if (!channel) this.#lose(connection);
      else this.listener.changed(channel.state === 'waiting' ? 'waiting' : 'listening', channel.reason ?? '');
    } catch {
      if (isSilent) this.#lose(connection);
    }
  }

  /** @param {AbortController} connection that is dead */
  #lose(connection) {
    if (connection !== this.#connection || connection.signal.aborted || !this.#wanted) return;
    this.#failed(null);
    connection.abort();
  }
}
