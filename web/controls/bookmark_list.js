// SPDX-License-Identifier: MIT
// The bookmarks in the panel: adding what is marked or shown, going there, removing. Their names, and those of bands, are
// suggested in the frequency box and marked in the spectrum.

import { BAND_NAMES } from './band_names.js';
import { element, input, onClick, saveBlob, select, showRefusal } from './dom.js';
import { showPanel } from './display_controls.js';
import { formatBand, formatFrequency, formatWidth } from './numbers.js';
import { parseBandPlan } from '../bookmark_files/band_plans.js';
import { BOOKMARK_FILES, parseBookmarks } from '../state/bookmark_files.js';
import { sameBand } from '../state/view.js';
import { keep, kept } from '../state/kept.js';
import { region } from '../state/region.js';
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
    onClick('bookmarks-save', () => this.#save());
    onClick('bands-forget', () => this.#takeBands([]));
    this.#takeBands(kept('ownBands', []));
    onClick('bookmarks-load', () => input('bookmarks-file').click());
    input('bookmarks-file').addEventListener('change', () => this.#load());
    select('region').value = region();
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

  #save() {
    const { file, type, write } = BOOKMARK_FILES[select('bookmarks-format').value];
    saveBlob(new Blob([write(this.bookmarks.list)], { type }), file);
  }

  /** Those of a band plan replace those of the one before. False if the browser keeps nothing.
   * @param {import('../bookmark_files/band_plans.js').NamedBand[]} bands */
  #takeBands(bands) {
    this.state.ownBands = bands;
    this.state.stale.overlay = true;
    element('bands-forget', HTMLButtonElement).hidden = bands.length === 0;
    return keep('ownBands', bands);
  }

  /** What a file has, in words. @param {string} text */
  #take(text) {
    const bands = parseBandPlan(text);
    const found = bands ?? parseBookmarks(text);
    const kept = bands ? this.#takeBands(bands) : this.bookmarks.addAll(found);
    if (!kept) return say('bookmark.unkept');
    return say(bands ? 'bands.loaded' : 'bookmarks.loaded', { count: found.length });
  }

  /** All of a file, or none. */
  async #load() {
    const [file] = input('bookmarks-file').files ?? [];
    if (!file) return;
    const note = element('bookmarks-note', HTMLElement);
    note.hidden = false;
    try {
      note.textContent = this.#take(await file.text());
      this.#show();
    } catch (reason) {
      note.textContent = /** @type {Error} */ (reason).message;
    }
    input('bookmarks-file').value = ''; // the same file may be chosen again
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
    place.textContent = [placeText(bookmark), bookmark.mode?.toUpperCase()].filter(Boolean).join(' ');
    go.title = bookmark.group ?? '';
    go.addEventListener('click', () => this.on.go(bookmark));
    remove.textContent = '✕';
    remove.title = say('bookmark.remove', { name: bookmark.name });
    remove.setAttribute('aria-label', remove.title);
    remove.addEventListener('click', () => this.#remove(bookmark));
    for (const each of [go, remove]) each.type = 'button';
    line.append(go, remove);
    return line;
  }

  /** @param {Bookmark} bookmark */
  #remove(bookmark) {
    this.bookmarks.remove(bookmark);
    this.#show();
    input('bookmark-name').focus();
  }

  update() {
    const text = say('bookmark.name-for', { place: placeText(placeOf(this.state)) });
    if (input('bookmark-name').placeholder !== text) input('bookmark-name').placeholder = text;
  }
}
