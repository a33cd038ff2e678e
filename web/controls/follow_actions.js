// SPDX-License-Identifier: MIT
// What follows actions: the controls, and the address of the page. While time or view move, which is in each frame, texts
// need not, and browsers allow the address some 200 changes in 30 s.

import { Throttle } from '../feed/throttle.js';
import { rememberInAddress } from '../state/url_hash.js';

const MOVING_MS = 200;

/** @param {import('../state/state.js').State} state @param {import('../state/actions.js').Actions} actions
 * @param {{update: () => void}[]} controls */
export function followActions(state, actions, controls) {
  const update = () => controls.forEach((control) => control.update());
  const address = new Throttle(MOVING_MS, () => rememberInAddress(state));
  const texts = new Throttle(MOVING_MS, update);
  actions.addEventListener('time', () => [texts, address].forEach((each) => each.offer(null)));
  actions.addEventListener('view', () => {
    update();
    address.offer(null);
  });
  actions.addEventListener('display', () => {
    update();
    rememberInAddress(state);
  });
}
