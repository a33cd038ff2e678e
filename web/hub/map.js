// SPDX-License-Identifier: MIT
// The map of receivers: the grid of locators, and a button for each receiver that says where it is.

import { element, refill, setText } from '../controls/dom.js';
import { gridOf, placesOf, viewOf } from './map_view.js';
import { act } from './tables.js';

/** @typedef {import('./map_view.js').View} View */

const LINE_PIXELS = 26; // of receivers at one place
const NAME_PIXELS = 110; // to the right of a place
const HEALTH_TEXTS = { fine: 'fine', alarm: 'alarm', trouble: 'not receiving', silent: 'silent' };

/** @param {Element} parent @param {string} name @param {Record<string, string | number>} attributes */
function draw(parent, name, attributes) {
  const child = parent.appendChild(document.createElementNS(parent.namespaceURI, name));
  for (const [key, value] of Object.entries(attributes)) child.setAttribute(key, `${value}`);
  return child;
}

export class ReceiverMap {
  /** @param {import('./state.js').HubState} state @param {(id: number, on: boolean) => void} show */
  constructor(state, show) {
    this.state = state;
    this.show = show;
    this.section = element('map-section', HTMLElement);
    this.marks = element('map-marks', HTMLUListElement);
    this.grid = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.getElementById('map-grid')));
  }

  /** After the receivers, those that are shown or the size have changed. */
  update() {
    const places = placesOf(this.state.fleet);
    this.section.hidden = places.length === 0;
    if (places.length === 0) return;
    const { clientWidth: width, clientHeight: height } = this.marks;
    const view = viewOf(places, width / height);
    this.#drawGrid(view, width, height);
    refill(this.marks, places.map((place) => this.#mark(place, view, width, height)));
    const count = this.state.fleet.length - places.length;
    setText('map-others', count > 0 ? `Not on the map, as their report.locator is empty: ${count} of ${this.state.fleet.length}.` : '');
  }

  /** @param {View} view @param {number} width @param {number} height in pixels */
  #drawGrid(view, width, height) {
    const x = (/** @type {number} */ longitude) => ((longitude - view.west) / view.width) * width;
    const y = (/** @type {number} */ latitude) => ((view.north - latitude) / view.height) * height;
    const { meridians, parallels, names } = gridOf(view, width);
    this.grid.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.grid.replaceChildren();
    for (const longitude of meridians) draw(this.grid, 'line', { x1: x(longitude), x2: x(longitude), y1: 0, y2: height });
    for (const latitude of parallels) draw(this.grid, 'line', { x1: 0, x2: width, y1: y(latitude), y2: y(latitude) });
    for (const { longitude, latitude, text } of names) draw(this.grid, 'text', { x: x(longitude) + 4, y: y(latitude) - 4 }).textContent = text;
  }

  /** @param {import('./map_view.js').Place} place @param {View} view @param {number} width @param {number} height */
  #mark({ receiver, longitude, latitude, health, above }, view, width, height) {
    const line = document.createElement('li');
    line.dataset.key = `${receiver.id}`;
    const x = ((longitude - view.west) / view.width) * width;
    line.style.left = `${x}px`;
    line.style.top = `${((view.north - latitude) / view.height) * height + above * LINE_PIXELS}px`;
    line.className = x > width - NAME_PIXELS ? `${health} at-the-edge` : health;
    const isShown = this.state.shown?.has(receiver.id) ?? false;
    const button = line.appendChild(act(receiver.name, `${receiver.locator}: ${HEALTH_TEXTS[health]}`, () => this.show(receiver.id, !isShown)));
    button.setAttribute('aria-label', `${receiver.name}, ${receiver.locator}: ${HEALTH_TEXTS[health]}`);
    button.setAttribute('aria-pressed', `${isShown}`);
    return line;
  }
}
