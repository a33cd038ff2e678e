// SPDX-License-Identifier: MIT
// Keeps a WebSocket open: reconnects at growing intervals for as long as the page exists.

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const GIVE_UP_MS = 10000; // of silence, after which a new connection is made; the server sends a status every second
const LEAST_SILENCE_MS = 1000;
const MOST_SILENCE_MS = 1400; // so that a dead link is reported within two seconds
const SLACK_MS = 500; // a busy machine, a slow link
const SILENT_MESSAGES = 20;

/** silent: open, but messages have stopped
 * @typedef {'connecting' | 'open' | 'silent' | 'waiting'} ConnectionState */

/** How long without a message is a silence, where one is expected every so often. @param {number} everyMs */
export function silenceLimit(everyMs) {
  return SLACK_MS + Math.min(MOST_SILENCE_MS, Math.max(LEAST_SILENCE_MS, SILENT_MESSAGES * everyMs));
}

/** How long to wait before the next attempt; randomised, so that many pages do not return at once.
 * @param {number} failures in a row @param {number} chance 0 to 1 */
export function reconnectWait(failures, chance) {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
  return wait * (0.75 + 0.5 * chance);
}

/** What the connection needs from its environment; tests replace it.
 * @typedef {object} Environment
 * @property {(url: string, protocols: string[]) => WebSocket} open
 * @property {(run: () => void, ms: number) => number} later
 * @property {(timer: number) => void} cancel
 * @property {() => number} chance */

/** @type {Environment} */
const browser = {
  open: (url, protocols) => new WebSocket(url, protocols),
  later: (run, ms) => window.setTimeout(run, ms),
  cancel: (timer) => window.clearTimeout(timer),
  chance: Math.random,
};

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  #failures = 0;
  #timer = 0;
  #silence = 0;
  #silent = false;
  #isOver = false;
  #silenceMs = silenceLimit(Infinity);

  /** `refused` is awaited if a connection was never opened, because browsers do not report why; true: another attempt may
   * succeed now.
   * @param {string} url @param {() => string[]} protocols
   * @param {{opened: () => void, text: (message: any) => void, row: (message: ArrayBuffer) => void,
   *   state: (state: ConnectionState, waitMs: number) => void, refused: () => Promise<boolean>}} on
   * @param {Environment} [environment] */
  constructor(url, protocols, on, environment = browser) {
    this.url = url;
    this.protocols = protocols;
    this.on = on;
    this.environment = environment;
  }

  connect() {
    this.environment.cancel(this.#timer);
    this.on.state('connecting', 0);
    const socket = this.environment.open(this.url, this.protocols());
    let opened = false;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      opened = true;
      this.#failures = 0;
      this.on.state('open', 0);
      this.on.opened();
    };
    socket.onmessage = (event) => socket === this.#socket && this.#receive(event.data);
    socket.onclose = () => this.#closed(socket, opened);
    this.#socket = socket;
    this.#listenForSilence();
  }

  /** For good. */
  close() {
    const socket = this.#socket;
    this.#socket = null;
    this.#isOver = true;
    this.environment.cancel(this.#timer);
    this.environment.cancel(this.#silence);
    socket?.close();
  }

  /** Reconnects now instead of waiting. */
  retryNow() {
    if (this.#socket === null && !this.#isOver) this.connect();
  }

  /** Opens a new connection in place of this one: its rights may differ. */
  reconnect() {
    const socket = this.#socket;
    this.connect();
    socket?.close();
  }

  /** The usual time between messages from now on. @param {number} everyMs */
  expectEvery(everyMs) {
    this.#silenceMs = silenceLimit(everyMs);
  }

  /** Reports a silence now, without waiting for it: the browser has lost its network. */
  suspect() {
    if (this.#silent || this.#socket?.readyState !== 1) return;
    this.environment.cancel(this.#silence);
    this.#fallSilent(this.#socket);
  }

  /** False if there is no open connection. @param {object} message */
  send(message) {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** @param {string | ArrayBuffer} data */
  #receive(data) {
    this.#listenForSilence();
    if (typeof data === 'string') this.on.text(JSON.parse(data));
    else this.on.row(data);
  }

  /** Silence is reported first; then the connection is given up. */
  #listenForSilence() {
    this.environment.cancel(this.#silence);
    const socket = this.#socket;
    if (this.#silent) this.on.state('open', 0);
    this.#silent = false;
    this.#silence = this.environment.later(() => this.#fallSilent(socket), this.#silenceMs);
  }

  /** @param {WebSocket | null} socket */
  #fallSilent(socket) {
    if (!socket) return;
    if (socket.readyState === 1) {
      this.#silent = true;
      this.on.state('silent', 0);
    }
    this.#silence = this.environment.later(() => {
      socket.close();
      this.#closed(socket, true); // a dead connection may take minutes to report its close
    }, GIVE_UP_MS - this.#silenceMs);
  }

  /** @param {WebSocket} socket @param {boolean} opened */
  async #closed(socket, opened) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#silent = false;
    this.environment.cancel(this.#silence);
    const wait = reconnectWait(++this.#failures, this.environment.chance());
    if (!opened && await this.on.refused()) return this.retryNow();
    if (this.#socket !== null) return;
    this.on.state('waiting', wait);
    this.#timer = this.environment.later(() => this.retryNow(), wait);
  }
}
