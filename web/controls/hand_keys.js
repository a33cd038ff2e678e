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
    { keys: ['PageUp', 'PageDown'], shown: 'PgUp PgDn', does: 'key.tune', run: (event) => hand.dial.turn((event.key === 'PageUp' ? 1 : -1) * (event.shiftKey ? FAST : 1)) },
    { keys: ['Backspace'], shown: '⌫', does: 'key.back', run: (event) => hand.travel(event.shiftKey ? 1 : -1) },
    { keys: ['t', 'T'], shown: 'T', does: 'key.tune-marker', run: () => hand.tuneToMarker() },
    { keys: ['m', 'M'], shown: 'M', does: 'key.strongest', run: () => hand.mark('strongest') },
    { keys: ['n', 'N'], shown: 'N', does: 'key.next', run: (event) => hand.mark(event.shiftKey ? 'previous' : 'next') },
    { keys: ['1', '2'], shown: '1 2', does: 'key.marker', run: (event) => chooseMarker(actions, Number(event.key) - 1) },
    { keys: ['j', 'J', 'l', 'L'], shown: 'J L', does: 'key.move', run: (event) => moveMarker(actions, pixels(event)) },
    { keys: ['Delete'], shown: 'Del', does: 'key.remove', run: () => removeMarker(actions) },
    { keys: ['b', 'B'], shown: 'B', does: 'key.bookmark', run: () => hand.bookmarkList.open() },
    { keys: ['Escape'], shown: 'Esc', does: 'key.clear', run: () => (state.pull ? hand.cancelPull() : actions.clearMarkers()) },
  ];
}
