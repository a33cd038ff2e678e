// SPDX-License-Identifier: MIT
// The list of days that the server has pictures of. A click shows the day; its picture downloads.

import { element, isOpen, saveBlob, showRefusal } from '../controls/dom.js';
import { reasonText } from '../controls/wording.js';
import { getBlob, getJson, token } from '../feed/api.js';
import { dateText } from '../words/dates.js';
import { onLanguage } from '../words/text.js';

/** @typedef {{date: string, since: string, until: string}} Day */

const HOUR_MS = 3_600_000;

/** @param {Day} day */
const addressOf = ({ date }) => `api/v1/days/${date}.png`;

export class Days {
  /** @type {Day[]} newest first */
  #days = [];
  #fetchedAt = -Infinity;

  /** @param {(day: import('../feed/types.js').Stretch) => void} show */
  constructor(show) {
    this.show = show;
    this.section = element('days-section', HTMLDetailsElement);
    this.section.addEventListener('toggle', () => this.#refresh());
    onLanguage(() => this.#list());
  }

  async #refresh() {
    if (!isOpen(this.section) || performance.now() - this.#fetchedAt < HOUR_MS) return;
    try {
      this.#days = (await getJson('api/v1/days')).days;
      this.#fetchedAt = performance.now();
      showRefusal(element('days', HTMLUListElement), '');
      this.#list();
    } catch (reason) {
      showRefusal(element('days', HTMLUListElement), reasonText(reason));
    }
  }

  #list() {
    element('no-days', HTMLElement).hidden = this.#days.length > 0;
    element('days', HTMLUListElement).replaceChildren(...this.#days.map((day) => this.#item(day)));
  }

  /** @param {Day} day */
  #item(day) {
    const [item, open, save] = [document.createElement('li'), document.createElement('button'), document.createElement('button')];
    Object.assign(open, { type: 'button' });
    open.append(dateText(day.date));
    if (token() === '') open.append(Object.assign(document.createElement('img'), { src: addressOf(day), alt: '', loading: 'lazy' })); // an image cannot send a token
    open.addEventListener('click', () => this.show({ from: Date.parse(day.since), to: Date.parse(day.until) }));
    Object.assign(save, { type: 'button', textContent: 'PNG' });
    save.setAttribute('aria-label', `PNG, ${dateText(day.date)}`);
    save.addEventListener('click', () => this.#save(day, save));
    item.append(open, save);
    return item;
  }

  /** @param {Day} day @param {HTMLElement} control */
  async #save(day, control) {
    try {
      saveBlob(await getBlob(addressOf(day)), `spectrum-${day.date}.png`);
      showRefusal(control, '');
    } catch (reason) {
      showRefusal(control, reasonText(reason));
    }
  }
}
