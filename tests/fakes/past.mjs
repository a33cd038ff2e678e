// SPDX-License-Identifier: MIT
// A year of the fake's band as history on disk: tiles of the five levels, each a function of its time, so that nothing is
// stored. Written from PROTOCOL.md, independently of the daemon and of the page's decoder.

import { deflateRawSync } from 'node:zlib';
import { CARRIERS, NOISE_DB, STATIONS } from './scene.mjs';

const DAY_S = 86400;
/** Seconds of a row, and days kept. */
export const LEVELS = { '1s': [1, 14], '10s': [10, 60], '1min': [60, 200], '10min': [600, 400], '2h': [7200, 400] };
const ROWS = 60;
const TILE_BINS = 256;
const BINS = 1024;
const BASE_DB = -120;
const FM = { centerHz: 100e6, spanHz: 2.4e6 };
const ELSEWHERE = { centerHz: 145e6, spanHz: 2.4e6 };
const MOST_BODIES = 20_000; // 200 MB
const WRITTEN_S = 60; // the newest minute is not on disk yet

/** The carrier that the tests look for: 03:12 on the last Tuesday that is over, UTC. @param {number} now ms */
export function visitorOf(now) {
  const midnight = new Date(now - DAY_S * 1000).setUTCHours(0, 0, 0, 0);
  const from = midnight - ((new Date(midnight).getUTCDay() + 5) % 7) * DAY_S * 1000 + (3 * 60 + 12) * 60_000;
  return { hz: 100_618_750, db: -30, from, to: from + 210_000 };
}

/** Off for three hours each eleven days; on Sundays at two for two hours elsewhere. @param {number} second since 1970 */
export function tuningAt(second) {
  const [day, hour] = [Math.floor(second / DAY_S), Math.floor(second / 3600) % 24];
  if (day % 11 === 5 && hour >= 8 && hour < 11) return null;
  return day % 7 === 3 && (hour === 14 || hour === 15) ? ELSEWHERE : FM;
}

const jitter = new Float32Array(1 << 14);
for (let at = 0, seed = 1; at < jitter.length; ++at) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  jitter[at] = seed / 2 ** 32 - 0.5;
}

const power = (db) => 10 ** (db / 10);
const value = (db) => Math.max(1, Math.min(255, Math.round((db - BASE_DB) / 0.5) + 1));

/** Mean and max of a row in dB. @param {number} second @param {number} step s @param {ReturnType<visitorOf>} visitor */
export function pastRow(second, step, visitor) {
  const mean = new Float32Array(BINS);
  const max = new Float32Array(BINS);
  const hour = (second / 3600) % 24;
  const floor = NOISE_DB + (hour > 17 && hour < 22 ? 4 : 0); // a lamp in the evening
  const place = Math.imul(Math.floor(second / step), 2654435761) >>> 0;
  for (let bin = 0; bin < BINS; ++bin) {
    const noise = jitter[(place + bin * 7) & (jitter.length - 1)];
    mean[bin] = floor + noise * 1.2;
    max[bin] = floor + 6 + noise * 3;
  }
  if (tuningAt(second) !== FM) return { mean, max };
  const start = FM.centerHz - FM.spanHz / 2;
  const cell = FM.spanHz / BINS;
  const add = (hz, db, share) => {
    const bin = Math.floor((hz - start) / cell + 1e-6);
    mean[bin] = 10 * Math.log10(power(mean[bin]) + power(db) * share);
    max[bin] = Math.max(max[bin], db);
  };
  for (const { hz, db } of CARRIERS) add(hz, db, 1);
  for (const { hz, db, widthHz } of STATIONS) {
    const loud = db + 6 * Math.sin(((hour - 8) / 12) * Math.PI);
    for (let off = -widthHz; off <= widthHz; off += cell) add(hz + off, loud - 9 * (off / widthHz) ** 2 + jitter[(place + Math.round(off)) & (jitter.length - 1)] * 6, 1);
  }
  const overlap = Math.min(second + step, visitor.to / 1000) - Math.max(second, visitor.from / 1000);
  if (overlap > 0) add(visitor.hz, visitor.db, overlap / step);
  return { mean, max };
}

/** What a tile holds before it is deflated: one of the three filters in turn, to prove that each is undone. */
function filtered(levels, rows, kind) {
  const bins = TILE_BINS;
  const body = Buffer.alloc(1 + (kind === 2 ? bins : 0) + rows * bins);
  body[0] = kind;
  const medians = Array.from({ length: kind === 2 ? bins : 0 }, (_, bin) => {
    const column = Array.from({ length: rows }, (_row, row) => levels[row * bins + bin]).sort((a, b) => a - b);
    return column[rows >> 1];
  });
  body.set(medians, 1);
  for (let at = 0; at < rows * bins; ++at) {
    const before = kind === 1 ? (at % bins === 0 ? 0 : levels[at - 1]) : kind === 2 ? medians[at % bins] : 0;
    body[1 + medians.length + at] = levels[at] - before;
  }
  return body;
}

export class Past {
  #tiles = new Map();
  #bodies = new Map();

  /** @param {number} now ms @param {{days?: number, steady?: boolean}} options days since the first start; steady: it was never off or elsewhere */
  constructor(now, { days = 400, steady = false } = {}) {
    this.now = now;
    this.days = days;
    this.tuningAt = steady ? () => FM : tuningAt;
    this.visitor = visitorOf(now);
    /** of answers, ms: a slow card */
    this.delayMs = 0;
  }

  oldest(level) {
    return Math.floor(this.now / 1000 / DAY_S - Math.min(LEVELS[level][1], this.days)) * DAY_S;
  }

