// SPDX-License-Identifier: MIT
// Keeps view and display settings in the URL's hash, so that a link shows the same. Pure, but for the last two functions.

/** @typedef {import('./state.js').State} State */

import { PALETTES } from '../plot/palettes.js';
import { TRACE_KINDS, holdChange, isHeld } from './analyzer.js';
import { LEAST_TIME_ZOOM } from './time_zoom.js';
import { sameBand } from './view.js';
import { rectangleFrom, rectangleText } from '../select/rectangle.js';

/** @param {State} state @returns {string} without the # */
export function toHash(state) {
  const parts = new URLSearchParams();
  if (!sameBand(state.band, state.whole)) {
    parts.set('from', String(Math.round(state.band.fromHz)));
    parts.set('to', String(Math.round(state.band.toHz)));
  }
  if (!state.autoRange) {
    parts.set('floor', String(Math.round(state.range.floorDb)));
    parts.set('ceiling', String(Math.round(state.range.ceilingDb)));
  }
  if (state.palette !== state.defaultPalette) parts.set('palette', state.palette);
  if (state.detector !== 'max') parts.set('show', state.detector);
  const held = TRACE_KINDS.filter((kind) => isHeld(state, kind));
  if (held.length > 0) parts.set('hold', held.join(','));
  if (state.timeZoom !== 1) parts.set('time', String(state.timeZoom));
  if (state.frozenAt !== null) parts.set('at', String(Math.round(state.frozenAt)));
  if (state.secondTop !== null) parts.set('with', String(Math.round(state.secondTop)));
  if (state.selection) parts.set('rect', rectangleText(state.selection));
  if (state.markers.length > 0) parts.set('markers', state.markers.map((marker) => Math.round(marker.hz)).join(','));
  return parts.toString();
}

/** Applies a hash to the state: what it does not have, or has invalid, is as on a new page. @param {State} state @param {string} hash */
export function fromHash(state, hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  /** @param {string} name */
  const number = (name) => (parts.has(name) && parts.get(name) !== '' ? Number(parts.get(name)) : NaN);
  const [fromHz, toHz, floorDb, ceilingDb] = ['from', 'to', 'floor', 'ceiling'].map(number);
  state.linked = fromHz < toHz ? { fromHz, toHz } : null;
  state.band = state.linked ?? state.whole;
  state.autoRange = !(floorDb < ceilingDb);
  if (floorDb < ceilingDb) {
    state.range = state.axisRange = { floorDb, ceilingDb };
  }
  state.palette = PALETTES.find(({ name }) => name === parts.get('palette'))?.name ?? state.defaultPalette;
  const show = parts.get('show');
  state.detector = show === 'mean' || show === 'min' ? show : 'max';
  const held = (parts.get('hold') ?? '').replace(/^1$/, 'max').split(','); // links of before had one trace
  for (const kind of TRACE_KINDS) Object.assign(state, holdChange(kind, held.includes(kind)));
  state.timeZoom = number('time') >= LEAST_TIME_ZOOM && number('time') <= 8 ? number('time') : 1;
  state.frozenAt = number('at') > 0 ? number('at') : null;
  state.secondTop = number('with') > 0 ? number('with') : null;
  state.selection = rectangleFrom(parts.get('rect'));
  const marks = (parts.get('markers') ?? '').split(',').map(Number).filter((hz) => hz > 0);
  state.markers = marks.slice(0, 2).map((hz) => ({ hz }));
}

const shownHash = () => location.hash.replace(/^#/, '');

/** @type {string | null} */
let knownHash = null;

/** The state is that of the address. */
export function addressFollowed() {
  knownHash = shownHash();
}

/** Keeps the address up to date, without filling the history of the browser. A link that was followed just now is left
 * alone: "hashchange" comes after that. @param {State} state */
export function rememberInAddress(state) {
  if (knownHash !== null && shownHash() !== knownHash) return;
  const hash = toHash(state);
  if (hash !== shownHash()) {
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
  }
  addressFollowed();
}
