// SPDX-License-Identifier: MIT
// Keys that tune and move markers.

import { chooseMarker, moveMarker, removeMarker } from '../state/marker_moves.js';

/** @typedef {import('./keyboard.js').Binding} Binding */

const FAST = 10;

/** @param {import('../state/actions.js').Actions} actions @param {import('./by_hand.js').ByHand} hand @returns {Binding[]} */
export function handBindings(actions, hand) {
  const { state } = actions;
  /** @param {KeyboardEvent} event */
  const pixels = (event) => (/j/i.test(event.key) ? -1 : 1) * (event.shiftKey ? FAST : 1);
  return [
    { keys: ['PageUp', 'PageDown'], shown: 'PgUp PgDn', does: 'tune the radio by a step; with Shift by ten', run: (event) => hand.dial.turn((event.key === 'PageUp' ? 1 : -1) * (event.shiftKey ? FAST : 1)) },
    { keys: ['Backspace'], shown: '⌫', does: 'tune back to the band before; with Shift forward', run: (event) => hand.travel(event.shiftKey ? 1 : -1) },
    { keys: ['t', 'T'], shown: 'T', does: 'tune the radio to the chosen marker', run: () => hand.tuneToMarker() },
    { keys: ['m', 'M'], shown: 'M', does: 'the chosen marker to the strongest signal on the screen', run: () => hand.mark('strongest') },
    { keys: ['n', 'N'], shown: 'N', does: 'the chosen marker to the next higher signal; with Shift the next lower', run: (event) => hand.mark(event.shiftKey ? 'previous' : 'next') },
    { keys: ['1', '2'], shown: '1 2', does: 'choose marker 1 or 2, and set it', run: (event) => chooseMarker(actions, Number(event.key) - 1) },
    { keys: ['j', 'J', 'l', 'L'], shown: 'J L', does: 'move the chosen marker; with Shift by ten pixels', run: (event) => moveMarker(actions, pixels(event)) },
    { keys: ['Delete'], shown: 'Del', does: 'remove the chosen marker', run: () => removeMarker(actions) },
    { keys: ['b', 'B'], shown: 'B', does: 'bookmark the chosen marker, or what is shown', run: () => hand.bookmarkList.open() },
    { keys: ['Escape'], shown: 'Esc', does: 'remove the markers; while dragging past the edge: stay here', run: () => (state.pull ? hand.cancelPull() : actions.clearMarkers()) },
  ];
}
