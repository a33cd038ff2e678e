// SPDX-License-Identifier: MIT
// How often each channel of the server's list was used in the time on the screen. A click shows the channel.

import { element, isOpen, onClick, refill, showRefusal } from '../controls/dom.js';
import { dateTimeText } from '../controls/clock_text.js';
import { formatBand, formatDb } from '../controls/numbers.js';
import { reasonText } from '../controls/wording.js';
import { getJson } from '../feed/api.js';
import { bandAround } from '../state/view.js';
import { onLanguage, say } from '../words/text.js';
import { ChannelDialog } from './channel_dialog.js';

/** @typedef {import('../feed/types.js').Stretch} Stretch */
/** @typedef {{name: string, from_hz: number, to_hz: number}} Channel */
/** @typedef {{begin: string, channels: (Channel & {samples: number, occupied: number, fco: number})[]}} Period */
/** @typedef {{share: number, most: number, at: number}} Use   at: when it was used most */

const SETTLED_MS = 400;
const ROOM = 5; // widths of the channel that its view has

/** @param {Channel} channel */
const keyOf = ({ name, from_hz: from, to_hz: to }) => `${name} ${from} ${to}`;

/** What is known of a channel over all periods; null: it was not received. @param {Channel} channel @param {Period[]} periods
 * @returns {Use | null} */
export function useOf(channel, periods) {
  let [samples, occupied, most, at] = [0, 0, -1, NaN];
  for (const { begin, channels } of periods) {
    const found = channels.find((each) => keyOf(each) === keyOf(channel));
    if (!found || found.samples === 0) continue;
    samples += found.samples;
    occupied += found.occupied;
    if (found.fco > most) [most, at] = [found.fco, Date.parse(begin)];
  }
  return samples > 0 ? { share: occupied / samples, most, at } : null;
}

export class Channels {
  /** @type {{threshold_db: number, channels: Channel[], periods: Period[]}} */
  #known = { threshold_db: 10, channels: [], periods: [] };
  /** @type {Stretch | null} */
  #screen = null;
  #timer = 0;

  /** @param {import('../state/state.js').State} state @param {{show: (band: import('../feed/types.js').Band) => void,
   *   withToken: <T>(why: string, action: () => Promise<T>) => Promise<T>}} page */
  constructor(state, page) {
    this.state = state;
    this.page = page;
    this.section = element('channels-section', HTMLDetailsElement);
    this.section.addEventListener('toggle', () => this.#refresh());
    const dialog = new ChannelDialog(state, { withToken: page.withToken, changed: () => this.#refresh() });
    onClick('channels-edit', () => dialog.open(this.#known));
    onLanguage(() => this.#list());
  }

  /** Call when the time changed. @param {Stretch} screen */
  update(screen) {
    const before = this.#screen;
    const minute = (/** @type {number | undefined} */ time) => Math.round((time ?? 0) / 60_000);
    this.#screen = screen;
    if (!isOpen(this.section) || (minute(before?.from) === minute(screen.from) && minute(before?.to) === minute(screen.to))) return;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#refresh(), SETTLED_MS);
  }

  async #refresh() {
    if (!isOpen(this.section) || !this.#screen) return;
    const { from, to } = this.#screen;
    try {
      this.#known = await getJson(`api/v1/occupancy?${new URLSearchParams({ since: (from / 1000).toFixed(0), until: (to / 1000).toFixed(0), limit: '3000' })}`);
      showRefusal(element('channels-edit', HTMLButtonElement), '');
      this.#list();
    } catch (reason) {
      showRefusal(element('channels-edit', HTMLButtonElement), reasonText(reason));
    }
  }

  #list() {
    const { channels } = this.#known;
    element('no-channels', HTMLElement).hidden = channels.length > 0;
    refill(element('channels', HTMLUListElement), channels.map((channel) => this.#item(channel)));
  }

  /** @param {Channel} channel */
  #item(channel) {
    const [item, place, facts] = [document.createElement('li'), document.createElement('button'), document.createElement('span')];
    const { name, from_hz: from, to_hz: to } = channel;
    Object.assign(place, { type: 'button', textContent: `${name}, ${formatBand(from, to)}` });
    place.addEventListener('click', () => this.page.show(bandAround((from + to) / 2, (to - from) * ROOM)));
    const use = useOf(channel, this.#known.periods);
    const percent = (/** @type {number} */ share) => formatDb(100 * share);
    facts.textContent = use ? say('channels.share', { share: percent(use.share), most: percent(use.most), time: dateTimeText(this.state, use.at, true) }) : say('channels.unreceived');
    item.dataset.key = keyOf(channel);
    item.append(place, facts);
    return item;
  }
}
