// SPDX-License-Identifier: MIT
// Puts listening together: the panel, the key, the edges on the spectrum.

import { dragEdges } from './edge_drag.js';
import { ListenPanel } from './listen_panel.js';

/** @param {import('../state/actions.js').Actions} actions @param {import('../plot/plot.js').Plot} plot
 * @returns {{panel: ListenPanel, bindings: import('./keyboard.js').Binding[]}} L moves a marker, with Shift further: H hears. */
export function listening(actions, plot) {
  const panel = new ListenPanel(actions);
  dragEdges(plot, (edge, hz) => panel.moveEdge(edge, hz));
  return { panel, bindings: [{ keys: ['h', 'H'], shown: 'H', does: 'key.listen', run: () => panel.toggle() }] };
}
