// SPDX-License-Identifier: MIT
// The server's log of events: what rules have found. Fetches those of a filter, and those of the time on the screen, whose
// places the waterfall marks.

import { getJson } from '../feed/api.js';

/** @typedef {import('../feed/types.js').Stretch} Stretch */
/**
 * As the server lists it; times of RFC 3339; frequency_hz is null for what concerns the whole radio.
 * @typedef {{id: number, rule: number, name: string, kind: string, state: 'open' | 'ended', begin: string, end: string | null, seconds: number, reason: string,
 *   frequency_hz: number | null, width_hz: number, peak: number, unit: string, floor_db: number, evidence: string[], recording: string | null, note: string,
 *   beginMs: number, endMs: number}} LogEvent   the last two are added here; endMs: NaN while it lasts
 */
/** @typedef {{rule: string, kind: string, from: number, to: number, fromHz: number | null, toHz: number | null}} Filter   empty, or NaN: any */

const MOST = 200;
const STALE_MS = 60_000;
const DAY_MS = 86_400_000;

/** @param {Filter} filter */
export function queryOf({ rule, kind, from, to, fromHz, toHz }) {
  const query = new URLSearchParams({ limit: String(MOST) });
  if (rule !== '') query.set('rule', rule);
  if (kind !== '') query.set('kind', kind);
  if (!Number.isNaN(from)) query.set('since', (from / 1000).toFixed(3));
  if (!Number.isNaN(to)) query.set('until', (to / 1000).toFixed(3));
  if (fromHz !== null && toHz !== null) {
    query.set('from', fromHz.toFixed(0));
    query.set('to', toHz.toFixed(0));
  }
  return query;
}

/** From begin to end, or to now. @param {LogEvent} event @param {number} now of the server @returns {Stretch} */
export const stretchOf = ({ beginMs, endMs }, now) => ({ from: beginMs, to: Number.isNaN(endMs) ? now : endMs });

/** @param {Filter} filter @returns {Promise<LogEvent[]>} newest first */
export async function fetchEvents(filter) {
  const { events } = await getJson(`api/v1/events/log?${queryOf(filter)}`);
  return events.map((/** @type {LogEvent} */ event) => ({ ...event, beginMs: Date.parse(event.begin), endMs: event.end ? Date.parse(event.end) : NaN }));
}

/** The events of the time around the screen. */
export class EventsShown {
  /** @type {LogEvent[]} */
  list = [];
  #has = { from: Infinity, to: -Infinity, at: -Infinity };
  #busy = false;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** Call when the time changed. @param {Stretch} screen */
  update(screen) {
    const isOld = performance.now() - this.#has.at > STALE_MS;
    if (this.#busy || (!isOld && screen.from >= this.#has.from && screen.to <= this.#has.to)) return;
    const length = Math.max(2 * (screen.to - screen.from), 4 * DAY_MS);
    this.#fetch({ from: screen.from - length, to: screen.to + length });
  }

  /** There is something new. */
  forget() {
    this.#has.at = -Infinity;
  }

  /** @param {Stretch} stretch */
  async #fetch(stretch) {
    this.#busy = true;
    this.#has = { ...stretch, at: performance.now() };
    try {
      this.list = await fetchEvents({ rule: '', kind: '', ...stretch, fromHz: null, toHz: null });
      this.changed();
    } catch (reason) {
      console.info(`history unavailable: ${/** @type {Error} */ (reason).message}`);
    }
    this.#busy = false;
  }
}
