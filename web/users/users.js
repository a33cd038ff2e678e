// SPDX-License-Identifier: MIT
// What the page shows of people: who has the dial, and to admins who may do what.

import { DialBar } from './dial_bar.js';
import { UsersPanel } from './users_panel.js';

/** @param {import('../state/state.js').State} state */
export function peopleOf(state) {
  const dial = new DialBar(state), panel = new UsersPanel(state);
  return {
    /** With every status, and when the language changes. */
    update() {
      dial.update();
      panel.update();
    },
    tick: () => panel.tick(),
    /** @param {any} event @returns {boolean} whether it was about the dial, and is shown */
    notice: (event) => dial.notice(event),
  };
}
