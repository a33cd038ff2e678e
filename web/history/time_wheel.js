// SPDX-License-Identifier: MIT
// The wheel through time: with Alt on the plot, where it zooms without, and on the strip of the day, where a trackpad moves
// it sideways, too. A notch is a jump of 100 pixels: the picture follows it within a few frames.

import { msPerPixel } from '../state/state.js';

const PART = 0.3; // of what remains, each frame
const LINE_PIXELS = 33; // as in pointer.js
const STRIP_PART = 0.25; // of a notch: a pixel of the strip is minutes

/** Pixels downwards and to the right. @param {WheelEvent} event */
function turned({ deltaMode, deltaX, deltaY }) {
  const scale = deltaMode === 0 ? 1 : LINE_PIXELS;
  return Math.abs(deltaX) > Math.abs(deltaY) ? { right: deltaX * scale, down: 0 } : { right: 0, down: deltaY * scale };
}

export class TimeWheel {
  #rest = 0; // ms back in time
  #moving = false;
  /** of the state, after the last step @type {number | null} */
  #frozenAt = null;
  #calm = matchMedia('(prefers-reduced-motion: reduce)');

  /** @param {import('../state/actions.js').Actions} actions @param {HTMLElement} surface the plot's
   * @param {{host: HTMLElement, msPerPixel: () => number}} strip @param {(y: number, ms: number) => boolean} other moves what else is at a height */
  constructor(actions, surface, strip, other) {
    this.actions = actions;
    surface.addEventListener('wheel', (event) => event.altKey && this.#onPlot(event, other), { capture: true, passive: false });
    strip.host.addEventListener('wheel', (event) => {
      event.preventDefault();
      const { right, down } = turned(event);
      this.#turn((down * STRIP_PART - right) * strip.msPerPixel());
    }, { passive: false });
  }

  /** Downwards, as a page scrolls: to what is below. Some systems make a wheel with Alt one that turns sideways.
   * @param {WheelEvent} event @param {(y: number, ms: number) => boolean} other */
  #onPlot(event, other) {
    event.preventDefault();
    event.stopImmediatePropagation();
    const { state } = this.actions;
    const { right, down } = turned(event);
    const ms = (right + down) * (state.newestBelow ? -1 : 1) * msPerPixel(state);
    if (!other(event.offsetY, ms)) this.#turn(ms);
  }

  /** @param {number} ms */
  #turn(ms) {
    this.#rest += ms;
    if (this.#moving) return;
    this.#moving = true;
    this.#frozenAt = this.actions.state.frozenAt;
    requestAnimationFrame(() => this.#step());
  }

  /** Until it is there, or something else has moved the time. */
  #step() {
    const { state } = this.actions;
    const isLast = this.#calm.matches || Math.abs(this.#rest) < 2 * msPerPixel(state);
    const ms = isLast ? this.#rest : this.#rest * PART;
    this.#moving = state.frozenAt === this.#frozenAt && !isLast;
    if (state.frozenAt === this.#frozenAt) this.actions.scrollTime(ms);
    this.#frozenAt = state.frozenAt;
    this.#rest = this.#moving ? this.#rest - ms : 0;
    if (this.#moving) requestAnimationFrame(() => this.#step());
  }
}
