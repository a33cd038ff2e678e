// SPDX-License-Identifier: MIT
// Flags on the waterfall where events are: at their frequency and time; what concerns the whole radio has its flag at the
// left edge. Drawn over the plot on a separate canvas, which is touched only where there is something. A click opens the
// event; for keys there are buttons (flag_buttons.js).

import { halfOf, xOf, yOfTime } from '../plot/geometry.js';
import { sizeCanvas } from '../plot/theme.js';
import { msPerPixel, serverNow } from '../state/state.js';
import { stretchOf } from './event_log.js';

/** @typedef {import('./event_log.js').LogEvent} LogEvent */
/** x: of the pole, where the event is; the flag is at the end of its begin @typedef {{event: LogEvent, x: number, top: number, bottom: number}} Flag */

const WIDTH = 11;
const HEIGHT = 8;
const SHIFT = 6; // the signal remains visible
const REACH = 16; // pixels from the middle of a flag

/** @param {LogEvent[]} events @param {Pick<import('../plot/plot.js').Plot, 'geometry' | 'state'>} plot @returns {Flag[]} those on the screen */
export function flagsOf(events, { geometry, state }) {
  const { waterfall } = geometry;
  const end = state.secondTop === null ? waterfall.y + waterfall.height : halfOf(geometry).y;
  const now = serverNow(state);
  return events.flatMap((event) => {
    const { from, to } = stretchOf(event, now);
    const x = event.frequency_hz ? xOf(geometry, state, event.frequency_hz) : waterfall.x + 2;
    const [top, bottom] = [to, from].map((time) => yOfTime(geometry, state, time, msPerPixel(state))).sort((a, b) => a - b);
    const isSeen = x >= waterfall.x && x <= waterfall.x + waterfall.width && bottom >= waterfall.y && top <= end;
    return isSeen ? [{ event, x: x + SHIFT, top: Math.max(waterfall.y, top), bottom: Math.min(end, bottom) }] : [];
  });
}

/** The middle of a flag. @param {Flag} flag */
export const middleOf = ({ x, bottom }) => ({ x: x + WIDTH / 2, y: bottom - HEIGHT / 2 });

/** The flag at a point, null if none is near. @param {Flag[]} flags @param {{x: number, y: number}} point @returns {Flag | null} */
export function flagAt(flags, point) {
  let [best, least] = [/** @type {Flag | null} */ (null), REACH];
  for (const flag of flags) {
    const { x, y } = middleOf(flag);
    const away = Math.hypot(point.x - x, point.y - y);
    if (away < least) [best, least] = [flag, away];
  }
  return best;
}

export class Flags {
  #empty = true;
  /** @type {object | null} that the canvas has the size of */
  #geometry = null;
  /** @type {Flag[]} as drawn last */
  shown = [];

  /** @param {HTMLCanvasElement} canvas @param {import('../plot/plot.js').Plot} plot @param {(event: LogEvent) => string} titleOf */
  constructor(canvas, plot, titleOf) {
    this.canvas = canvas;
    this.plot = plot;
    plot.overlay.addEventListener('pointermove', ({ offsetX, offsetY, buttons }) => {
      const flag = buttons === 0 ? flagAt(this.shown, { x: offsetX, y: offsetY }) : null;
      plot.overlay.toggleAttribute('data-flag', flag !== null);
      const title = flag ? titleOf(flag.event) : '';
      if (plot.overlay.title !== title) plot.overlay.title = title;
    });
  }

  /** After each frame that is drawn. @param {LogEvent[]} events @param {(context: CanvasRenderingContext2D) => boolean} drawMore whether it drew */
  draw(events, drawMore) {
    const { geometry, theme } = this.plot;
    if (geometry !== this.#geometry) sizeCanvas(this.canvas, geometry.width, geometry.height, geometry.pixelRatio);
    this.#geometry = geometry;
    this.shown = flagsOf(events, this.plot);
    const context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    if (!this.#empty) context.clearRect(0, 0, geometry.width, geometry.height);
    this.#empty = !drawMore(context) && this.shown.length === 0;
    for (const flag of this.shown) drawFlag(context, flag, theme);
  }
}

/** A pole along the time of the event, with a flag at its begin. @param {CanvasRenderingContext2D} context @param {Flag} flag
 * @param {Record<string, string>} theme */
function drawFlag(context, { x, top, bottom }, theme) {
  context.beginPath();
  context.moveTo(x, Math.min(top, bottom - HEIGHT));
  context.lineTo(x, bottom);
  context.moveTo(x, bottom - HEIGHT);
  context.lineTo(x + WIDTH, bottom - HEIGHT / 2);
  context.lineTo(x, bottom);
  Object.assign(context, { strokeStyle: theme['on-picture-halo'], lineWidth: 3.5, lineJoin: 'round' });
  context.stroke();
  Object.assign(context, { strokeStyle: theme.warn, fillStyle: theme.warn, lineWidth: 1.5 });
  context.stroke();
  context.fill();
}
