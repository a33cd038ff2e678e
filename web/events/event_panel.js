// SPDX-License-Identifier: MIT
// The events in the panel: filters, the list, and for each its evidence. A click shows its place and time.

import { showPanel } from '../controls/display_controls.js';
import { button, element, fillSelect, isOpen, onClick, refill, saveBlob, select, setPressed, showRefusal } from '../controls/dom.js';
import { reasonText } from '../controls/wording.js';
import { getBlob } from '../feed/api.js';
import { serverNow } from '../state/state.js';
import { say } from '../words/text.js';
import { fetchEvents } from './event_log.js';
import { KINDS, factsOf, kindText, titleOf } from './event_texts.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Stretch} Stretch */
/** @typedef {import('./event_log.js').LogEvent} LogEvent */

const DAY_MS = 86_400_000;
/** @type {Record<string, number>} */
const PERIODS = { day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS };
const SETTLED_MS = 300;
const FILES = /** @type {Record<string, string>} */ ({ 'picture.png': 'PNG', 'event.json': 'JSON', 'rows.npy': 'NPY' });

export class EventPanel {
  #timer = 0;
  #asked = 0;
  #stretch = '';
  #chosen = NaN; // the event whose flag was clicked
  #awaited = false; // until it is in the list

  /** @param {State} state @param {{screen: () => Stretch | null, show: (event: LogEvent) => void,
   *   rules: () => {id: number, name: string}[]}} page */
  constructor(state, page) {
    this.state = state;
    this.page = page;
    this.section = element('events-section', HTMLDetailsElement);
    this.section.addEventListener('toggle', () => this.refresh());
    fillSelect('event-kind', () => [['', say('events.any')], ...KINDS.map((kind) => [kind, kindText(kind)])]);
    fillSelect('event-time', () => [['', say('events.ever')], ['screen', say('events.screen')], ...Object.keys(PERIODS).map((name) => [name, say(`events.${name}`)])]);
    this.fillRules();
    for (const id of ['event-kind', 'event-time', 'event-rule']) select(id).addEventListener('change', () => this.refresh());
    onClick('event-band', () => {
      setPressed(button('event-band'), button('event-band').getAttribute('aria-pressed') !== 'true');
      this.refresh();
    });
  }

  /** The rules have changed. */
  fillRules() {
    const { value } = select('event-rule');
    select('event-rule').replaceChildren(new Option(say('events.any'), ''), ...this.page.rules().map(({ id, name }) => new Option(name, String(id))));
    select('event-rule').value = value;
  }

  get #filter() {
    const inView = button('event-band').getAttribute('aria-pressed') === 'true';
    const time = select('event-time').value;
    const screen = time === 'screen' ? this.page.screen() : null;
    const { fromHz, toHz } = this.state.band;
    return { rule: select('event-rule').value, kind: select('event-kind').value, from: screen?.from ?? (PERIODS[time] ? serverNow(this.state) - PERIODS[time] : NaN), to: screen?.to ?? NaN,
      fromHz: inView ? fromHz : null, toHz: inView ? toHz : null };
  }

  /** Call when time or view changed. */
  update() {
    const { fromHz, toHz } = this.state.band;
    const stretch = JSON.stringify([select('event-time').value === 'screen' && this.page.screen(), button('event-band').getAttribute('aria-pressed') === 'true' && [fromHz, toHz]]);
    if (stretch === this.#stretch) return;
    this.#stretch = stretch;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.refresh(), SETTLED_MS);
  }

  async refresh() {
    if (!isOpen(this.section)) return;
    const asked = ++this.#asked;
    try {
      const events = await fetchEvents(this.#filter);
      if (asked === this.#asked) this.#list(events);
      showRefusal(select('event-rule'), '');
    } catch (reason) {
      if (asked === this.#asked) showRefusal(select('event-rule'), reasonText(reason));
    }
  }

  /** Shows an event of the screen in the list, where its evidence is. @param {LogEvent} event */
  open({ id }) {
    this.#chosen = id;
    this.#awaited = true;
    for (const box of ['event-kind', 'event-rule']) select(box).value = '';
    select('event-time').value = 'screen';
    setPressed(button('event-band'), false);
    showPanel(true);
    this.section.open = true;
    this.refresh();
  }

  /** @param {LogEvent[]} events */
  #list(events) {
    element('no-events', HTMLElement).hidden = events.length > 0;
    const list = element('events', HTMLUListElement);
    refill(list, events.map((event) => this.#item(event)));
    const chosen = this.#awaited && list.querySelector('[aria-current]');
    if (!chosen) return;
    this.#awaited = false;
    chosen.scrollIntoView({ block: 'nearest' });
    /** @type {HTMLElement} */ (chosen.querySelector('button')).focus({ preventScroll: true });
  }

  /** @param {LogEvent} event */
  #item(event) {
    const item = document.createElement('li');
    const [place, facts] = [document.createElement('button'), document.createElement('span')];
    Object.assign(place, { type: 'button', textContent: titleOf(this.state, event) });
    place.addEventListener('click', () => this.page.show(event));
    facts.textContent = factsOf(this.state, event);
    item.append(place, facts, ...this.#evidence(event));
    item.dataset.key = String(event.id);
    if (event.id === this.#chosen) item.setAttribute('aria-current', 'true');
    return item;
  }

  /** @param {LogEvent} event @returns {HTMLElement[]} */
  #evidence({ id, evidence, recording, note }) {
    const files = evidence.filter((name) => FILES[name]).map((name) => download(FILES[name], `api/v1/events/log/${id}/${name}`, `event-${id}-${name}`));
    const samples = recording === null ? [] : ['meta', 'data'].map((part) => download(part === 'meta' ? 'SigMF' : 'IQ', `api/v1/recordings/${part}?name=${encodeURIComponent(recording)}`, `${recording}.sigmf-${part}`));
    if (files.length + samples.length === 0 && note === '') return [];
    const row = document.createElement('span');
    row.className = 'buttons';
    row.append(...files, ...samples, note);
    return [row];
  }
}

/** A link would not carry the token. @param {string} text @param {string} address @param {string} name of the file */
function download(text, address, name) {
  const made = Object.assign(document.createElement('button'), { type: 'button', textContent: text, title: name });
  made.addEventListener('click', async () => {
    made.disabled = true;
    await getBlob(address).then((blob) => saveBlob(blob, name), (reason) => { made.title = reasonText(reason); });
    made.disabled = false;
  });
  return made;
}
