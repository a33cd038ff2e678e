// SPDX-License-Identifier: MIT
// Sound in place of packets that were dropped on the way: the last one, played backwards and forwards in turn, which is
// continuous where pieces meet, ever softer, then silence. What comes next is blended in, so that nothing clicks. Pure.

/** @typedef {Float32Array[]} Planes a piece of each channel */

const FADE_PIECES = 3;
export const MOST_PIECES = 50; // a second: by then what was to be heard in that time has been silence already
const BLEND = 1 / 4; // of a piece

export class Concealment {
  /** @type {Planes | null} */
  #last = null;
  #pieces = 0; // in a row

  restart() {
    this.#last = null;
    this.#pieces = 0;
  }

  /** What is played for a piece and those that are missing before it. @param {Planes} piece @param {number} missing
   * @returns {Planes[]} */
  take(piece, missing) {
    const played = Array.from({ length: this.#last ? Math.min(missing, MOST_PIECES) : 0 }, () => this.#conceal());
    if (this.#pieces > 0) blend(this.#conceal(), piece);
    this.#last = piece;
    this.#pieces = 0;
    return [...played, piece];
  }

  /** The next piece in place of one that is missing. @returns {Planes} */
  #conceal() {
    const count = this.#pieces++;
    return /** @type {Planes} */ (this.#last).map((plane) => plane.map((_, at) => {
      const gain = Math.max(0, 1 - (count + at / plane.length) / FADE_PIECES);
      return gain * plane[count % 2 === 0 ? plane.length - 1 - at : at];
    }));
  }
}

/** Begins `into` as `from`. @param {Planes} from @param {Planes} into */
function blend(from, into) {
  into.forEach((plane, channel) => {
    const length = Math.floor(plane.length * BLEND);
    for (let at = 0; at < length; ++at) {
      const share = at / length;
      plane[at] = share * plane[at] + (1 - share) * (from[channel]?.[at] ?? 0);
    }
  });
}
