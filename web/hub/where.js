// SPDX-License-Identifier: MIT
// "Where was this heard?", asked by a click.

import { setText } from '../controls/dom.js';
import { formatFrequency } from '../controls/numbers.js';
import { heard } from './fleet.js';
import { fillHeard, timeText } from './tables.js';

const HEARD_LINES = 3; // to either side of a click

/** @param {import('./state.js').HubState} state @param {ReturnType<import('./picture.js').Picture['at']>} place */
export async function showWhere(state, place) {
  const level = place?.strip.levelFor(place.lineMs);
  if (!place || !level) return;
  const { time, frequencyHz } = place;
  const about = Math.max(HEARD_LINES * place.lineMs, level.stepMs);
  const reach = HEARD_LINES * place.lineHz;
  setText('heard-text', `${formatFrequency(frequencyHz, reach)} at ${timeText(time)}, by rows of ${level.name}:`);
  try {
    const found = await heard(level.name, { from: time - about, to: time + about }, { fromHz: frequencyHz - reach, toHz: frequencyHz + reach });
    fillHeard(found, (id) => state.nameOf(id));
  } catch (reason) {
    setText('heard-text', /** @type {Error} */ (reason).message);
  }
}
