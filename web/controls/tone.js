// SPDX-License-Identifier: MIT
// One tone of the browser's sound, whose pitch, direction and loudness glide; and clicks.

const GLIDE_S = 0.015; // steps of the pitch would crackle
const CLICK_HZ = 2600;
const CLICK_S = 0.02;

export class Tone {
  /** @param {number} volume 0 to 1 */
  constructor(volume) {
    this.context = new AudioContext();
    this.volume = volume;
    this.oscillator = new OscillatorNode(this.context, { type: 'triangle' });
    this.gain = new GainNode(this.context, { gain: 0 });
    this.panner = new StereoPannerNode(this.context);
    this.oscillator.connect(this.gain).connect(this.panner).connect(this.context.destination);
    this.oscillator.start();
  }

  /** @param {number | null} hz of the tone; null: silence @param {number} pan */
  play(hz, pan) {
    const { currentTime } = this.context;
    if (hz !== null) this.oscillator.frequency.setTargetAtTime(hz, currentTime, GLIDE_S);
    this.panner.pan.setTargetAtTime(pan, currentTime, GLIDE_S);
    this.gain.gain.setTargetAtTime(hz === null ? 0 : this.volume, currentTime, GLIDE_S);
  }

  /** From where the tone is. */
  click() {
    const { currentTime } = this.context;
    const click = new OscillatorNode(this.context, { type: 'square', frequency: CLICK_HZ });
    const loudness = new GainNode(this.context, { gain: this.volume });
    click.connect(loudness).connect(this.panner);
    click.start(currentTime);
    click.stop(currentTime + CLICK_S);
  }

  /** @param {number} volume */
  setVolume(volume) {
    this.volume = volume;
  }

  stop() {
    this.context.close().catch(() => {}); // it is closed already
  }
}
