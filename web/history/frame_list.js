// SPDX-License-Identifier: MIT
// Which frames of one level the server has: lists of stretches of time, fetched when they are asked for. What is over does
// not change; the newest list is fetched again each minute.

import { Frame } from './frame.js';

/** @typedef {import('../feed/types.js').Stretch} Stretch */
/** @typedef {import('./levels.js').Level} Level */
/** @typedef {{frames: Frame[], complete: boolean, fetchedAt: number}} Block */

const FRAME_ROWS = 60; // at most
const BLOCK_ROWS = 100 * FRAME_ROWS;
const REFRESH_MS = 60_000;
const RETRY_MS = 5000;
const MOST_BLOCKS = 40; // listed for each level

export class FrameList {
  /** @type {Map<number, Block>} by number, the one used last at the end */
  #blocks = new Map();
  /** @type {Map<number, Promise<void>>} */
  #flights = new Map();
  /** @type {Map<number, number>} when a failed one may be tried again */
  #resting = new Map();

  /** @param {Level} level @param {{fetch: (level: Level, stretch: Stretch) => Promise<import('./frame.js').FrameFacts[]>,
   *   listed: (stretch: Stretch) => void, replaced: (frame: Frame) => void, now: () => number}} page */
  constructor(level, page) {
    this.level = level;
    this.page = page;
    this.blockMs = BLOCK_ROWS * level.stepMs;
  }

  /** Frames that touch a stretch, as far as they are listed; what is not is fetched. @param {Stretch} stretch @returns {Frame[]} */
  framesIn({ from, to }) {
    const frames = [];
    const last = Math.floor(Math.min(to, this.page.now()) / this.blockMs);
    for (let number = Math.max(0, Math.floor((from - FRAME_ROWS * this.level.stepMs) / this.blockMs)); number <= last; ++number) {
      for (const frame of this.#block(number)?.frames ?? []) {
        if (frame.facts.t0 < to && frame.facts.t1 > from && frame.facts.t0 >= number * this.blockMs) frames.push(frame);
      }
    }
    return frames;
  }

  /** Whether the frames of a stretch are known. @param {Stretch} stretch */
  isListed({ from, to }) {
    const last = Math.floor(Math.min(to, this.page.now()) / this.blockMs);
    for (let number = Math.max(0, Math.floor(from / this.blockMs)); number <= last; ++number) if (!this.#blocks.has(number)) return false;
    return true;
  }

  /** The end of what is stored of the last two blocks; NaN while that is not known. */
  get end() {
    const now = this.page.now();
    const stretch = { from: now - this.blockMs, to: now };
    const frames = this.framesIn(stretch);
    if (!this.isListed(stretch)) return NaN;
    return frames.reduce((end, { facts }) => Math.max(end, facts.t1), stretch.from);
  }

  /** A tile of it is no longer there. @param {Frame} frame */
  forget(frame) {
    const block = this.#blocks.get(Math.floor(frame.facts.t0 / this.blockMs));
    if (block) block.frames = block.frames.filter((other) => other !== frame);
  }

  /** @param {number} number */
  #block(number) {
    const block = this.#blocks.get(number);
    if (block) {
      this.#blocks.delete(number);
      this.#blocks.set(number, block);
    }
    const now = this.page.now();
    const isOld = block && !block.complete && Math.abs(now - block.fetchedAt) > REFRESH_MS; // the clock may have been set back
    const rest = (this.#resting.get(number) ?? -Infinity) - now;
    if ((!block || isOld) && !this.#flights.has(number) && !(rest > 0 && rest <= RETRY_MS)) {
      this.#flights.set(number, this.#fetch(number).finally(() => this.#flights.delete(number)));
    }
    return block;
  }

  /** @param {number} number */
  async #fetch(number) {
    const stretch = { from: number * this.blockMs, to: (number + 1) * this.blockMs };
    const fetchedAt = this.page.now();
    try {
      this.#adopt(number, await this.page.fetch(this.level, stretch), { complete: stretch.to < fetchedAt - this.blockMs / 2, fetchedAt });
      this.page.listed(stretch);
    } catch (reason) {
      if (!(reason instanceof Error)) throw reason;
      console.info(`history unavailable: ${reason.message}`);
      this.#resting.set(number, fetchedAt + RETRY_MS);
    }
  }

  /** Frames that are known stay the same objects, because their rows may be at hand. @param {number} number
   * @param {import('./frame.js').FrameFacts[]} listed @param {{complete: boolean, fetchedAt: number}} facts */
  #adopt(number, listed, facts) {
    const before = this.#blocks.get(number)?.frames ?? [];
    const known = new Map(before.map((frame) => [keyOf(frame.facts), frame]));
    const frames = listed.map((each) => known.get(keyOf(each)) ?? new Frame(this.level.name, each, hiddenBy(each, listed)));
    for (const frame of before) if (!frames.includes(frame)) this.page.replaced(frame);
    this.#blocks.set(number, { frames, ...facts });
    while (this.#blocks.size > MOST_BLOCKS) this.#blocks.delete(/** @type {number} */ (this.#blocks.keys().next().value));
  }
}

/** A frame that is still being written grows. @param {import('./frame.js').FrameFacts} facts */
const keyOf = ({ t0, epoch, rows, center_hz: center }) => `${t0} ${epoch} ${rows} ${center}`;

/** After the clock was set back a time is there twice: the later epoch is shown.
 * @param {import('./frame.js').FrameFacts} frame @param {import('./frame.js').FrameFacts[]} all @returns {(time: number) => boolean} */
export function hiddenBy(frame, all) {
  const later = all.filter(({ epoch, t0, t1 }) => epoch > frame.epoch && t0 < frame.t1 && t1 > frame.t0);
  return (time) => later.some(({ t0, t1 }) => time >= t0 && time < t1);
}
