// SPDX-License-Identifier: MIT
// The flags on the waterfall for keys and screen readers: a button for each, one stop of the Tab key for all; arrows go to
// the event before or after. The pointer does not see them: it drags and clicks what is below.

import { middleOf } from './flags.js';

/** @typedef {import('./event_log.js').LogEvent} LogEvent */
/** @typedef {import('./flags.js').Flag} Flag */

/** @type {Record<string, number>} */
const ARROWS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export class FlagButtons {
  /** @type {Flag[]} earliest first */
  #flags = [];
  /** by the event's number @type {Map<number, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {LogEvent[]} */
  #events = [];

  /** @param {HTMLElement} host @param {{nameOf: (event: LogEvent) => string, open: (event: LogEvent) => void, left: () => void}} page
   *   left: that which had the focus is gone */
  constructor(host, page) {
    this.host = host;
    this.page = page;
    host.addEventListener('keydown', (event) => this.#key(event));
    host.addEventListener('focusin', () => this.#place());
  }

  get #hasFocus() {
    return this.host.contains(document.activeElement);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = ARROWS[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = this.#flags.map((flag) => /** @type {HTMLButtonElement} */ (this.#buttons.get(flag.event.id)));
    const at = all.findIndex((each) => each === document.activeElement);
    this.#choose(all[(at + by + all.length) % all.length]).focus();
    event.preventDefault();
    event.stopPropagation(); // the page has these keys, too
  }

  /** The one that Tab reaches. @param {HTMLButtonElement} chosen */
  #choose(chosen) {
    for (const each of this.#buttons.values()) each.tabIndex = each === chosen ? 0 : -1;
    return chosen;
  }

  /** After each frame that is drawn. @param {Flag[]} shown */
  update(shown) {
    const isSame = shown.length === this.#events.length && shown.every(({ event }, index) => this.#events[index] === event);
    if (!isSame) this.#fill(shown.map(({ event }) => event));
    this.#flags = shown.slice().sort((a, b) => a.event.beginMs - b.event.beginMs);
    if (shown.length > 0 && this.#hasFocus) this.#place();
  }

  /** @param {LogEvent[]} events */
  #fill(events) {
    const had = this.#hasFocus;
    const before = this.#buttons;
    this.#events = events;
    this.#buttons = new Map(events.map((event) => [event.id, before.get(event.id) ?? this.#make(event)]));
    for (const [id, each] of before) if (!this.#buttons.has(id)) each.remove();
    for (const event of events) this.#buttons.get(event.id)?.setAttribute('aria-label', this.page.nameOf(event));
    const all = [...this.#buttons.values()];
    this.host.hidden = all.length === 0;
    if (all.length > 0 && !all.some(({ tabIndex }) => tabIndex === 0)) this.#choose(all[0]);
    if (had && !this.#hasFocus) this.page.left();
  }

  /** @param {LogEvent} event */
  #make(event) {
    const made = Object.assign(document.createElement('button'), { type: 'button', tabIndex: -1 });
    made.addEventListener('click', () => this.page.open(event));
    this.host.append(made);
    return made;
  }

  /** Only while it can be seen where they are. */
  #place() {
    for (const flag of this.#flags) {
      const { x, y } = middleOf(flag);
      /** @type {HTMLElement} */ (this.#buttons.get(flag.event.id)).style.transform = `translate(${x.toFixed(0)}px, ${y.toFixed(0)}px)`;
    }
  }
}
