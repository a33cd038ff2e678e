// SPDX-License-Identifier: MIT
// Gets the sound from the server, on a separate thread: drawing may keep that of the page busy for longer than sound waits.
// A message opens a WebSocket in place of the one before; its sound is decoded here and goes straight to `port`, where it
// is played. Further messages change what is listened to, on the same connection.

import { decodePacket } from './packet.js';
import { PacketSound, decodesOpus } from './packet_sound.js';

const HEARD_EVERY_MS = 250;
const PING_EVERY_MS = 2000;
const REPORT_EVERY_MS = 200; // so that a slow link has the sound on time, rather than all of it
const MEASURED_MS = 1000; // bits a second

/** `listen`: keys of a message `listen`.
 * @typedef {{id: number, url: string, protocols: string[], listen: object, port: MessagePort}} Opening */
/** @typedef {{id: number, listen: object}} Change */
/** What the page hears of it. `said`: messages of the server about what is listened to.
 * @typedef {{id: number} & ({event: 'opened'} | {event: 'heard', bitsPerSecond: number} | {event: 'said', message: any} |
 *   {event: 'pong', sentAt: number, receivedAt: number, time: string} | {event: 'ended', code: number, reason: string})} StreamNews */

/** @type {{onmessage: ((event: MessageEvent<Opening | Change | null>) => void) | null, postMessage: (news: StreamNews) => void}} */
const scope = /** @type {any} */ (globalThis);
const isOpusDecoded = decodesOpus();
/** @type {Reading | null} */
let reading = null;

scope.onmessage = async ({ data }) => {
  const codec = await isOpusDecoded ? 'opus' : 's16'; // once there, messages keep their order
  if (data && 'listen' in data && !('url' in data)) return reading?.id === data.id && reading.change(data.listen);
  reading?.close();
  reading = data && new Reading(/** @type {Opening} */ (data), codec);
};

class Reading {
  #socket;
  #listen;
  #sound;
  #bytes = 0; // of sound, since #measuredAt
  #measuredAt = performance.now();
  #heardAt = -Infinity;
  #bitsPerSecond = NaN;
  #pingedAt = NaN; // no answer is awaited
  #timers = /** @type {number[]} */ ([]);
  #newest = NaN; // number of the packet that came last
  #reported = NaN;
  #reportedAt = -Infinity;

  /** @param {Opening} opening @param {import('./packet.js').Codec} codec */
  constructor({ id, url, protocols, listen, port }, codec) {
    this.id = id;
    this.#listen = { ...listen, codec };
    this.port = port;
    this.#sound = new PacketSound((played) => port.postMessage(played, 'planes' in played ? played.planes.map(({ buffer }) => buffer) : []),
      () => this.change({ codec: 's16' }));
    this.#socket = new WebSocket(url, protocols);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.onopen = () => this.#opened();
    this.#socket.onmessage = ({ data }) => this.#received(data);
    this.#socket.onclose = ({ code, reason }) => this.#news({ event: 'ended', code, reason });
  }

  /** @param {any} news */
  #news(news) {
    scope.postMessage({ id: this.id, ...news });
  }

  /** @param {object} message */
  #send(message) {
    this.#socket.send(JSON.stringify(message));
  }

  #opened() {
    this.#news({ event: 'opened' });
    this.#send({ type: 'view', pause: true });
    this.#send({ type: 'listen', ...this.#listen });
    this.#ping();
    this.#timers = /** @type {any} */ ([setInterval(() => this.#ping(), PING_EVERY_MS), setInterval(() => this.#report(), REPORT_EVERY_MS)]);
  }

  /** @param {object} change */
  change(change) {
    Object.assign(this.#listen, change);
    if (this.#socket.readyState === WebSocket.OPEN) this.#send({ type: 'listen', ...change });
  }

  #ping() {
    if (!Number.isNaN(this.#pingedAt)) return; // over a slow link the answer takes longer than the time between pings
    this.#pingedAt = Date.now();
    this.#send({ type: 'ping', id: 0 });
  }

  #report() {
    if (this.#newest === this.#reported || Number.isNaN(this.#newest)) return;
    this.#reported = this.#newest;
    this.#reportedAt = performance.now();
    this.#send({ type: 'heard', packet: this.#newest });
  }

  /** @param {string | ArrayBuffer} data */
  #received(data) {
    if (typeof data === 'string') this.#said(JSON.parse(data));
    else this.#packet(data);
    const now = performance.now();
    if (now - this.#heardAt < HEARD_EVERY_MS) return;
    this.#heardAt = now;
    this.#measure(now - this.#measuredAt);
    this.#news({ event: 'heard', bitsPerSecond: this.#bitsPerSecond });
  }

  /** @param {ArrayBuffer} data */
  #packet(data) {
    const packet = decodePacket(data);
    if (!packet) return;
    this.#bytes += packet.sound.byteLength;
    this.#newest = packet.number;
    if (performance.now() - this.#reportedAt >= REPORT_EVERY_MS) this.#report(); // the timer of a hidden page is slow
    this.#sound.take(packet);
  }

  /** @param {any} message */
  #said(message) {
    const { type } = message;
    if (type === 'listen') this.#sound.preSkip = message.pre_skip ?? 0;
    if (type === 'listen' || type === 'meter' || type === 'error') this.#news({ event: 'said', message });
    if (type !== 'pong') return;
    this.#news({ event: 'pong', sentAt: this.#pingedAt, receivedAt: Date.now(), time: message.time });
    this.#pingedAt = NaN;
  }

  /** @param {number} elapsedMs */
  #measure(elapsedMs) {
    if (elapsedMs < MEASURED_MS) return;
    this.#bitsPerSecond = (8000 * this.#bytes) / elapsedMs;
    this.#bytes = 0;
    this.#measuredAt = performance.now();
  }

  close() {
    for (const timer of this.#timers) clearInterval(timer);
    this.#socket.onclose = this.#socket.onmessage = this.#socket.onopen = null;
    this.#socket.close();
    this.#sound.close();
    this.port.close();
  }
}
