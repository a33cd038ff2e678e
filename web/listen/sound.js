// SPDX-License-Identifier: MIT
// The sound of the browser: what plays, and the volume. Browsers have worklets only on pages that come by TLS or from the
// same computer; elsewhere the page itself plays, with longer pieces.

const GLIDE_S = 0.015; // steps of the volume would crackle
const PIECE = 2048; // frames, 43 ms: what a busy page manages

/** @typedef {import('./worklet.js').SoundReport} SoundReport */
/** @typedef {Int16Array | {inRate: number, channels: number}} SoundMessage */

export class Sound {
  /** @type {(message: SoundMessage) => void} what plays; until it is there, messages wait */
  #post = (message) => void this.#early.push(message);
  /** @type {SoundMessage[]} */
  #early = [];
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
    ready.then(() => this.#early.forEach((message) => this.#post(message)), failed);
  }

  async #useWorklet() {
    await this.context.audioWorklet.addModule('listen/worklet.js');
    const node = new AudioWorkletNode(this.context, 'received-sound', { numberOfInputs: 0, outputChannelCount: [2] });
    node.port.onmessage = ({ data }) => this.#take(data);
    node.connect(this.gain);
    this.#post = (message) => node.port.postMessage(message, message instanceof Int16Array ? [message.buffer] : []);
  }

  async #usePage() {
    const { Player } = await import('../listen/worklet.js');
    const player = new Player(this.context.sampleRate, (report) => this.#take(report));
    const node = this.context.createScriptProcessor(PIECE, 0, 2);
    this.#pieceMs = (1000 * PIECE) / this.context.sampleRate;
    node.onaudioprocess = ({ outputBuffer }) => player.fill([outputBuffer.getChannelData(0), outputBuffer.getChannelData(1)]);
    node.connect(this.gain);
    this.#post = (message) => player.take(message);
  }

  /** @param {SoundReport} report */
  #take(report) {
    this.report = report;
    this.reported();
  }

  /** @param {number} inRate @param {number} channels */
  begin(inRate, channels) {
    this.#post({ inRate, channels });
  }

  /** @param {Int16Array} samples not to be used afterwards */
  play(samples) {
    this.#post(samples);
  }

  /** @param {number} volume */
  setVolume(volume) {
    this.gain.gain.setTargetAtTime(volume ** 2, this.context.currentTime, GLIDE_S);
  }

  /** What waits, and what the card takes, ms; NaN: nothing plays. */
  get delayMs() {
    if (!this.report?.isPlaying) return NaN;
    return this.report.waitingMs + this.#pieceMs + 1000 * (this.context.outputLatency || this.context.baseLatency || 0);
  }

  stop() {
    this.context.close().catch(() => {}); // it is closed already
  }
}
