// SPDX-License-Identifier: MIT
// Buttons for the markers: which one a tap sets, moving it, the next signal, tuning to it, removing. On touch screens
// they take the place of Shift and the keys.

import { button, element, onClick, setPressed } from './dom.js';
import { chooseMarker, moveMarker, removeMarker } from '../state/marker_moves.js';

const FIRST_REPEAT_MS = 400;
const REPEAT_MS = 60;

/** Runs at once, and again while the button is held. @param {string} id @param {() => void} run */
function onHold(id, run) {
  let timer = 0;
  const again = () => {
    run();
    timer = window.setTimeout(again, REPEAT_MS);
  };
  const stop = () => window.clearTimeout(timer);
  button(id).addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    run();
    timer = window.setTimeout(again, FIRST_REPEAT_MS);
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) button(id).addEventListener(end, stop);
  button(id).addEventListener('contextmenu', (event) => event.preventDefault()); // a long press
  button(id).addEventListener('click', (event) => event.detail === 0 && run()); // by the keyboard
}

export class MarkerBar {
  /** @param {import('../state/actions.js').Actions} actions
   * @param {{mark: (which: 'strongest' | 'next') => void, tuneToMarker: () => void}} on */
  constructor(actions, on) {
    this.actions = actions;
    onClick('marker-1', () => chooseMarker(actions, 0));
    onClick('marker-2', () => chooseMarker(actions, 1));
    onClick('marker-peak', () => on.mark('strongest'));
    onClick('marker-next', () => on.mark('next'));
    onHold('marker-left', () => moveMarker(actions, -1));
    onHold('marker-right', () => moveMarker(actions, 1));
    onClick('marker-tune', () => on.tuneToMarker());
    onClick('marker-remove', () => removeMarker(actions));
  }

  update() {
    const { markers, chosenMarker } = this.actions.state;
    for (const index of [0, 1]) {
      setPressed(button(`marker-${index + 1}`), index === chosenMarker);
      button(`marker-${index + 1}`).toggleAttribute('data-set', markers[index] !== undefined);
    }
    const chosen = markers[chosenMarker];
    for (const id of ['marker-tune', 'marker-remove', 'marker-left', 'marker-right']) button(id).disabled = !chosen;
    element('hand-bar', HTMLElement).toggleAttribute('data-marked', markers.length > 0);
  }
}
