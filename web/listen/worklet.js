// SPDX-License-Identifier: MIT
// Plays what is received: on the thread of the sound card, or, where the page imports this module, on the page's. A message
// begins a stream, whose sound comes out of a port; it reports four times a second.

import { SoundBuffer } from './buffer.js';

/** `onAirMs`: when what is played at `atMs`, by the browser's clock, was on the air, by the server's.
 * @typedef {{onAirMs: number, atMs: number, isPlaying: boolean, missing: number, speed: number}} SoundReport */
/** @typedef {import('./packet_sound.js').Played} Played */

const REPORTS = 4; // a second

export class Player {
  /** @type {SoundBuffer | null} */
  #buffer = null;
  /** @type {SoundBuffer | null} of the stream that has begun, while the one before fades out */
  #next = null;
  #frames = 0; // since the last report
  /** @type {MessagePort | null} */
  #port = null;

  /** @param {number} outRate Hz @param {(report: SoundReport) => void} reported */
  constructor(outRate, reported) {
    this.outRate = outRate;
    this.reported = reported;
  }

  /** @param {MessagePort} port of a connection, in place of the one before: messages are of the type Played */
  begin(port) {
    this.#port?.close();
    this.#port = port;
    port.onmessage = ({ data }) => this.#take(data);
  }

  /** @param {Played} played */
  #take(played) {
    if ('inRate' in played) this.#next = new SoundBuffer(this.outRate, played.inRate, played.channels);
    else (this.#next ?? this.#buffer)?.write(played.planes, played.endMs);
  }

  /** @param {Float32Array[]} outputs */
  fill(outputs) {
    if (this.#next && (this.#buffer?.leave() ?? true)) [this.#buffer, this.#next] = [this.#next, null];
    if (!this.#buffer) return;
    this.#buffer.read(outputs);
    this.#frames += outputs[0].length;
    if (this.#frames * REPORTS < this.outRate) return;
    this.#frames = 0;
    const { onAirMs, isPlaying, missing, speed } = this.#buffer;
    this.reported({ onAirMs, atMs: Date.now(), isPlaying, missing, speed });
  }
}

/** What an AudioWorkletGlobalScope has, which the types of the page do not.
 * @typedef {{sampleRate: number, AudioWorkletProcessor: new () => {port: MessagePort},
 *   registerProcessor?: (name: string, processor: unknown) => void}} WorkletScope */
const scope = /** @type {WorkletScope} */ (/** @type {unknown} */ (globalThis));

scope.registerProcessor?.('received-sound', class extends scope.AudioWorkletProcessor {
  constructor() {
    super();
    this.player = new Player(scope.sampleRate, (report) => this.port.postMessage(report));
    this.port.onmessage = ({ data }) => this.player.begin(data);
  }

  /** @param {Float32Array[][]} _inputs @param {Float32Array[][]} outputs */
  process(_inputs, [outputs]) {
    this.player.fill(outputs);
    return true;
  }
});
