// SPDX-License-Identifier: MIT
// The bands that the radio was tuned to, to go back and forth between them. Pure.

/** @typedef {import('../feed/types.js').TuningState} TuningState */
/** @typedef {{center: number, rate: number, span: string}} Place */

const MOST = 50;
const PASSING_MS = 3000;

/** @param {Place} place */
const nameOf = ({ center, rate, span }) => `${center} ${rate} ${span}`;

/** Steps of a dial: two bands of which one is mostly in the other. @param {Place} a @param {Place} b */
function isNear(a, b) {
  return a.span === b.span && a.rate === b.rate && Math.abs(a.center - b.center) < a.rate / 2;
}

export class Trail {
  /** @type {Place[]} */
  #places = [];
  #at = -1;
  #since = 0;
  #seen = '';

  /** The tuning in force, also where other viewers set it. What was passed on the way to a band near by is left out.
   * @param {TuningState} tuning @param {number} now milliseconds @returns {boolean} whether it differs from the one before */
  visit({ center, rate, span = 'none' }, now) {
    const place = { center, rate, span };
    if (nameOf(place) === this.#seen) return false;
    const isFirst = this.#seen === '';
    this.#seen = nameOf(place);
    const here = this.#places[this.#at];
    if (here && nameOf(here) === this.#seen) return true; // where back() or forward() led
    const passed = here && now - this.#since < PASSING_MS && isNear(here, place) && this.#at > 0;
    this.#places = [...this.#places.slice(0, this.#at + (passed ? 0 : 1)), place].slice(-MOST);
    this.#at = this.#places.length - 1;
    this.#since = now;
    return !isFirst;
  }

  /** The place before or after, null if there is none. @param {1 | -1} direction @returns {Place | null} */
  peek(direction) {
    return this.#places[this.#at + direction] ?? null;
  }

  /** Goes there. @param {1 | -1} direction @param {number} now @returns {Place | null} */
  move(direction, now) {
    const place = this.peek(direction);
    if (place) this.#at += direction;
    this.#since = now - PASSING_MS; // chosen, not passed
    return place;
  }
}

/** The request that leads there, without what is as it was. @param {Place} place @param {TuningState} now */
export function requestOf({ center, rate, span }, now) {
  const width = rate === now.rate ? {} : { rate };
  return span === 'none' ? { center, ...width } : { span, ...width };
}
