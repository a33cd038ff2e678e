// SPDX-License-Identifier: MIT
// Another moment of the same band, in the lower half of the waterfall: kept while the upper half goes elsewhere. A drag
// there moves it alone.

import { button, element, onClick, setPressed, setText } from '../controls/dom.js';
import { dateTimeText } from '../controls/clock_text.js';
import { halfOf } from '../plot/geometry.js';
import { Waterfall } from '../plot/waterfall.js';
import { msPerPixel, serverNow } from '../state/state.js';

/** @typedef {import('../state/state.js').State} State */

export class SecondTime {
  /** @type {Waterfall | null} */
  #waterfall = null;
  #size = '';
  #stale = { projection: true, spectrum: false, overlay: false };
  #drag = { pointer: -1, y: 0 };

  /** @param {State} state @param {import('../plot/plot.js').Plot} plot @param {import('../state/actions.js').Actions} actions */
  constructor(state, plot, actions) {
    this.state = state;
    this.plot = plot;
    this.actions = actions;
    this.box = element('second', HTMLElement);
    onClick('two-times', () => this.#toggle());
    const surface = plot.overlay;
    surface.addEventListener('pointerdown', (event) => this.#down(event), { capture: true });
    surface.addEventListener('pointermove', (event) => this.#move(event), { capture: true });
    for (const kind of ['pointerup', 'pointercancel']) surface.addEventListener(kind, () => { this.#drag.pointer = -1; }, { capture: true });
    for (const kind of ['view', 'time', 'display']) actions.addEventListener(kind, () => { this.#stale.projection = true; });
  }

  /** What the lower half shows. @returns {import('../feed/types.js').Stretch | null} */
  get screen() {
    const { secondTop } = this.state;
    return secondTop === null ? null : { from: secondTop - halfOf(this.plot.geometry).height * msPerPixel(this.state), to: secondTop };
  }

  #toggle() {
    const { state } = this;
    const isOn = state.secondTop === null && !Number.isNaN(state.topTime);
    if (isOn) this.actions.freeze();
    state.secondTop = isOn ? state.topTime : null;
    this.actions.setDisplay({});
  }

  /** @param {number} y of the plot */
  #isThere(y) {
    return this.state.secondTop !== null && y >= halfOf(this.plot.geometry).y;
  }

  /** Back in time, if it is at this height. @param {number} y of the plot @param {number} ms @returns {boolean} whether it is */
  scroll(y, ms) {
    const { state } = this;
    if (!this.#isThere(y) || state.secondTop === null) return false;
    state.secondTop = Math.min(serverNow(state), state.secondTop - ms);
    this.actions.setDisplay({});
    return true;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const top = this.plot.overlay.getBoundingClientRect().top;
    if (!this.#isThere(event.clientY - top) || event.button !== 0 || event.shiftKey) return;
    event.stopImmediatePropagation();
    this.plot.overlay.setPointerCapture(event.pointerId);
    this.#drag = { pointer: event.pointerId, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { state } = this;
    if (this.#drag.pointer !== event.pointerId) return;
    event.stopImmediatePropagation();
    this.scroll(Infinity, (event.clientY - this.#drag.y) * (state.newestBelow ? -1 : 1) * msPerPixel(state));
    this.#drag.y = event.clientY;
  }

  /** Rows that cover [from, to] have arrived. @param {number} from @param {number} to */
  rowsArrived(from, to) {
    this.#waterfall?.rowsArrived(from, to);
  }

  /** Not opaque: where Chromium composites without a graphics card, it leaves out a WebGL canvas of which an opaque one
   * hides a part. */
  #makeWaterfall() {
    const canvas = /** @type {HTMLCanvasElement} */ (this.box.querySelector('canvas'));
    return new Waterfall(canvas, false, true); // a second WebGL context is not worth its memory
  }

  /** After each frame that is drawn. */
  drawn() {
    const { state, plot: { geometry } } = this;
    setPressed(button('two-times'), state.secondTop !== null);
    this.box.hidden = state.secondTop === null;
    if (state.secondTop === null) return;
    const half = halfOf(geometry);
    this.#waterfall ??= this.#makeWaterfall();
    const size = `${half.x} ${half.y} ${half.width} ${half.height} ${geometry.pixelRatio}`;
    if (size !== this.#size) {
      this.#waterfall.resize({ ...geometry, waterfall: half });
      Object.assign(this.box.style, { top: `${half.y}px`, height: `${half.height}px`, paddingLeft: `${half.x}px` });
    }
    this.#size = size;
    this.#waterfall.usual = this.plot.waterfall.usual;
    const shown = /** @type {State} */ (Object.create(state, { topTime: { value: state.secondTop }, stale: { value: this.#stale } }));
    this.#waterfall.draw(shown, this.#waterfall.topLines(shown, false));
    setText('second-time', dateTimeText(state, Math.round(state.secondTop / 1000) * 1000));
  }
}
