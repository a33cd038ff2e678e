// SPDX-License-Identifier: MIT
// How often each frequency was used in the time on the screen: bars over the axis of frequencies.

import { getJson } from '../feed/api.js';
import { xOf } from '../plot/geometry.js';

/** @typedef {import('../feed/types.js').Stretch} Stretch */
/** @typedef {{center_hz: number, span_hz: number, samples: number, bins: number[]}} Period   bins: share of the samples in which each was used */
/** @typedef {{fromHz: number, binHz: number, shares: Float32Array}} Shares */

const SETTLED_MS = 400;
const HIGHEST = 34; // pixels
const ABOVE_AXIS = 14; // the names of bands are there

/** The mean over periods of the newest tuning, by their samples. @param {Period[]} periods newest first @returns {Shares | null} */
export function sharesOf(periods) {
  const last = periods[0];
  if (!last) return null;
  const alike = periods.filter(({ center_hz: center, span_hz: span, bins }) => center === last.center_hz && span === last.span_hz && bins.length === last.bins.length);
  const samples = alike.reduce((sum, period) => sum + period.samples, 0);
  const shares = new Float32Array(last.bins.length);
  for (const period of alike) period.bins.forEach((share, bin) => { shares[bin] += (share * period.samples) / Math.max(1, samples); });
  return { fromHz: last.center_hz - last.span_hz / 2, binHz: last.span_hz / shares.length, shares };
}

export class Occupancy {
  shown = false;
  /** @type {Shares | null} */
  #shares = null;
  #timer = 0;
  #asked = '';

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** Call when the time changed. @param {Stretch} screen */
  update({ from, to }) {
    const asked = `${this.shown} ${Math.round(from / 60_000)} ${Math.round(to / 60_000)}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    window.clearTimeout(this.#timer);
    if (this.shown) this.#timer = window.setTimeout(() => this.#fetch({ from, to }), SETTLED_MS);
    else this.#shares = null;
  }

  /** @param {Stretch} stretch */
  async #fetch({ from, to }) {
    try {
      this.#shares = sharesOf((await getJson(`api/v1/occupancy?${new URLSearchParams({ since: (from / 1000).toFixed(0), until: (to / 1000).toFixed(0), bins: '1' })}`)).periods);
    } catch (reason) {
      console.info(`history unavailable: ${/** @type {Error} */ (reason).message}`);
    }
    this.changed();
  }

  /** @param {CanvasRenderingContext2D} context @param {import('../plot/plot.js').Plot} plot @returns {boolean} whether it drew */
  draw(context, { geometry, state, theme }) {
    if (!this.#shares || !this.shown) return false;
    const { fromHz, binHz, shares } = this.#shares;
    const bottom = geometry.axis.y - ABOVE_AXIS;
    context.fillStyle = theme.difference;
    context.globalAlpha = 0.75;
    shares.forEach((share, bin) => {
      const [left, right] = [xOf(geometry, state, fromHz + (bin - 0.5) * binHz), xOf(geometry, state, fromHz + (bin + 0.5) * binHz)];
      if (share > 0.005 && right > geometry.spectrum.x && left < geometry.spectrum.x + geometry.spectrum.width) context.fillRect(left, bottom - share * HIGHEST, Math.max(1, right - left), share * HIGHEST);
    });
    context.globalAlpha = 1;
    return true;
  }
}
