// SPDX-License-Identifier: MIT
// Puts listening together: the panel, the key, the edges on the spectrum, and the radio that follows.

import { select } from './dom.js';
import { dragEdges } from './edge_drag.js';
import { ListenPanel } from './listen_panel.js';

/** The radio goes with who may tune it and listens outside of its band, unless it sweeps. Its center, where it has a spike,
 * is next to the place then, unless the dial of a rig goes with it. @param {import('../state/state.js').State} state @param {import('./tuner.js').Tuner} tuner
 * @param {number} hz */
async function follow({ status, access }, tuner, hz) {
  if (!status || status.sweep || access !== 'change') return;
  await tuner.tune({ center: Math.round(status.rig?.may_tune ? hz : hz + status.tuning.rate / 8) });
}

/** As if it were chosen in the panel; a mode that the page does not have is left. @param {string | undefined} mode */
export function useMode(mode) {
  const box = select('listen-mode');
  if (![...box.options].some(({ value }) => value === mode)) return;
  box.value = mode ?? '';
  box.dispatchEvent(new Event('change'));
}

/** @param {import('../state/actions.js').Actions} actions @param {import('./tuner.js').Tuner} tuner
 * @param {import('../plot/plot.js').Plot} plot
 * @returns {{panel: ListenPanel, bindings: import('./keyboard.js').Binding[]}} L moves a marker, with Shift further: H hears. */
export function listening(actions, tuner, plot) {
  const panel = new ListenPanel(actions, (hz) => follow(actions.state, tuner, hz));
  dragEdges(plot, (edge, hz) => panel.moveEdge(edge, hz));
  return { panel, bindings: [{ keys: ['h', 'H'], shown: 'H', does: 'key.listen', run: () => panel.toggle() }] };
}
