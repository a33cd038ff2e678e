// SPDX-License-Identifier: MIT
// The levels of one receiver over time: time to the right, frequency upwards.

import { FrameList } from '../history/frame_list.js';
import { LEVELS, levelFor } from '../history/levels.js';
import { frames, levelsOf, tileAddress } from './fleet.js';
import { LiveReceiver } from './live.js';

/** @typedef {import('./fleet.js').Receiver} Receiver */
/** @typedef {import('../feed/types.js').Stretch} Stretch */
/** @typedef {import('../feed/types.js').Band} Band */
/** @typedef {import('../history/frame.js').Frame} Frame */

const RETRY_MS = 5000;

export class Strip {
  /** dB of each pixel, NaN without data, column by column */
  levels = new Float32Array();
  /** @type {Map<string, FrameList>} */
  #lists = new Map();
  /** tiles on their way @type {Set<string>} */
  #flights = new Set();
  #end = new AbortController();
  /** @type {LiveReceiver | null} */
  live = null;

  /** @param {Receiver} receiver @param {HTMLCanvasElement} canvas
   * @param {{tiles: import('../history/tile_reader.js').TileReader, changed: () => void,
   *   news: () => void}} page what draws at once, and soon */
  constructor(receiver, canvas, page) {
    this.receiver = receiver;
    this.canvas = canvas;
    this.page = page;
  }

  close() {
    this.live?.close();
    this.#end.abort();
  }

  /** What it shows if no band was chosen. @returns {Band} */
  get ownBand() {
    const { center_hz: center, span_hz: span } = this.receiver;
    return { fromHz: center - span / 2, toHz: center + span / 2 };
  }

  /** The level for lines of so much time, of those that are reported; null if none is. @param {number} lineMs */
  levelFor(lineMs) {
    const reported = LEVELS.filter(({ name }) => levelsOf(this.receiver).includes(name));
    const wanted = LEVELS[levelFor(lineMs)];
    return reported.filter(({ stepMs }) => stepMs <= wanted.stepMs).at(-1) ?? reported[0] ?? null;
  }

  /** Reads what has arrived into `levels`, and asks for the rest. @param {Stretch} span @param {Band} band */
  fill(span, band) {
    const { width, height } = this.canvas;
    this.levels = new Float32Array(width * height).fill(NaN);
    const lineMs = (span.to - span.from) / width;
    const level = this.levelFor(lineMs);
    for (const frame of level ? this.#list(level).framesIn(span) : []) {
      this.#ask(/** @type {import('../history/levels.js').Level} */ (level).name, frame, band);
      for (const row of frame.rows) this.#draw(row, span, band);
    }
    for (const row of this.live?.rows ?? []) this.#draw(row, span, band);
  }

  /** @param {import('../feed/types.js').Row} row @param {Stretch} span @param {Band} band */
  #draw(row, span, band) {
    const { width, height } = this.canvas;
    const lineMs = (span.to - span.from) / width;
    const first = Math.max(0, Math.floor((row.time - span.from) / lineMs));
    const last = Math.min(width, Math.ceil((row.time + row.duration - span.from) / lineMs));
    if (first < last && row.levels.max) this.#add(this.#column(row, row.levels.max, band, height), first, last);
  }

  /** Whether it is to show rows as they come, of a receiver that the hub can ask. @param {boolean} on */
  watch(on) {
    if (on === (this.live !== null) || (on && !this.receiver.reached)) return;
    this.live?.close();
    this.live = on ? new LiveReceiver(this.receiver.id, this.page.news) : null;
  }

  /** What is said of that next to its name. */
  get liveText() {
    if (this.live) return `, ${this.live.text}`;
    return '';
  }

  /** @param {Float32Array} column @param {number} first @param {number} last */
  #add(column, first, last) {
    const { height } = this.canvas;
    for (let x = first; x < last; ++x)
      for (let y = 0; y < height; ++y) if (!(this.levels[x * height + y] >= column[y])) this.levels[x * height + y] = column[y];
  }

  /** The loudest bin of each pixel. @param {import('../feed/types.js').Row} row @param {ArrayLike<number>} levels @param {Band} band @param {number} height */
  #column(row, levels, { fromHz, toHz }, height) {
    const cell = row.spanHz / row.bins;
    const begin = row.centerHz - row.spanHz / 2;
    const column = new Float32Array(height).fill(NaN);
    for (let y = 0; y < height; ++y) {
      const low = fromHz + ((toHz - fromHz) * (height - 1 - y)) / height;
      const first = Math.floor((low - begin) / cell);
      const last = Math.max(first + 1, Math.ceil((low + (toHz - fromHz) / height - begin) / cell));
      let loudest = 0;
      for (let bin = Math.max(0, first); bin < Math.min(row.bins, last); ++bin) if (levels[bin] > loudest) loudest = levels[bin];
      if (loudest > 0) column[y] = row.firstDb + row.stepDb * (loudest - 1);
    }
    return column;
  }

  /** @param {import('../feed/types.js').LevelRange} range @param {Uint32Array} palette 256 colours @param {number} noData a colour */
  paint({ floorDb, ceilingDb }, palette, noData) {
    const { width, height } = this.canvas;
    const image = new ImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let x = 0; x < width; ++x) {
      for (let y = 0; y < height; ++y) {
        const level = this.levels[x * height + y];
        const step = Math.max(0, Math.min(255, Math.round(((level - floorDb) / (ceilingDb - floorDb)) * 255)));
        pixels[y * width + x] = Number.isNaN(level) ? noData : palette[step];
      }
    }
    this.canvas.getContext('2d')?.putImageData(image, 0, 0);
  }

  /** @param {import('../history/levels.js').Level} level */
  #list(level) {
    let list = this.#lists.get(level.name);
    if (!list) {
      list = new FrameList(level, {
        fetch: (/** @type {import('../history/levels.js').Level} */ { name }, /** @type {Stretch} */ stretch) => frames(this.receiver.id, name, stretch),
        listed: this.page.changed,
        replaced: () => {},
        now: Date.now,
      });
      this.#lists.set(level.name, list);
    }
    return list;
  }

  /** @param {string} level @param {Frame} frame @param {Band} band */
  #ask(level, frame, band) {
    for (const tile of frame.tilesIn(band)) {
      const address = tileAddress(this.receiver.id, level, frame.facts, tile.f0);
      if (frame.has('max', tile.f0) || this.#flights.has(address)) continue;
      this.#flights.add(address);
      this.page.tiles.read(address, frame.facts.rows, tile.bins, this.#end.signal).then((levels) => {
        frame.put('max', tile, levels, () => {});
        this.#flights.delete(address);
        this.page.changed();
      }).catch((reason) => {
        console.info(`tile unavailable: ${reason.message}`);
        setTimeout(() => this.#flights.delete(address), RETRY_MS);
      });
    }
  }
}
