// SPDX-License-Identifier: MIT
// What is printed: a sheet with the facts, the picture in black on white, and tables of markers and signals. It is made
// when the browser is about to print, and shown on paper only (print.css).

import { element } from './dom.js';
import { formatDb, formatFrequency, formatWidth } from './numbers.js';
import { markerCells, shownSignals, signalCells } from './scene_text.js';
import { composeScreenshot } from './screenshot.js';
import { readTheme } from '../plot/theme.js';
import { unitName, unitShift } from '../state/units.js';
import { spanOf } from '../state/view.js';
import { rbwHz } from '../state/zoom.js';
import { utcText } from '../words/dates.js';
import { decimal, say } from '../words/text.js';

/** @typedef {import('../plot/plot.js').Plot} Plot */
/** @typedef {import('../state/state.js').State} State */

const INK = 'paper'; // the palette: strong signals are dark
const MOST_SIGNALS = 20;

/** In the colours of paper, whatever those of the screen are. @param {Plot} plot */
function inkPicture(plot) {
  const { state, theme } = plot;
  const { palette } = state;
  const redraw = () => Object.assign(state.stale, { projection: true, spectrum: true, overlay: true });
  document.documentElement.toggleAttribute('data-print', true);
  plot.theme = readTheme();
  state.palette = INK;
  redraw();
  try {
    return composeScreenshot(plot);
  } finally {
    document.documentElement.toggleAttribute('data-print', false);
    plot.theme = theme;
    state.palette = palette;
    redraw();
  }
}

/** @param {State} state @returns {[string, string][]} */
function factsOf(state) {
  const { status, band, topTime, axisRange } = state;
  const middle = (band.fromHz + band.toHz) / 2;
  const shift = unitShift(state, middle);
  const [from, to] = [axisRange.floorDb, axisRange.ceilingDb].map((db) => formatDb(db + shift));
  /** @type {[string, string][]} */
  const facts = [[say('scene.frequency'), formatFrequency(middle, spanOf(band) / 1000)], [say('fact.span'), formatWidth(spanOf(band))]];
  if (status) {
    const { source, tuning } = status;
    facts.unshift([say('print.station'), `${location.host}, ${source.description || source.kind}`]);
    facts.push(['RBW', formatWidth(rbwHz(state))], ['FFT', `${tuning.window} ${tuning.fft}`]);
    if (source.gain_db !== null) facts.push([say('gain.name'), `${decimal(String(source.gain_db))} dB`]);
  }
  if (!Number.isNaN(topTime)) facts.push([say('time'), utcText(topTime)]);
  return [...facts, [say('print.scale'), say('print.range', { from, to, unit: unitName(state) })]];
}

/** @param {'td' | 'th'} tag @param {string[]} cells */
function rowOf(tag, cells) {
  const row = document.createElement('tr');
  row.append(...cells.map((text) => Object.assign(document.createElement(tag), { textContent: text })));
  return row;
}

/** @param {string} caption @param {string[]} heads @param {string[][]} lines */
function tableOf(caption, heads, lines) {
  const table = document.createElement('table');
  table.createCaption().textContent = caption;
  table.createTHead().append(rowOf('th', heads));
  table.createTBody().append(...lines.map((cells) => rowOf('td', cells)));
  return table;
}

/** @param {State} state */
function tablesOf(state) {
  const [frequency, level, width, kind] = ['scene.frequency', 'scene.level', 'width', 'kind'].map((key) => say(key));
  const signals = shownSignals(state).slice(0, MOST_SIGNALS);
  const tables = [];
  if (state.markers.length > 0) tables.push(tableOf(say('marker-bar.label'), [say('print.marker'), frequency, level], markerCells(state)));
  if (signals.length > 0) tables.push(tableOf(say('section.signals'), [frequency, level, 'SNR', width, kind], signals.map((peak) => signalCells(state, peak))));
  return tables;
}

/** @param {Plot} plot */
function writeSheet(plot) {
  const { state } = plot;
  const facts = document.createElement('dl');
  for (const [name, value] of factsOf(state)) {
    const pair = document.createElement('div');
    pair.append(Object.assign(document.createElement('dt'), { textContent: name }), Object.assign(document.createElement('dd'), { textContent: value }));
    facts.append(pair);
  }
  const title = Object.assign(document.createElement('h2'), { textContent: say('plot.label') });
  element('print-sheet', HTMLElement).replaceChildren(title, facts, inkPicture(plot), ...tablesOf(state));
}

/** @param {Plot} plot */
export function preparePrinting(plot) {
  window.addEventListener('beforeprint', () => writeSheet(plot));
  window.addEventListener('afterprint', () => element('print-sheet', HTMLElement).replaceChildren());
}
