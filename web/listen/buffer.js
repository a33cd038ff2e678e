// SPDX-License-Identifier: MIT
// Sound between the network and the sound card. It comes in bursts, by the clock of the radio, and is played by the clock
// of the card: the speed is adjusted slowly, by at most half a percent, so that as much waits as it should. Pure. Only the
// worklet imports it, because a bundle that shares a module would be split into files that the server does not have.

import { HALF_TAPS, interpolate } from './interpolation.js';

export const TARGET_MS = 100; // waits before the first sound
const MOST_TARGET_MS = 600; // after sound was missing: the link is less even than thought
const TARGET_STEP_MS = 40;
const WATCHED_S = 15; // where so much was spare all the time, less waits
const SPARE_MS = 60;
const RELAXED_MS = 20;
const ROOM_S = 4;
const LATE_MS = 800; // more than the target: skipped, since half a percent would take minutes
export const MOST_CORRECTION = 0.005;
const CORRECTION_PER_S = 0.04; // for each second that too much waits; a card 100 ppm off has 2.5 ms more or less
const SMOOTHING_S = 1.5; // bursts do not bend the pitch
const FADE_S = 0.008;

/** How fast to play what waits. */
export class SpeedControl {
  #smoothS = NaN;

  restart() {
    this.#smoothS = NaN;
  }

  /** @param {number} waitingS @param {number} targetS @param {number} elapsedS since the call before */
  follow(waitingS, targetS, elapsedS) {
    if (Number.isNaN(this.#smoothS)) this.#smoothS = targetS;
    this.#smoothS += (waitingS - this.#smoothS) * Math.min(1, elapsedS / SMOOTHING_S);
    const correction = CORRECTION_PER_S * (this.#smoothS - targetS);
    return 1 + Math.max(-MOST_CORRECTION, Math.min(MOST_CORRECTION, correction));
  }
}

export class SoundBuffer {
  #written = 0; // frames, since configure()
  #at = 0; // where it is read, between frames
  #playing = false;
  #gain = 0; // 0 to 1, of the fade
  #skips = false; // fades out in order to skip
  #leaves = false; // fades out for good
  #endMs = NaN; // when the end of what was written was on the air
  #speed = new SpeedControl();
  #leastMs = Infinity; // that waited since #watchedS
  #watchedS = 0;
  targetMs = TARGET_MS;
  speed = 1;
  missing = 0; // how often it ran empty

  /** @param {number} outRate of the sound card, Hz @param {number} inRate @param {number} channels */
  constructor(outRate, inRate, channels) {
    this.outRate = outRate;
    this.inRate = inRate;
    this.channels = channels;
    this.frames = Math.ceil(ROOM_S * inRate);
    this.room = Array.from({ length: channels }, () => new Float32Array(this.frames));
  }

  get waitingMs() {
    return (1000 * Math.max(0, this.#written - this.#at)) / this.inRate;
  }

  get isPlaying() {
    return this.#playing;
  }

  /** When what is played now was on the air, by the clock of the server. */
  get onAirMs() {
    return this.#endMs - this.waitingMs;
  }

  /** Something else follows: fades out. True once it is silent. */
  leave() {
    this.#leaves = true;
    return this.#gain === 0;
  }

  /** The oldest is dropped where there is no room. @param {Float32Array[]} planes a piece of each channel
   * @param {number} endMs when its end was on the air */
  write(planes, endMs) {
    const count = planes[0].length;
    for (let frame = 0; frame < count; ++frame) {
      const place = (this.#written + frame) % this.frames;
      for (let channel = 0; channel < this.channels; ++channel) this.room[channel][place] = planes[channel][frame];
    }
    this.#written += count;
    this.#endMs = endMs;
    if (this.#written - this.#at > this.frames - HALF_TAPS) this.#skip();
  }

  /** To what should wait. */
  #skip() {
    this.#at = Math.max(HALF_TAPS, Math.floor(this.#written - (this.targetMs / 1000) * this.inRate));
    this.#speed.restart();
    this.#skips = false;
  }

  /** Fills the outputs; one channel goes to all of them. @param {Float32Array[]} outputs */
  read(outputs) {
    const length = outputs[0].length;
    this.#begin();
    this.speed = this.#playing ? this.#speed.follow(this.waitingMs / 1000, this.targetMs / 1000, length / this.outRate) : 1;
    const step = (this.speed * this.inRate) / this.outRate;
    if (this.waitingMs > this.targetMs + LATE_MS) this.#skips = true;
    if (this.#playing) this.#relax(length / this.outRate);
    for (let index = 0; index < length; ++index) this.#readOne(outputs, index, step);
  }

  /** One bad moment of a link does not delay for good. @param {number} elapsedS */
  #relax(elapsedS) {
    this.#leastMs = Math.min(this.#leastMs, this.waitingMs);
    this.#watchedS += elapsedS;
    if (this.#watchedS < WATCHED_S) return;
    if (this.#leastMs > SPARE_MS) this.targetMs = Math.max(TARGET_MS, this.targetMs - RELAXED_MS);
    this.#watchedS = 0;
    this.#leastMs = Infinity;
  }

  #begin() {
    if (this.#playing || this.#leaves || this.waitingMs < this.targetMs) return;
    this.#skip();
    this.#playing = true;
  }

  /** @param {Float32Array[]} outputs @param {number} index @param {number} step */
  #readOne(outputs, index, step) {
    const left = this.#written - HALF_TAPS - this.#at;
    const fadeFrames = FADE_S * this.inRate;
    const isEnding = left < fadeFrames || this.#skips || this.#leaves;
    this.#gain = Math.max(0, Math.min(1, this.#gain + (this.#playing && !isEnding ? 1 : -1) / (FADE_S * this.outRate)));
    if (!this.#playing || left < 0) {
      for (const output of outputs) output[index] = 0;
    } else {
      outputs.forEach((output, channel) => {
        output[index] = this.#gain * interpolate(this.room[Math.min(channel, this.channels - 1)], this.frames, this.#at);
      });
      this.#at += step;
    }
    if (this.#playing && this.#gain === 0 && isEnding) this.#end();
  }

  /** Silent: skips what is late, or waits until there is enough again. */
  #end() {
    if (this.#skips) return this.#skip();
    this.#playing = false;
    this.#speed.restart();
    this.#watchedS = 0;
    this.#leastMs = Infinity;
    ++this.missing;
    this.targetMs = Math.min(MOST_TARGET_MS, this.targetMs + TARGET_STEP_MS);
  }
}
