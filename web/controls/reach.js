// SPDX-License-Identifier: MIT
// Ways to the spectrum other than the screen: in words, by ear, on paper.

import { Ear } from './ear.js';
import { preparePrinting } from './print_sheet.js';
import { TextView } from './text_view.js';

/** @param {import('../state/actions.js').Actions} actions @param {import('../plot/plot.js').Plot} plot
 * @returns {import('./keyboard.js').Binding[]} */
export function reachBindings(actions, plot) {
  const words = new TextView(actions.state);
  const ear = new Ear(actions.state, actions, plot);
  preparePrinting(plot);
  return [
    { keys: ['v', 'V'], shown: 'V', does: 'key.scene', run: () => words.open() },
    { keys: ['e', 'E'], shown: 'E', does: 'key.ear', run: () => ear.open() },
  ];
}
