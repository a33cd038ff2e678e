// SPDX-License-Identifier: MIT
// Puts together what shows events: the log in the panel, the rules, flags on the waterfall.

import { element } from '../controls/dom.js';
import { EventsShown, stretchOf } from './event_log.js';
import { EventPanel } from './event_panel.js';
import { factsOf, titleOf } from './event_texts.js';
import { FlagButtons } from './flag_buttons.js';
import { Flags, flagAt } from './flags.js';
import { RulesList } from './rules_list.js';
import { serverNow } from '../state/state.js';
import { bandAround, spanOf } from '../state/view.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Stretch} Stretch */

const ROOM = 20; // widths of the signal that its view has

/** @param {State} state @param {{screen: () => Stretch | null, showMiddle: (time: number) => void, actions: import('../state/actions.js').Actions,
 *   plot: import('../plot/plot.js').Plot, feed: EventTarget, withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>, changed: () => void}} page */
export function eventsOf(state, page) {
  const redraw = () => {
    state.stale.overlay = true;
    page.changed();
  };
  const shown = new EventsShown(redraw);
  const rules = new RulesList(state, { withToken: page.withToken, changed: () => panel.fillRules() });
  const panel = new EventPanel(state, { screen: page.screen, rules: () => /** @type {any} */ (rules.rules), show: (event) => {
    const now = serverNow(state);
    const { from, to } = stretchOf(event, now);
    const width = Math.max(event.width_hz * ROOM, spanOf(state.whole) / 50);
    const hz = event.frequency_hz;
    if (hz && (hz < state.band.fromHz || hz > state.band.toHz)) page.actions.show(bandAround(hz, width));
    if (hz) page.actions.setMarker(0, hz);
    page.showMiddle((from + Math.min(to, now)) / 2);
  } });
  page.feed.addEventListener('notice', (event) => {
    if (/** @type {CustomEvent} */ (event).detail.kind !== 'alarm') return;
    shown.forget();
    panel.refresh();
  });
  const nameOf = (/** @type {import('./event_log.js').LogEvent} */ event) => `${titleOf(state, event)}: ${factsOf(state, event)}`;
  const flags = new Flags(element('flags', HTMLCanvasElement), page.plot, nameOf);
  const buttons = new FlagButtons(element('flag-buttons', HTMLElement), { nameOf, open: (event) => panel.open(event), left: () => page.plot.element.focus({ preventScroll: true }) });
  return {
    /** when time or view changed */
    update: (/** @type {Stretch} */ screen) => {
      shown.update(screen);
      panel.update();
    },
    /** @param {(context: CanvasRenderingContext2D) => boolean} drawMore */
    drawn: (drawMore) => {
      flags.draw(shown.list, drawMore);
      buttons.update(flags.shown);
    },
    /** Opens the event whose flag is at a point of the plot; false if there is none. @param {{x: number, y: number}} point */
    openAt: (point) => {
      const flag = flagAt(flags.shown, point);
      if (flag) panel.open(flag.event);
      return flag !== null;
    },
    times: () => shown.list.map(({ beginMs }) => beginMs),
  };
}
