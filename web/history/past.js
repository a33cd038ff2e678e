// SPDX-License-Identifier: MIT
// What was before: keeps the tiles for the time on the screen at hand, as rows that the waterfall projects like any others.
// A few requests at a time, those first that the screen lacks; one that is no longer of use is aborted.

import { ApiError, getJson } from '../feed/api.js';
import { FrameCache } from './frame_cache.js';
import { FrameList } from './frame_list.js';
import { LEVELS, levelFor, servingOrder } from './levels.js';
import { gapsOf } from './gap_marks.js';
import { framesFor, plan } from './plan.js';
import { PlanGate } from './plan_gate.js';
import { TileReader } from './tile_reader.js';
import { msPerPixel, serverNow } from '../state/state.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../feed/types.js').Stretch} Stretch */
/** @typedef {import('./frame.js').Frame} Frame */
/** @typedef {import('./plan.js').Job} Job */

const MOST_FLIGHTS = { free: 5, sparing: 2 }; // a browser has six connections to a server
const MOST_BYTES = { wide: 64e6, narrow: 16e6 }; // of decoded levels

export class Past {
  #reader = new TileReader();
  #cache = new FrameCache();
  /** @type {Map<string, AbortController>} */
  #flights = new Map();
  /** @type {Job[]} what is wanted, most urgent first */
  #queue = [];
  #uses = 0;
  #pending = false; // a check
  #gate = new PlanGate();

  /** @param {State} state @param {{waterfallHeight: () => number, pixelRatio: () => number, isNarrow: () => boolean,
   *   adopt: (row: Row) => void, arrived: (from: number, to: number) => void, listed: () => void, second: () => Stretch | null}} page */
  constructor(state, page) {
    this.state = state;
    this.page = page;
    this.lists = LEVELS.map((level) => new FrameList(level, {
      fetch: (of, stretch) => this.#list(of, stretch), now: () => serverNow(state), replaced: (frame) => this.#cache.drop(frame),
      listed: () => {
        this.#gate.forget();
        this.check();
        page.listed();
      },
    }));
  }

  /** What the server has on disk; null: nothing. */
  get disk() {
    const disk = this.state.status?.history?.disk;
    return disk && disk.oldest ? disk : null;
  }

