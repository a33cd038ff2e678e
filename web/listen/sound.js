// SPDX-License-Identifier: MIT
// The sound of the browser: what plays, and the volume. Browsers have worklets only on pages that come by TLS or from the
// same computer; elsewhere the page itself plays, with longer pieces.

const GLIDE_S = 0.015; // steps of the volume would crackle
const PIECE = 2048; // frames, 43 ms: what a busy page manages

/** @typedef {import('./worklet.js').SoundReport} SoundReport */
/** @typedef {import('./worklet.js').Beginning} Beginning */

export class Sound {
  /** @type {(beginning: Beginning) => void} to what plays; until that is there, the newest waits */
  #post = (beginning) => void (this.#early = beginning);
  /** @type {Beginning | null} */
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
    this.#post = (beginning) => node.port.postMessage(beginning, [beginning.port]);
  }

  async #usePage() {
    const { Player } = await import('../listen/worklet.js');
    const player = new Player(this.context.sampleRate, (report) => this.#take(report));
    const node = this.context.createScriptProcessor(PIECE, 0, 2);
    this.#pieceMs = (1000 * PIECE) / this.context.sampleRate;
    node.onaudioprocess = ({ outputBuffer }) => player.fill([outputBuffer.getChannelData(0), outputBuffer.getChannelData(1)]);
    node.connect(this.gain);
    this.#post = (beginning) => player.begin(beginning);
  }

  /** @param {SoundReport} report */
  #take(report) {
    this.report = report;
    this.reported();
  }

  /** @param {number} inRate @param {number} channels @param {MessagePort} port where the sound comes from */
  begin(inRate, channels, port) {
    this.#post({ inRate, channels, port });
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
