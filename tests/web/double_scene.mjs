// SPDX-License-Identifier: MIT
// A scene whose powers are known in double: amplitudes on a fine grid of frequencies, turned into samples, and from those a
// row as the server makes it (Hann, overlapping transforms, means of power, levels of 0.01 dB).

export const RATE = 1e6;
export const CENTER = 100e6;
const LINES = 1 << 17; // of the scene
const FFT = 1024;

/** @param {Float64Array} re @param {Float64Array} im in place, forward */
function transform(re, im) {
  const size = re.length;
  for (let at = 1, reversed = 0; at < size; ++at) {
    let bit = size >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed ^= bit;
    if (at < reversed) [re[at], re[reversed], im[at], im[reversed]] = [re[reversed], re[at], im[reversed], im[at]];
  }
  for (let length = 2; length <= size; length *= 2) {
    const half = length / 2;
    for (let k = 0; k < half; ++k) {
      const [c, s] = [Math.cos((-2 * Math.PI * k) / length), Math.sin((-2 * Math.PI * k) / length)];
      for (let at = k; at < size; at += length) {
        const [x, y] = [re[at + half] * c - im[at + half] * s, re[at + half] * s + im[at + half] * c];
        [re[at + half], im[at + half]] = [re[at] - x, im[at] - y];
        [re[at], im[at]] = [re[at] + x, im[at] + y];
      }
    }
  }
}

function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 4294967296;
  };
}

export class Scene {
  constructor(seed = 1) {
    this.re = new Float64Array(LINES);
    this.im = new Float64Array(LINES);
    this.random = random(seed);
  }

  line(hz) {
    return Math.round(((hz - CENTER) / RATE) * LINES);
  }

  #add(line, power) {
    const at = (line + LINES) % LINES;
    const phase = 2 * Math.PI * this.random();
    this.re[at] += Math.sqrt(power) * Math.cos(phase);
    this.im[at] += Math.sqrt(power) * Math.sin(phase);
  }

  /** A tone of a power, where the grid has its nearest frequency, which is returned. */
  tone(hz, db) {
    this.#add(this.line(hz), 10 ** (db / 10));
    return CENTER + (this.line(hz) / LINES) * RATE;
  }

  /** Gaussian noise of `db` per hertz in a band. */
  noise(fromHz, toHz, db) {
    const power = (10 ** (db / 10) * RATE) / LINES;
    for (let line = this.line(fromHz); line < this.line(toHz); ++line) this.#add(line, -power * Math.log(this.random()));
    return this;
  }

  /** The true power in a band. */
  power(fromHz, toHz) {
    let sum = 0;
    for (let line = this.line(fromHz); line < this.line(toHz); ++line) {
      const at = (line + LINES) % LINES;
      sum += this.re[at] ** 2 + this.im[at] ** 2;
    }
    return sum;
  }

  /** The frequency below which a share of the power of a band lies. */
  quantile(fromHz, toHz, share) {
    const wanted = share * this.power(fromHz, toHz);
    let sum = 0;
    for (let line = this.line(fromHz); ; ++line) {
      const at = (line + LINES) % LINES;
      sum += this.re[at] ** 2 + this.im[at] ** 2;
      if (sum >= wanted) return CENTER + (line / LINES) * RATE;
    }
  }

  /** Mean powers of transforms of the samples, middle frequency first as in a row; and how many there were. */
  #means(bins) {
    const [re, im] = [this.re.slice(), this.im.map((value) => -value)]; // the conjugate of the inverse is the forward one
    transform(re, im);
    const hann = Float64Array.from({ length: FFT }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / FFT));
    const powers = new Float64Array(bins);
    let ffts = 0;
    for (let start = 0; start + FFT <= LINES; start += FFT / 2, ++ffts) {
      const frame = [re, im].map((part, index) => hann.map((weight, at) => (index ? -1 : 1) * weight * part[start + at]));
      transform(frame[0], frame[1]);
      for (let bin = 0; bin < FFT; ++bin) {
        const at = Math.floor((((bin + FFT / 2) % FFT) * bins) / FFT);
        powers[at] += ((frame[0][bin] ** 2 + frame[1][bin] ** 2) / (FFT / 2) ** 2) * (bins / FFT);
      }
    }
    return { ffts, powers: powers.map((power) => power / ffts) };
  }

  /** @param {number} bins a divisor of 1024: pooled as means */
  row(bins = FFT) {
    const { ffts, powers } = this.#means(bins);
    const mean = Uint16Array.from(powers, (power) => Math.max(1, Math.floor((10 * Math.log10(power) + 300) / 0.01 + 1.5)));
    return { flags: 0, sequence: 1, generation: 1, skipped: 0, time: 0, duration: 131, centerHz: CENTER, spanHz: RATE, bins, firstDb: -300,
      stepDb: 0.01, ffts, coverage: 1, clipped: 0, binShiftHz: RATE / FFT / 2, levels: { mean } };
  }
}

export const TRANSFORM_BIN_HZ = RATE / FFT;
export const RBW_HZ = 1.5 * TRANSFORM_BIN_HZ;
