// SPDX-License-Identifier: MIT
// Puts together what shows how things were over a long time: the difference to what is usual, occupancy, trends.

import { button, onClick, setPressed } from '../controls/dom.js';
import { Channels } from './channels.js';
import { Occupancy } from './occupancy.js';
import { TrendPlot } from './trend_plot.js';
import { Usual } from './usual.js';

/** @param {import('../state/state.js').State} state @param {{plot: import('../plot/plot.js').Plot, actions: import('../state/actions.js').Actions,
 *   showMiddle: (time: number) => void, adopt: (row: import('../feed/types.js').Row) => void,
 *   withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>}} page */
export function trendsOf(state, { plot, actions, showMiddle, adopt, withToken }) {
  const redraw = () => Object.assign(state.stale, { projection: true, overlay: true });
  const usual = new Usual(redraw, adopt);
  const occupancy = new Occupancy(() => { state.stale.overlay = true; });
  const channels = new Channels(state, { show: (band) => actions.show(band), withToken });
  const trend = new TrendPlot(state, { theme: () => plot.theme, showMiddle });
  actions.addEventListener('display', () => trend.draw()); // another unit
  onClick('usual', () => {
    plot.waterfall.usual = plot.waterfall.usual ? null : (time, band, columns) => usual.at(time, band, columns);
    setPressed(button('usual'), plot.waterfall.usual !== null);
    redraw();
  });
  onClick('occupancy', () => {
    occupancy.shown = !occupancy.shown;
    setPressed(button('occupancy'), occupancy.shown);
    actions.setDisplay({});
  });
  return {
    /** when the time changed */
    update: (/** @type {import('../feed/types.js').Stretch} */ screen) => {
      occupancy.update(screen);
      channels.update(screen);
    },
    draw: (/** @type {CanvasRenderingContext2D} */ context) => occupancy.draw(context, plot),
  };
}
