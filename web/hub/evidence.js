// SPDX-License-Identifier: MIT
// What a receiver has kept of an alarm, shown in the page of the hub, which fetches it from there.

import { element, setText, saveBlob } from '../controls/dom.js';
import { formatDb, formatFrequency } from '../controls/numbers.js';
import { getBlob } from '../feed/api.js';
import { evidenceAddress } from './fleet.js';
import { act, lastedText, link, timeText } from './tables.js';

/** @typedef {import('./fleet.js').Alarm} Alarm */
/** @typedef {import('./fleet.js').Receiver} Receiver */

const FILES = ['rows.npy', 'rows.json', 'event.json'];
const KINDS_IN_DB = ['above', 'below', 'appear', 'vanish', 'mask', 'floor_rise'];

/** @param {Alarm} alarm @returns {[string, string][]} */
function facts(alarm) {
  /** @type {[string, string][]} */
  const lines = [['Begin', timeText(alarm.begin)], ['Lasted', lastedText(alarm)], ['Frequency', formatFrequency(alarm.frequency_hz)]];
  if (alarm.reason) lines.unshift(['Why', alarm.reason]);
  if (alarm.width_hz > 0) lines.push(['Width', formatFrequency(alarm.width_hz)]);
  if (KINDS_IN_DB.includes(alarm.kind)) lines.push(['Most', formatDb(alarm.peak)], ['Noise floor', formatDb(alarm.floor_db)]);
  return lines;
}

/** @param {Alarm} alarm @param {string} file */
const saveButton = (alarm, file) => act(file, 'Save this file', async () => {
  try {
    saveBlob(await getBlob(evidenceAddress(alarm, file)), `event-${alarm.id}-${file}`);
  } catch (reason) {
    setText('evidence-state', /** @type {Error} */ (reason).message);
  }
});

/** Shows the dialog at once, and the picture when it has come. @param {Alarm} alarm @param {Receiver | undefined} receiver */
export async function showEvidence(alarm, receiver) {
  const dialog = element('evidence-dialog', HTMLDialogElement);
  const image = element('evidence-picture', HTMLImageElement);
  setText('evidence-title', `${alarm.name} at ${receiver?.name ?? alarm.receiver}`);
  element('evidence-facts', HTMLElement).replaceChildren(...facts(alarm).flatMap(([name, text]) => {
    const [term, fact] = [document.createElement('dt'), document.createElement('dd')];
    term.textContent = name;
    fact.textContent = text;
    return [term, fact];
  }));
  element('evidence-files', HTMLElement).replaceChildren(...FILES.map((file) => saveButton(alarm, file)),
    ...(receiver?.url ? [link('Page of the receiver', receiver.url)] : []));
  URL.revokeObjectURL(image.src);
  image.removeAttribute('src');
  image.hidden = true;
  setText('evidence-state', 'Asking the receiver…');
  const shown = String(alarm.receiver) + alarm.journal + alarm.id;
  dialog.dataset.shows = shown;
  if (!dialog.open) dialog.showModal();
  try {
    const picture = await getBlob(evidenceAddress(alarm, 'picture.png'));
    if (dialog.dataset.shows !== shown) return; // another one was opened meanwhile
    image.src = URL.createObjectURL(picture);
    image.alt = `Levels around the begin of ${alarm.name}`;
    image.hidden = false;
    setText('evidence-state', '');
  } catch (reason) {
    if (dialog.dataset.shows === shown) setText('evidence-state', `There is no picture: ${/** @type {Error} */ (reason).message}`);
  }
}
