// SPDX-License-Identifier: MIT
// Plays what the page received: on the thread of the sound card, or, where the page imports this module, on its own.
// Messages: {inRate, channels} begins, an Int16Array adds sound; it reports four times a second.

import { SoundBuffer } from './buffer.js';

/** @typedef {{waitingMs: number, isPlaying: boolean, missing: number, speed: number}} SoundReport */

const REPORTS = 4; // a second

export class Player {
  /** @type {SoundBuffer | null} */
  #buffer = null;
  #frames = 0; // since the last report

  /** @param {number} outRate Hz @param {(report: SoundReport) => void} reported */
  constructor(outRate, reported) {
    this.outRate = outRate;
    this.reported = reported;
  }

  /** @param {Int16Array | {inRate: number, channels: number}} message */
  take(message) {
    if (message instanceof Int16Array) this.#buffer?.write(message);
    else this.#buffer = new SoundBuffer(this.outRate, message.inRate, message.channels);
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
    this.port.onmessage = ({ data }) => this.player.take(data);
  }

  /** @param {Float32Array[][]} _inputs @param {Float32Array[][]} outputs */
  process(_inputs, [outputs]) {
    this.player.fill(outputs);
    return true;
  }
});
