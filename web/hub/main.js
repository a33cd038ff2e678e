// SPDX-License-Identifier: MIT
// The page of a hub: who reports, what they have heard on one axis of time, where a signal was heard, alarms.

import { formatBand, formatFrequency, parseFrequencyEntry } from '../controls/numbers.js';
import { withToken } from '../controls/token_prompt.js';
import { ApiError, rememberToken } from '../feed/api.js';
import { noDataColour, paletteTable } from '../plot/palettes.js';
import { suitableRange } from '../plot/level_range.js';
import { TileReader } from '../history/tile_reader.js';
import { takeTokenFromAddress } from '../state/token_link.js';
import { alarms, heard, receivers } from './fleet.js';
import { listen, Span } from './span.js';
import { Strip } from './strip.js';
import { fillAlarms, fillHeard, fillReceivers, timeText } from './tables.js';

/** @typedef {import('./fleet.js').Receiver} Receiver */
/** @typedef {import('../feed/types.js').Band} Band */

const REFRESH_MS = 10_000;
const SHOWN_AT_FIRST = 4;
const STRIP_PIXELS = 120;
const PANORAMA_PIXELS = 480;
const PALETTE = 'aurora';
const HEARD_LINES = 3; // to either side of a click
const EVERY = 61; // not a divisor of a column's pixels
const EMPTY_RANGE = { floorDb: -100, ceilingDb: 0 };

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const bandField = /** @type {HTMLInputElement} */ (byId('band'));
const panorama = /** @type {HTMLInputElement} */ (byId('panorama'));
const place = byId('strips');
const span = new Span();
const tiles = new TileReader();
const colours = new Uint32Array(paletteTable(PALETTE).slice().buffer);
const noData = new Uint32Array(new Uint8Array([...noDataColour(PALETTE), 255]).buffer)[0];

/** @type {Receiver[]} */
let fleet = [];
/** @type {Map<number, Strip>} */
const strips = new Map();
/** @type {Set<number> | null} */
let shown = null;
/** that of all strips; null: each one's @type {Band | null} */
let chosenBand = null;
let isDue = false;

const receiverOf = (/** @type {number} */ id) => fleet.find((receiver) => receiver.id === id);
const bandOf = (/** @type {Strip} */ strip) => chosenBand ?? strip.ownBand;

/** What the colours span, for all strips alike. A pixel in so many is enough. */
function commonRange() {
  const some = [...strips.values()].flatMap(({ levels }) => Array.from({ length: Math.floor(levels.length / EVERY) }, (_, index) => levels[index * EVERY]));
  return suitableRange(some) ?? EMPTY_RANGE;
}

function arrange() {
  const wanted = fleet.filter(({ id }) => shown?.has(id));
  if (panorama.checked) wanted.sort((a, b) => b.center_hz - a.center_hz);
  for (const [id, strip] of strips) {
    if (wanted.some((receiver) => receiver.id === id)) continue;
    strip.close();
    strips.delete(id);
  }
  const figures = wanted.map((receiver) => {
    const known = strips.get(receiver.id);
    if (known) {
      known.receiver = receiver;
      return /** @type {HTMLElement} */ (known.canvas.parentElement);
    }
    const figure = document.createElement('figure');
    const caption = figure.appendChild(document.createElement('figcaption'));
    const canvas = figure.appendChild(document.createElement('canvas'));
    canvas.setAttribute('role', 'img');
    caption.textContent = receiver.name;
    strips.set(receiver.id, new Strip(receiver, canvas, { tiles, changed: draw }));
    return figure;
  });
  const isSame = figures.length === place.children.length && figures.every((figure, index) => place.children[index] === figure);
  if (!isSame) place.replaceChildren(...figures);
  place.classList.toggle('joined', panorama.checked);
  draw();
}

function size() {
  const all = [...strips.values()];
  const whole = all.reduce((sum, { receiver }) => sum + receiver.span_hz, 0);
  for (const strip of all) {
    const width = Math.max(100, place.clientWidth);
    const height = panorama.checked && whole > 0 ? Math.max(20, Math.round((PANORAMA_PIXELS * strip.receiver.span_hz) / whole)) : STRIP_PIXELS;
    if (strip.canvas.width !== width) strip.canvas.width = width;
    if (strip.canvas.height !== height) strip.canvas.height = height;
  }
}

