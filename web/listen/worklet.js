// SPDX-License-Identifier: MIT
// Plays what is received: on the thread of the sound card, or, where the page imports this module, on the page's. A message
// begins a stream, whose sound comes out of a port; it reports four times a second.

import { SoundBuffer } from './buffer.js';

/** @typedef {{waitingMs: number, isPlaying: boolean, missing: number, speed: number}} SoundReport */

/** @typedef {{inRate: number, channels: number, port: MessagePort}} Beginning */

const REPORTS = 4; // a second

export class Player {
  /** @type {SoundBuffer | null} */
  #buffer = null;
  #frames = 0; // since the last report
  /** @type {MessagePort | null} */
  #port = null;

  /** @param {number} outRate Hz @param {(report: SoundReport) => void} reported */
  constructor(outRate, reported) {
    this.outRate = outRate;
    this.reported = reported;
  }

  /** @param {Beginning} beginning in place of what plays */
  begin({ inRate, channels, port }) {
    this.#port?.close();
    const buffer = new SoundBuffer(this.outRate, inRate, channels);
    port.onmessage = ({ data }) => buffer.write(data);
    this.#port = port;
    this.#buffer = buffer;
  }

  /** @param {Float32Array[]} outputs */
  fill(outputs) {
    if (!this.#buffer) return;
    this.#buffer.read(outputs);
    this.#frames += outputs[0].length;
    if (this.#frames * REPORTS < this.outRate) return;
    this.#frames = 0;
    const { waitingMs, isPlaying, missing, speed } = this.#buffer;
    this.reported({ waitingMs, isPlaying, missing, speed });
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
