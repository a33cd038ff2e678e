// SPDX-License-Identifier: MIT
// Mouse, pen and touch on the plot, all as pointer events. The plot itself zooms and pans; each axis moves what it shows.

import { dbAt, hzAt, zoneAt } from '../plot/geometry.js';
import { msPerPixel } from '../state/state.js';
import { zoomAbout } from '../state/view.js';

/** @typedef {import('../plot/geometry.js').Zone} Zone */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{start: Point, last: Point, zone: Zone, axis: 'none' | 'x' | 'y' | 'zoom'}} Drag */

const CLICK_PIXELS = 5;
const WHEEL_STEP = 1.0018; // of zoom, per pixel of the wheel
const DRAG_STEP = 1.012; // likewise, per pixel up or down the axis of frequencies
const PULL = 6; // pixels before a drag decides which way it goes

export class PointerInput {
  /** @type {Map<number, Drag>} */
  #drags = new Map();
  #wheelRest = 0;

  /** @param {HTMLElement} surface @param {import('../plot/plot.js').Plot} plot
   * @param {import('../state/actions.js').Actions} actions @param {import('./by_hand.js').ByHand} hand
   * @param {(hz: number, second: boolean, at: Point) => void} clicked */
  constructor(surface, plot, actions, hand, clicked) {
    this.surface = surface;
    this.plot = plot;
    this.state = plot.state;
    this.actions = actions;
    this.hand = hand;
    this.pull = hand.pull;
    this.clicked = clicked;
    surface.addEventListener('pointerdown', (event) => this.#down(event));
    surface.addEventListener('pointermove', (event) => this.#move(event));
    surface.addEventListener('pointerup', (event) => this.#up(event, true));
    surface.addEventListener('pointercancel', (event) => this.#up(event, false));
    surface.addEventListener('pointerleave', () => actions.point(null));
    surface.addEventListener('dblclick', (event) => this.#reset(event));
    surface.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  /** @param {MouseEvent} event @returns {Point} */
  #point(event) {
    const { left, top } = this.surface.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** @param {Point} point @param {boolean} touch */
  #zone(point, touch) {
    return zoneAt(this.plot.geometry, point.x, point.y, touch);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    const point = this.#point(event);
    this.surface.setPointerCapture(event.pointerId);
    if (this.#drags.size === 0) this.pull.begin();
    else this.pull.end(false); // two fingers zoom
    for (const drag of this.#drags.values()) Object.assign(drag, { start: drag.last, axis: 'none' });
    this.#drags.set(event.pointerId, {
      start: point, last: point, zone: this.#zone(point, event.pointerType === 'touch'), axis: 'none',
    });
    this.state.dragging = true;
    this.actions.point(point);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const point = this.#point(event);
    const drag = this.#drags.get(event.pointerId);
    if (!drag) this.surface.dataset.zone = this.#zone(point, false);
    else if (this.#drags.size === 2) this.#pinch(drag, point);
    else if (this.#drags.size === 1) this.#drag(drag, point);
    this.actions.point(this.#drags.size > 1 ? null : point);
  }

  /** @param {Drag} drag @param {Point} point */
  #drag(drag, point) {
    const [dx, dy] = [point.x - drag.start.x, point.y - drag.start.y];
    if (drag.axis === 'none') {
      if (Math.hypot(dx, dy) < PULL) return;
      const upright = drag.zone === 'frequencies' ? 'zoom' : 'y';
      drag.axis = drag.zone === 'levels' || drag.zone === 'times' ? 'y' : Math.abs(dx) >= Math.abs(dy) ? 'x' : upright;
      this.surface.toggleAttribute('data-dragging', true);
    }
    const { geometry, state } = this.plot;
    if (drag.axis === 'zoom') this.actions.zoom(hzAt(geometry, state, drag.start.x), DRAG_STEP ** (point.y - drag.last.y));
    else if (drag.axis === 'x') this.pull.move(drag.last.x - point.x, geometry.waterfall.width);
    else if (drag.zone === 'times' || drag.zone === 'waterfall') this.#pullTime(point.y - drag.last.y);
    else this.#pullLevels(drag.last, point);
    drag.last = point;
  }

  /** Dragging towards the newest shows what lies on the other side: the past. @param {number} dy */
  #pullTime(dy) {
    this.actions.scrollTime((this.state.newestBelow ? dy : -dy) * msPerPixel(this.state));
  }

  /** @param {Point} from @param {Point} to */
  #pullLevels(from, to) {
    const { geometry } = this.plot;
    this.actions.shiftRange(dbAt(geometry, this.state, from.y) - dbAt(geometry, this.state, to.y));
  }

  /** Whether two fingers that have just been put down go up or down together. @param {Drag} moved @param {Drag} other */
  #isLevelPull(moved, other) {
    const [dx, dy, otherDy] = [moved.last.x - moved.start.x, moved.last.y - moved.start.y, other.last.y - other.start.y];
    return Math.abs(dy) > 2 * Math.abs(dx) && dy * otherDy > 0;
  }

  /** Two fingers: their distance along the axis zooms around the point between them, which also pans; up and down
   * together they shift the levels. @param {Drag} moved @param {Point} point */
  #pinch(moved, point) {
    const other = [...this.#drags.values()].find((drag) => drag !== moved);
    if (!other) return;
    const from = moved.last;
    if (moved.axis === 'none' && Math.hypot(point.x - moved.start.x, point.y - moved.start.y) >= PULL) {
      moved.last = point;
      if (this.#isLevelPull(moved, other)) moved.axis = other.axis = 'y';
      moved.last = from;
    }
    if (moved.axis === 'y') {
      moved.last = point;
      return this.#pullLevels(from, { x: point.x, y: (from.y + point.y) / 2 }); // the other finger does the other half
    }
    const { geometry, state } = this.plot;
    const before = Math.max(24, Math.abs(moved.last.x - other.last.x));
    const after = Math.max(24, Math.abs(point.x - other.last.x));
    const aboutHz = hzAt(geometry, state, (moved.last.x + other.last.x) / 2);
    const zoomed = zoomAbout(state.band, aboutHz, before / after, state.whole);
    const shift = ((moved.last.x - point.x) / 2 / geometry.waterfall.width) * (zoomed.toHz - zoomed.fromHz);
    this.actions.show({ fromHz: zoomed.fromHz + shift, toHz: zoomed.toHz + shift });
    if (Math.abs(point.x - moved.start.x) >= PULL) moved.axis = other.axis = 'x';
    moved.last = point;
  }

  /** Ends a gesture before the pointer is released. */
  drop() {
    this.#drags.clear();
    this.state.dragging = false;
    this.surface.toggleAttribute('data-dragging', false);
  }

  /** @param {PointerEvent} event @param {boolean} completed false: cancelled by the browser */
  #up(event, completed) {
    const drag = this.#drags.get(event.pointerId);
    this.#drags.delete(event.pointerId);
    if (!drag) return;
    if (event.pointerType === 'touch') this.actions.point(null);
    if (this.#drags.size > 0) return;
    this.drop();
    this.pull.end(completed);
    const point = this.#point(event);
    const still = Math.hypot(point.x - drag.start.x, point.y - drag.start.y) < CLICK_PIXELS && drag.axis === 'none';
    if (completed && still && (drag.zone === 'spectrum' || drag.zone === 'waterfall')) {
      this.clicked(hzAt(this.plot.geometry, this.state, point.x), event.shiftKey, point);
    }
  }

  /** @param {MouseEvent} event */
  #reset(event) {
    const zone = this.#zone(this.#point(event), false);
    if (zone === 'levels') this.actions.setDisplay({ autoRange: true });
    else if (zone === 'times') this.actions.goLive();
    else this.actions.showAll();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const point = this.#point(event);
    const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * 33;
    const zone = this.#zone(point, false);
    const tunes = this.state.wheelTunes && zone !== 'frequencies';
    if (zone === 'levels') this.actions.shiftRange(pixels * 0.05);
    else if (zone === 'times') this.#notches(pixels, (direction) => this.actions.zoomTime(direction));
    else if (tunes && !event.shiftKey) this.#notches(pixels, (direction) => this.hand.turn(direction));
    else if (tunes) this.actions.zoom(hzAt(this.plot.geometry, this.state, point.x), WHEEL_STEP ** (event.deltaX || pixels));
    else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.actions.pan((event.deltaX || pixels) * 0.001);
    } else {
      this.actions.zoom(hzAt(this.plot.geometry, this.state, point.x), WHEEL_STEP ** pixels);
    }
  }

  /** For each 100 pixels, a wheel's notch. @param {number} pixels @param {(direction: 1 | -1) => void} run */
  #notches(pixels, run) {
    this.#wheelRest += pixels;
    if (Math.abs(this.#wheelRest) < 99) return;
    run(this.#wheelRest > 0 ? -1 : 1);
    this.#wheelRest = 0;
  }
}
