// SPDX-License-Identifier: MIT
// Pieces of a stream of 16 bit samples, cut anywhere, as whole frames. Pure.

export class Frames {
  #rest = new Uint8Array(0);

  /** @param {number} channels */
  constructor(channels) {
    this.bytes = 2 * channels;
  }

  /** @param {Uint8Array} piece @returns {Int16Array} its frames, with what was left of the piece before */
  of(piece) {
    const all = new Uint8Array(this.#rest.length + piece.length);
    all.set(this.#rest);
    all.set(piece, this.#rest.length);
    const whole = all.length - (all.length % this.bytes);
    this.#rest = all.slice(whole);
    return new Int16Array(all.buffer, 0, whole / 2);
  }
}