/** Once for all that changes before the next frame. */
function draw() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    size();
    const { stretch } = span;
    for (const strip of strips.values()) {
      const band = bandOf(strip);
      strip.fill(stretch, band);
      const caption = strip.canvas.previousElementSibling;
      if (caption) caption.textContent = `${strip.receiver.name}, ${formatBand(band.fromHz, band.toHz)}`;
      strip.canvas.setAttribute('aria-label', `Levels of ${strip.receiver.name}`);
    }
    const range = commonRange();
    for (const strip of strips.values()) strip.paint(range, colours, noData);
    byId('span-text').textContent = `${timeText(stretch.from)} to ${timeText(stretch.to)}${span.end === null ? ', now' : ''}; ${range.floorDb.toFixed(0)} to ${range.ceilingDb.toFixed(0)} dB`;
  });
}

/** @param {PointerEvent} event */
async function hear(event) {
  const strip = [...strips.values()].find(({ canvas }) => {
    const { top, bottom } = canvas.getBoundingClientRect();
    return event.clientY >= top && event.clientY < bottom;
  });
  if (!strip) return;
  const { left, top, width, height } = strip.canvas.getBoundingClientRect();
  const { from, to } = span.stretch;
  const lineMs = (to - from) / strip.canvas.width;
  const level = strip.levelFor(lineMs);
  if (!level) return;
  const { fromHz, toHz } = bandOf(strip);
  const time = from + ((event.clientX - left) / width) * (to - from);
  const frequency = fromHz + (1 - (event.clientY - top) / height) * (toHz - fromHz);
  const about = Math.max(HEARD_LINES * lineMs, level.stepMs);
  const reach = (HEARD_LINES * (toHz - fromHz)) / strip.canvas.height;
  byId('heard-text').textContent = `${formatFrequency(frequency, reach)} at ${timeText(time)}, by rows of ${level.name}:`;
  try {
    const found = await heard(level.name, { from: time - about, to: time + about }, { fromHz: frequency - reach, toHz: frequency + reach });
    fillHeard(found, (id) => receiverOf(id)?.name ?? `${id}`);
  } catch (reason) {
    byId('heard-text').textContent = /** @type {Error} */ (reason).message;
  }
}

/** @param {import('./fleet.js').Alarm} alarm */
function look(alarm) {
  const end = alarm.end ?? Date.now();
  const margin = Math.max(300_000, (end - alarm.begin) / 2);
  span.show({ from: alarm.begin - margin, to: end + margin });
  shown?.add(alarm.receiver);
  fillReceivers(fleet, shown ?? new Set(), show);
  arrange();
  place.scrollIntoView({ block: 'nearest' });
}

/** @param {number} id @param {boolean} on */
function show(id, on) {
  if (on) shown?.add(id);
  else shown?.delete(id);
  arrange();
}

async function refresh() {
  try {
    fleet = await withToken('This hub requires a token', receivers);
    shown ??= new Set(fleet.slice(0, SHOWN_AT_FIRST).map(({ id }) => id));
    fillReceivers(fleet, shown, show);
    byId('fleet-state').textContent = `${fleet.length} receivers`;
    const { from, to } = span.stretch;
    fillAlarms(await alarms({ from, to }), receiverOf, look);
  } catch (reason) {
    byId('fleet-state').textContent = `The hub cannot answer: ${/** @type {Error} */ (reason).message}`;
    if (reason instanceof ApiError && reason.status === 401) return; // who cancelled can reload the page
  }
  arrange();
  setTimeout(refresh, REFRESH_MS);
}

byId('span-form').addEventListener('submit', (event) => event.preventDefault());
for (const button of document.querySelectorAll('[data-hours]')) {
  button.addEventListener('click', () => {
    span.zoom((Number(button.getAttribute('data-hours')) * 3_600_000) / span.lengthMs);
    draw();
  });
}
byId('to-now').addEventListener('click', () => { span.end = null; draw(); });
panorama.addEventListener('change', arrange);
bandField.addEventListener('change', () => {
  const band = parseFrequencyEntry(bandField.value);
  const isAll = bandField.value.trim() === '';
  byId('band-refusal').hidden = isAll || band?.kind === 'band';
  if (isAll) chosenBand = null;
  if (band?.kind === 'band') chosenBand = band;
  draw();
});
const given = takeTokenFromAddress();
if (given !== '') rememberToken(given, false);
listen(place, span, { changed: draw, clicked: hear });
addEventListener('resize', draw);
refresh();
