// SPDX-License-Identifier: MIT
// The bookmarks in the panel: adding what is marked or shown, going there, removing. Their names, and those of bands, are
// suggested in the frequency box and marked in the spectrum.

import { BAND_NAMES } from './band_names.js';
import { element, input, onClick, select, showRefusal } from './dom.js';
import { showPanel } from './display_controls.js';
import { formatBand, formatFrequency, formatWidth } from './numbers.js';
import { sameBand } from '../state/view.js';
import { keep, kept } from '../state/kept.js';
import { onLanguage, say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../state/bookmarks.js').Bookmark} Bookmark */

/** What a new bookmark is for: the chosen marker, the part of the band on the screen, or what is tuned to.
 * @param {State} state */
function placeOf({ markers, chosenMarker, band, whole, status }) {
  const marker = markers[chosenMarker];
  if (marker) return { fromHz: marker.hz, toHz: marker.hz };
  if (!sameBand(band, whole) || status?.sweep) return band;
  const center = (whole.fromHz + whole.toHz) / 2;
  return { fromHz: center, toHz: center };
}

/** @param {{fromHz: number, toHz: number}} place */
function placeText({ fromHz, toHz }) {
  if (fromHz === toHz) return formatFrequency(fromHz, 1000);
  return toHz - fromHz < 1e6 ? `${formatFrequency(fromHz, 1000)} + ${formatWidth(toHz - fromHz)}` : formatBand(fromHz, toHz);
}

export class BookmarkList {
  /** @param {State} state @param {import('../state/bookmarks.js').Bookmarks} bookmarks
   * @param {{go: (bookmark: Bookmark) => void}} on */
  constructor(state, bookmarks, on) {
    this.state = state;
    this.bookmarks = bookmarks;
    this.on = on;
    element('bookmark-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#add(input('bookmark-name').value.trim());
    });
    onClick('bookmark-open', () => this.open());
    select('region').value = kept('region', 'all');
    input('places-shown').checked = kept('placesShown', /** @type {unknown} */ (true)) !== false;
    select('region').addEventListener('change', () => keep('region', this.#mark().region));
    input('places-shown').addEventListener('change', () => keep('placesShown', this.#mark().placesShown));
    this.#show();
    onLanguage(() => this.#show());
  }

  /** In the spectrum. */
  #mark() {
    Object.assign(this.state, { placesShown: input('places-shown').checked, region: select('region').value, bookmarks: this.bookmarks.list });
    this.state.stale.overlay = true;
    return this.state;
  }

  /** Shows the box for a new name. */
  open() {
    showPanel(true);
    element('bookmarks-section', HTMLDetailsElement).open = true;
    input('bookmark-name').focus();
  }

  /** @param {string} name */
  #add(name) {
    const fault = this.bookmarks.faultOf(name);
    const kept = fault === '' && this.bookmarks.add({ name, ...placeOf(this.state) });
    showRefusal(input('bookmark-name'), fault || (kept ? '' : say('bookmark.unkept')));
    if (fault !== '') return;
    input('bookmark-name').value = '';
    this.#show();
    this.update();
  }

  #show() {
    element('bookmarks', HTMLUListElement).replaceChildren(...this.bookmarks.list.map((bookmark) => this.#line(bookmark)));
    const names = [...this.bookmarks.list.map(({ name }) => name), ...BAND_NAMES];
    this.#mark();
    element('places', HTMLDataListElement).replaceChildren(...names.map((name) => new Option(name, name)));
  }

  /** @param {Bookmark} bookmark */
  #line(bookmark) {
    const line = document.createElement('li');
    const [go, remove] = [document.createElement('button'), document.createElement('button')];
    const place = document.createElement('span');
    go.className = 'place';
    go.append(bookmark.name, place);
    place.textContent = placeText(bookmark);
    go.addEventListener('click', () => this.on.go(bookmark));
    remove.textContent = '✕';
    remove.title = say('bookmark.remove', { name: bookmark.name });
    remove.setAttribute('aria-label', remove.title);
    remove.addEventListener('click', () => this.#remove(bookmark.name));
    for (const each of [go, remove]) each.type = 'button';
    line.append(go, remove);
    return line;
  }

  /** @param {string} name */
  #remove(name) {
    this.bookmarks.remove(name);
    this.#show();
    input('bookmark-name').focus();
  }

  update() {
    const text = say('bookmark.name-for', { place: placeText(placeOf(this.state)) });
    if (input('bookmark-name').placeholder !== text) input('bookmark-name').placeholder = text;
  }
}