  /** Frames that begin in an aligned block of 60 rows, once it is over: one, or more where the radio was tuned or off. */
  #framesOf(level, block, end) {
    const [step] = LEVELS[level];
    if ((block + 1) * ROWS * step > end) return [];
    const frames = [];
    for (let row = 0; row < ROWS; ++row) {
      const second = (block * ROWS + row) * step;
      const tuning = this.tuningAt(second);
      if (!tuning || second < this.oldest(level)) continue;
      const last = frames.at(-1);
      if (last && last.tuning === tuning && last.seconds.at(-1) + step === second) last.seconds.push(second);
      else frames.push({ tuning, seconds: [second] });
    }
    return frames;
  }

  #frameJson(level, { tuning, seconds }) {
    const [step] = LEVELS[level];
    const t0 = seconds[0] * 1000;
    const tiles = Array.from({ length: BINS / TILE_BINS }, (_, index) => tuning.centerHz - tuning.spanHz / 2 + (index * TILE_BINS * tuning.spanHz) / BINS)
      .map((from) => ({ f0: from, from_hz: from, bins: TILE_BINS }));
    return { t0, t1: t0 + seconds.length * step * 1000, key: t0, epoch: 7, gain_db: 28, rbw_hz: 878.9, rows: seconds.length, center_hz: tuning.centerHz, span_hz: tuning.spanHz, bins: BINS,
      generation: tuning === FM ? 1 : 2, base_db: BASE_DB, flags: 0, row_ms: seconds.map((second) => second * 1000 - t0), durations_ms: seconds.map(() => step * 1000),
      row_flags: seconds.map(() => 16), row_ffts: seconds.map(() => 586 * step), row_coverage: seconds.map(() => 1), row_clipped: seconds.map(() => 0), tiles };
  }

  /** `GET history/tiles` */
  list(query, now = Date.now()) {
    const level = query.get('level');
    const [step] = LEVELS[level] ?? [];
    if (!step) return null;
    const number = (name, otherwise) => (query.has(name) ? Number(query.get(name)) : otherwise);
    const end = now / 1000 - WRITTEN_S;
    const [since, until] = [Math.max(this.oldest(level), number('since', 0)), Math.min(end, number('until', end))];
    const [from, to] = [number('from', -Infinity), number('to', Infinity)];
    const frames = [];
    for (let block = Math.floor(since / step / ROWS); block * step * ROWS < until; ++block) {
      for (const frame of this.#framesOf(level, block, end)) {
        const json = this.#frameJson(level, frame);
        if (json.t1 <= since * 1000 || json.t0 >= until * 1000) continue;
        json.tiles = json.tiles.filter(({ f0 }) => f0 < to && f0 + (TILE_BINS * json.span_hz) / BINS > from);
        frames.push(json);
      }
    }
    return { level, step_seconds: step, frames };
  }

  /** `GET history/tile/{level}/{t0}/{f0}/{detector}/{epoch}`; null: unknown */
  tile(path, now = Date.now()) {
    if (!this.#bodies.has(path)) {
      if (this.#bodies.size >= MOST_BODIES) this.#bodies.clear();
      this.#bodies.set(path, this.#makeTile(path, now));
    }
    return this.#bodies.get(path);
  }

  #makeTile(path, now) {
    const [level, t0, f0, detector, epoch] = path.split('/');
    const step = LEVELS[level]?.[0];
    if (!step || Number(epoch) !== 7) return null;
    const frame = this.#framesOf(level, Math.floor(Number(t0) / 1000 / step / ROWS), now / 1000 - WRITTEN_S).find(({ seconds }) => seconds[0] * 1000 === Number(t0));
    if (!frame) return null;
    const first = Math.round(((Number(f0) - frame.tuning.centerHz + frame.tuning.spanHz / 2) / frame.tuning.spanHz) * BINS);
    const key = `${level} ${t0} ${frame.seconds.length}`;
    const matrix = this.#tiles.get(key) ?? this.#remember(key, frame.seconds.map((second) => pastRow(second, step, this.visitor)));
    const levels = new Uint8Array(frame.seconds.length * TILE_BINS);
    matrix.forEach((row, index) => { for (let bin = 0; bin < TILE_BINS; ++bin) levels[index * TILE_BINS + bin] = value(row[detector][first + bin]); });
    return deflateRawSync(filtered(levels, frame.seconds.length, (first / TILE_BINS) % 3), { level: 1 });
  }

  #remember(key, rows) {
    if (this.#tiles.size > 40) this.#tiles.delete(this.#tiles.keys().next().value);
    this.#tiles.set(key, rows);
    return rows;
  }

  /** Rows of the history in a stretch, merged to at most `rows`, each `{ second, seconds, tuning, mean, max }` in dB. */
  rows(since, until, rows) {
    const level = Object.keys(LEVELS).reverse().find((name) => LEVELS[name][0] <= (until - since) / rows) ?? '1s';
    const [step] = LEVELS[level];
    const merged = Math.max(1, Math.ceil((until - since) / step / rows));
    const found = [];
    for (let second = Math.ceil(Math.max(since, this.oldest('10min')) / step) * step; second < until; second += step * merged) {
      const tuning = this.tuningAt(second);
      if (tuning) found.push({ second, seconds: step * merged, tuning, ...pastRow(second, step * merged, this.visitor) });
    }
    return found;
  }

  status() {
    const levels = Object.keys(LEVELS).map((name) => ({ name, bytes: 1e7, oldest: new Date(this.oldest(name) * 1000).toISOString(), rows: 1e5 }));
    return { folder: '/fake/history', state: 'writing', reason: '', lost_rows: 0, set_aside: [], bytes: 4e7, limit_bytes: 4 * 2 ** 30, oldest: levels.at(-1).oldest, levels };
  }
}
