// SPDX-License-Identifier: MIT
// The sound of the browser: what plays, and the volume. Browsers have worklets only on pages that come by TLS or from the
// same computer; elsewhere the page itself plays, with longer pieces.

import { delayMs } from './delay.js';

const GLIDE_S = 0.015; // steps of the volume would crackle
const PIECE = 2048; // frames, 43 ms: what a busy page manages

/** @typedef {import('./worklet.js').SoundReport} SoundReport */

export class Sound {
  /** @type {(port: MessagePort) => void} to what plays; until that is there, the newest waits */
  #post = (port) => void (this.#early = port);
  /** @type {MessagePort | null} */
  #early = null;
  /** @type {SoundReport | null} */
  report = null;
  #pieceMs = 0;

  /** @param {number} volume 0 to 1 @param {() => void} reported @param {(reason: unknown) => void} failed */
  constructor(volume, reported, failed) {
    this.reported = reported;
    this.context = new AudioContext({ latencyHint: 'interactive' });
    this.gain = new GainNode(this.context, { gain: volume ** 2 });
    this.gain.connect(this.context.destination);
    this.context.resume().catch(() => {}); // closed meanwhile
    const ready = this.context.audioWorklet ? this.#useWorklet() : this.#usePage();
    ready.then(() => this.#early && this.#post(this.#early), failed);
  }

  async #useWorklet() {
    await this.context.audioWorklet.addModule('listen/worklet.js');
    const node = new AudioWorkletNode(this.context, 'received-sound', { numberOfInputs: 0, outputChannelCount: [2] });
    node.port.onmessage = ({ data }) => this.#take(data);
    node.connect(this.gain);
    this.#post = (port) => node.port.postMessage(port, [port]);
  }

  async #usePage() {
    const { Player } = await import('../listen/worklet.js');
    const player = new Player(this.context.sampleRate, (report) => this.#take(report));
    const node = this.context.createScriptProcessor(PIECE, 0, 2);
    this.#pieceMs = (1000 * PIECE) / this.context.sampleRate;
    node.onaudioprocess = ({ outputBuffer }) => player.fill([outputBuffer.getChannelData(0), outputBuffer.getChannelData(1)]);
    node.connect(this.gain);
    this.#post = (port) => player.begin(port);
  }

  /** @param {SoundReport} report */
  #take(report) {
    this.report = report;
    this.reported();
  }

  /** @param {MessagePort} port where the sound of a connection comes from */
  begin(port) {
    this.#post(port);
  }

  /** @param {number} volume */
  setVolume(volume) {
    this.gain.gain.setTargetAtTime(volume ** 2, this.context.currentTime, GLIDE_S);
  }

  /** From the antenna to the ear, ms; NaN: nothing plays, or the server's clock is not known.
   * @param {number} aheadMs of the server's clock */
  delayMs(aheadMs) {
    const cardMs = this.#pieceMs + 1000 * (this.context.outputLatency || this.context.baseLatency || 0);
    return delayMs(this.report, aheadMs, cardMs);
  }

  stop() {
    this.context.close().catch(() => {}); // it is closed already
  }
}
