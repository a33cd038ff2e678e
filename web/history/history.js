// SPDX-License-Identifier: MIT
// Puts together what shows the past.

import { element } from '../controls/dom.js';
import { Days } from './days.js';
import { DayStrip } from './day_strip.js';
import { drawGaps } from './gap_marks.js';
import { SecondTime } from './second_time.js';
import { Past } from './past.js';
import { TimeTools } from './time_tools.js';
import { TimeWheel } from './time_wheel.js';
import { eventsOf } from '../events/events.js';
import { Selection } from '../select/selection.js';
import { trendsOf } from '../trends/trends.js';
import { showStretch } from './show_stretch.js';
import { Throttle } from '../feed/throttle.js';
import { msPerPixel } from '../state/state.js';

const MOVING_MS = 150; // while the time moves: what need not follow it in each frame

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../state/state.js').State} State */

/** Where fetched rows go. @param {State} state @param {import('../feed/receiver_feed.js').ReceiverFeed} feed
 * @param {import('../plot/plot.js').Plot} plot */
export function rowSinks(state, feed, plot) {
  return {
    adopt: (/** @type {Row} */ row) => feed.adopt(row),
    arrived: (/** @type {number} */ from, /** @type {number} */ to) => {
      plot.waterfall.rowsArrived(from, to);
      Object.assign(state.stale, { spectrum: true, overlay: true });
    },
  };
}

/** @param {State} state @param {{waterfallHeight: () => number, pixelRatio: () => number, isNarrow: () => boolean,
 *   adopt: (row: Row) => void, arrived: (from: number, to: number) => void, listed: () => void,
 *   actions: import('../state/actions.js').Actions, plot: import('../plot/plot.js').Plot, feed: EventTarget, drop: () => void,
 *   withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>}} page
 *   drop: ends the gesture of the plot */
export function historyOf(state, page) {
  const { actions, plot } = page;
  const second = new SecondTime(state, plot, actions);
  const past = new Past(state, { ...page, second: () => second.screen, arrived: (from, to) => {
    plot.waterfall.rowsArrived(from, to);
    state.stale.spectrum = true; // the axes have no marks of these rows
    second.rowsArrived(from, to);
  } });
  const moves = {
    screen: () => past.screen,
    showMiddle: (/** @type {number} */ time) => actions.jumpTo(time, (page.waterfallHeight() * msPerPixel(state)) / (state.secondTop === null ? 1 : 2)),
    goLive: () => actions.goLive(),
  };
  const events = eventsOf(state, { ...page, ...moves, changed: () => strip.update() });
  const strip = new DayStrip(state, { ...moves, theme: () => plot.theme, marks: () => events.times() });
  new TimeWheel(actions, plot.overlay, { host: strip.host, msPerPixel: () => strip.msPerPixel }, (y, ms) => second.scroll(y, ms));
  const tools = new TimeTools(state, moves);
  const trends = trendsOf(state, { plot, actions, showMiddle: moves.showMiddle, adopt: page.adopt, withToken: page.withToken });
  new Days((day) => showStretch(actions, day, page.waterfallHeight()));
  const selection = new Selection(state, plot, actions, { ...moves, drop: page.drop, adopt: page.adopt });
  const timeline = element('timeline', HTMLElement);
  const panels = ['past-section', 'events-section'].map((id) => element(id, HTMLElement));
  const update = () => {
    for (const part of [timeline, ...panels]) part.hidden = past.disk === null;
    past.check();
    selection.update();
    if (timeline.hidden) return;
    strip.update();
    tools.update();
    if (!past.screen) return;
    events.update(past.screen);
    trends.update(past.screen);
  };
  const moving = new Throttle(MOVING_MS, update);
  for (const kind of ['view', 'display']) actions.addEventListener(kind, update);
  actions.addEventListener('time', () => {
    past.check();
    if (!timeline.hidden) strip.follow();
    moving.offer(null);
  });
  page.feed.addEventListener('status', update);
  return {
    past,
    /** after each frame that is drawn */
    drawn: () => {
      second.drawn();
      selection.drawn();
      events.drawn((context) => [trends.draw(context), drawGaps(context, plot, past.gaps)].includes(true));
    },
    /** @param {{x: number, y: number}} point of the plot @returns {boolean} whether there is something that the click is for */
    click: (point) => events.openAt(point),
    /** @type {import('../controls/keyboard.js').Binding[]} */
    bindings: [{ keys: ['r', 'R'], shown: 'R', does: 'key.select', run: () => selection.open() }],
  };
}