  get #lineMs() {
    return msPerPixel(this.state) / this.page.pixelRatio();
  }

  get level() {
    return levelFor(this.#lineMs);
  }

  /** @returns {Stretch | null} */
  get screen() {
    const to = this.state.frozenAt ?? this.state.topTime; // the latter follows in the next frame
    return Number.isNaN(to) ? null : { from: to - this.page.waterfallHeight() * msPerPixel(this.state), to };
  }

  /** From when on the history in memory is asked (scrollback.js): what is before comes from here. */
  get end() {
    if (!this.disk || !this.screen || this.screen.from > serverNow(this.state)) return -Infinity;
    const { end } = this.lists[this.level];
    if (Number.isNaN(end)) return Infinity; // soon to be known
    const memory = this.#lineMs < LEVELS[0].stepMs ? this.state.status?.history?.tiers?.find(({ seconds }) => seconds === 0)?.oldest : null;
    return memory ? Math.min(end, Date.parse(memory)) : end;
  }

  /** What of the screen nothing was received in, or another band. @returns {import('./gap_marks.js').Gap[]} */
  get gaps() {
    const { screen, disk, level, end } = this;
    if (!screen || !disk || screen.from >= end) return [];
    const stretch = { from: Math.max(screen.from, Date.parse(disk.oldest ?? '')), to: Math.min(screen.to, end) };
    if (stretch.from >= stretch.to || !this.lists[level].isListed(stretch)) return [];
    return gapsOf(this.#framesFor(level, stretch), stretch, this.state.band, 2.5 * LEVELS[level].stepMs);
  }

  /** @param {number} level @param {Stretch} stretch */
  #framesFor(level, stretch) {
    const listing = { levels: LEVELS.length, frames: (/** @type {number} */ of, /** @type {Stretch} */ part) => this.lists[of].framesIn(part) };
    return framesFor(listing, level, stretch, (of) => LEVELS[of].stepMs);
  }

  /** Call when time or view changed, and with every status. */
  check() {
    if (this.#pending) return;
    this.#pending = true;
    requestAnimationFrame(() => {
      this.#pending = false;
      this.#update();
    });
  }

  #update() {
    const { screen, state } = this;
    if (!this.disk || !screen) return;
    const { stores } = this.#cache;
    if (state.archive[0] !== stores[this.level]) state.archive = servingOrder(this.level).map((level) => stores[level]);
    const view = [state.band.fromHz, state.band.toHz, state.detector, this.level, this.#sparing, this.page.second()?.to].join(' ');
    if (this.#gate.isDue(screen, view)) this.#plan(screen);
    this.#startNext();
  }

  /** @param {Stretch} screen */
  #plan(screen) {
    this.#queue = this.#jobs(screen);
    const wanted = new Set(this.#queue.map(keyOf));
    for (const [key, abort] of this.#flights) if (!wanted.has(key)) abort.abort();
  }

  /** As many as may be under way. */
  #startNext() {
    const room = this.#sparing ? MOST_FLIGHTS.sparing : MOST_FLIGHTS.free;
    for (const job of this.#queue) {
      if (this.#flights.size >= room) return;
      if (!this.#flights.has(keyOf(job)) && !job.frame.has(job.detector, job.tile.f0)) this.#fetch(job);
    }
  }

  get #sparing() {
    return this.state.dataChoice === 'saved' || this.state.slowLink;
  }

  /** @param {Stretch} screen @returns {Job[]} */
  #jobs(screen) {
    const { band, detector } = this.state;
    const listing = { levels: LEVELS.length, frames: (/** @type {number} */ level, /** @type {Stretch} */ stretch) => this.#framesIn(level, stretch) };
    const shown = detector === 'mean' ? 'mean' : 'max'; // there is no min on disk
    const wanted = { level: this.level, band, detector: /** @type {import('../feed/types.js').Detector} */ (shown), other: /** @type {import('../feed/types.js').Detector} */ (shown === 'mean' ? 'max' : 'mean'),
      stepMs: (/** @type {number} */ level) => LEVELS[level].stepMs };
    const second = this.page.second();
    return [...(second ? plan(listing, { ...wanted, screen: second, sparing: true }) : []), ...plan(listing, { ...wanted, screen, sparing: this.#sparing })];
  }

  /** @param {number} level @param {Stretch} stretch */
  #framesIn(level, stretch) {
    const frames = this.lists[level].framesIn(stretch);
    const use = ++this.#uses;
    for (const frame of frames) frame.used = use;
    return frames;
  }

  /** @param {import('./levels.js').Level} level @param {Stretch} stretch @returns {Promise<import('./frame.js').FrameFacts[]>} */
  async #list({ name }, stretch) {
    const oldest = Date.parse(this.disk?.oldest ?? '');
    const query = new URLSearchParams({ level: name, since: String(stretch.from / 1000), until: String(stretch.to / 1000) });
    return stretch.to < oldest ? [] : (await getJson(`api/v1/history/tiles?${query}`)).frames;
  }

  /** @param {Job} job */
  async #fetch(job) {
    const abort = new AbortController();
    this.#flights.set(keyOf(job), abort);
    try {
      const isFirst = await this.#read(job, abort.signal);
      this.#arrived(job.frame, isFirst);
    } catch (reason) {
      if (!abort.signal.aborted) this.#failed(job.frame, reason);
    }
    this.#flights.delete(keyOf(job));
    this.#queue = this.#queue.filter((other) => other !== job);
    this.#startNext(); // not with the next frame, which may be late
    this.check();
  }

  /** @param {Job} job @param {AbortSignal} signal */
  async #read({ frame, detector, tile }, signal) {
    const { key, epoch, rows } = frame.facts;
    const address = `api/v1/history/tile/${frame.level}/${key}/${tile.f0}/${detector}/${epoch}`;
    return frame.put(detector, tile, await this.#reader.read(address, rows, tile.bins, signal), this.page.adopt);
  }

  /** @param {Frame} frame @param {boolean} isFirst */
  #arrived(frame, isFirst) {
    this.#cache.add(frame, isFirst, this.page.isNarrow() ? MOST_BYTES.narrow : MOST_BYTES.wide);
    this.page.arrived(frame.facts.t0, frame.facts.t1);
  }

  /** A tile that was deleted, or cannot be read, is not asked for again. @param {Frame} frame @param {unknown} reason */
  #failed(frame, reason) {
    if (!(reason instanceof ApiError || reason instanceof TypeError || reason instanceof RangeError)) throw reason;
    console.info(`history unavailable: ${reason.message}`);
    if (reason instanceof TypeError) return; // no connection: the next check tries again
    this.lists[LEVELS.findIndex(({ name }) => name === frame.level)].forget(frame);
  }
}

/** @param {Job} job */
const keyOf = ({ frame, detector, tile }) => `${frame.level} ${frame.facts.t0} ${frame.facts.epoch} ${frame.facts.rows} ${tile.f0} ${detector}`;
