// SPDX-License-Identifier: MIT
// The tables of the hub: receivers, where something was heard, alarms.

import { dateTimeText } from '../controls/clock_text.js';
import { formatBand, formatDb, formatFrequency, formatSeconds } from '../controls/numbers.js';
import { isSilent } from './fleet.js';

/** @typedef {import('./fleet.js').Receiver} Receiver */

/** By the clock of the browser. @param {number} time */
export const timeText = (time) => dateTimeText({ localTime: true }, time);

/** @param {string} id @param {(string | Node)[][]} lines @param {((line: HTMLTableRowElement, index: number) => void)} [each] */
function fill(id, lines, each = () => {}) {
  const table = /** @type {HTMLTableElement} */ (document.getElementById(id));
  table.tBodies[0].replaceChildren(...lines.map((cells, index) => {
    const line = document.createElement('tr');
    for (const cell of cells) line.insertCell().append(cell);
    each(line, index);
    return line;
  }));
  table.hidden = lines.length === 0;
}

/** @param {string} text @param {string} address */
export function link(text, address) {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.textContent = text;
  anchor.rel = 'noopener';
  return anchor;
}

/** A button. @param {string} text @param {string} title @param {() => void} run */
export function act(text, title, run) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.title = title;
  button.addEventListener('click', run);
  return button;
}

/** @param {Receiver} receiver */
const stateText = (receiver) => (isSilent(receiver) ? 'silent' : [receiver.state || 'reporting', receiver.reason].filter(Boolean).join(': '));

/** Lines stay the same elements, so that a box keeps the focus. @param {Receiver[]} receivers @param {Set<number>} shown
 * @param {(id: number, on: boolean) => void} show */
export function fillReceivers(receivers, shown, show) {
  const focused = document.activeElement?.id;
  fill('receivers', receivers.map((receiver) => {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.id = `show-${receiver.id}`;
    box.checked = shown.has(receiver.id);
    box.setAttribute('aria-label', `Show ${receiver.name}`);
    box.addEventListener('change', () => show(receiver.id, box.checked));
    const { center_hz: center, span_hz: span } = receiver;
    return [box, receiver.url ? link(receiver.name, receiver.url) : receiver.name, stateText(receiver),
      span > 0 ? formatBand(center - span / 2, center + span / 2) : '—', `${formatSeconds(receiver.seconds_since)} ago`];
  }), (line, index) => line.classList.toggle('silent', isSilent(receivers[index])));
  if (focused?.startsWith('show-')) document.getElementById(focused)?.focus();
}

/** @param {import('./fleet.js').Heard[]} heard @param {(id: number) => string} nameOf */
export function fillHeard(heard, nameOf) {
  fill('heard', heard.map((each) => [nameOf(each.receiver), formatDb(each.level_db), `${(each.level_db - each.median_db).toFixed(1)} dB`,
    formatFrequency(each.frequency_hz), timeText(each.at)]));
}

/** @param {import('./fleet.js').Alarm} alarm */
export const lastedText = ({ begin, end }) => (end === null ? 'still there' : formatSeconds((end - begin) / 1000));

/** @param {import('./fleet.js').Alarm[]} alarms @param {(id: number) => Receiver | undefined} receiverOf
 * @param {{look: (alarm: import('./fleet.js').Alarm) => void, evidence: (alarm: import('./fleet.js').Alarm) => void}} page */
export function fillAlarms(alarms, receiverOf, page) {
  fill('alarms', alarms.map((alarm) => {
    const begin = act(timeText(alarm.begin), 'Show this time', () => page.look(alarm));
    const receiver = receiverOf(alarm.receiver);
    const there = receiver?.url ? link('picture', new URL(`api/v1/events/log/${alarm.id}/picture.png`, receiver.url).href) : '—';
    const evidence = receiver?.reached ? act('Evidence', 'Picture and levels, from the receiver', () => page.evidence(alarm)) : there;
    return [begin, receiver?.name ?? `${alarm.receiver}`, `${alarm.name}: ${alarm.reason}`, formatFrequency(alarm.frequency_hz),
      lastedText(alarm), evidence];
  }));
  const none = document.getElementById('alarms-none');
  if (none) none.hidden = alarms.length > 0;
}
