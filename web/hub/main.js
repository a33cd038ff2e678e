// SPDX-License-Identifier: MIT
// The page of a hub: who reports, what they have heard on one axis of time, where a signal was heard, alarms.

import { setText } from '../controls/dom.js';
import { withToken } from '../controls/token_prompt.js';
import { ApiError, rememberToken } from '../feed/api.js';
import { takeTokenFromAddress } from '../state/token_link.js';
import { showEvidence } from './evidence.js';
import { alarms, receivers } from './fleet.js';
import { ReceiverMap } from './map.js';
import { MaximumOfAll } from './maximum.js';
import { peopleOfHub } from './people.js';
import { Picture } from './picture.js';
import { listen } from './span.js';
import { listenToForm } from './span_form.js';
import { HubState } from './state.js';
import { fillAlarms, fillReceivers } from './tables.js';
import { showWhere } from './where.js';

const REFRESH_MS = 10_000;
const SHOWN_AT_FIRST = 4;

const given = takeTokenFromAddress();
if (given !== '') rememberToken(given, false);
const state = new HubState();
const picture = new Picture(state);
const map = new ReceiverMap(state, (id, on) => {
  show(id, on);
  showReceivers();
});
const people = peopleOfHub();
const maximum = new MaximumOfAll(state, {
  choose: (id) => {
    show(id, true);
    showReceivers();
  },
});

/** After the time or the band. */
function moved() {
  picture.draw();
  maximum.changed();
}

/** After receivers were chosen, or what is known of them has changed. */
function arrange() {
  picture.arrange();
  maximum.changed();
  map.update();
}

/** @param {number} id @param {boolean} on */
function show(id, on) {
  state.show(id, on);
  arrange();
}

function showReceivers() {
  fillReceivers(state.fleet, state.shown ?? new Set(), show);
  setText('fleet-state', `${state.fleet.length} receivers`);
}

/** @param {import('./fleet.js').Alarm} alarm */
function look(alarm) {
  const end = alarm.end ?? Date.now();
  const margin = Math.max(300_000, (end - alarm.begin) / 2);
  state.span.show({ from: alarm.begin - margin, to: end + margin });
  state.show(alarm.receiver, true);
  showReceivers();
  arrange();
  picture.place.scrollIntoView({ block: 'nearest' });
}

async function refresh() {
  try {
    state.fleet = await withToken('This hub requires a token', receivers);
    state.shown ??= new Set(state.fleet.slice(0, SHOWN_AT_FIRST).map(({ id }) => id));
    showReceivers();
    setText('fleet-who', await people.refresh());
    fillAlarms(await alarms(state.span.stretch), (id) => state.receiver(id), { look, evidence: (alarm) => showEvidence(alarm, state.receiver(alarm.receiver)) });
  } catch (reason) {
    setText('fleet-state', `The hub cannot answer: ${/** @type {Error} */ (reason).message}`);
    if (reason instanceof ApiError && reason.status === 401) return; // who cancelled can reload the page
  }
  arrange();
  setTimeout(refresh, REFRESH_MS);
}

listenToForm(state, { moved, arrange });
listen(picture.place, state.span, { changed: moved, clicked: (event) => showWhere(state, picture.at(event)) });
addEventListener('resize', arrange);
refresh();
