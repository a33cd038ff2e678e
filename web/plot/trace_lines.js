// SPDX-License-Identifier: MIT
// Lines over the spectrum besides that of the newest row: what is held, a stored trace, their difference.

import { ColumnMap, levelsOf, poolLargest, poolSmallest } from './column_map.js';
import { yOfDb } from './geometry.js';
import { drawLimit } from './limit_line.js';
import { FONT } from './theme.js';
import { isHeld } from '../state/analyzer.js';
import { levelText } from '../state/units.js';
import { shownFloorDb } from '../state/zoom.js';
import { say } from '../words/text.js';

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('./geometry.js').Geometry} Geometry */
/** @typedef {{context: CanvasRenderingContext2D, state: State, geometry: Geometry, theme: Record<string, string>}} Sheet */

const PARTS = 64; // of a pixel, down

/** Adds to a path in columns across and 64ths of a pixel down: whole numbers, since each with a fraction would be an
 * object. @param {CanvasRenderingContext2D} context @param {number} column its width @param {() => void} add */
export function addWholeNumbers(context, column, add) {
  context.save();
  context.transform(column / 2, 0, 0, 1 / PARTS, 0, 0);
  context.beginPath();
  add();
  context.restore(); // keeps the path
}

/** Where levels are, as `addWholeNumbers()` takes them: `top - perDb * dB`. Computed here and not by a call for each
 * pixel, whose result would be an object. @param {Pick<Sheet, 'state' | 'geometry'>} sheet */
export function levelScale({ state, geometry }) {
  const top = yOfDb(geometry, state, 0);
  return { top: top * PARTS, perDb: (yOfDb(geometry, state, -1) - top) * PARTS };
}

/** A line through levels, one per column, with gaps where they are NaN. @param {Sheet} sheet @param {Float32Array} levels
 * @param {string} colour @param {number} width */
export function strokeLevels({ context, state, geometry }, levels, colour, width) {
  const { top, perDb } = levelScale({ state, geometry });
  addWholeNumbers(context, geometry.spectrum.width / levels.length, () => {
    let drawing = false;
    for (let index = 0; index < levels.length; ++index) {
      const level = levels[index];
      const isThere = !Number.isNaN(level);
      const y = Math.round(top - level * perDb) | 0;
      if (isThere && drawing) context.lineTo(2 * index + 1, y);
      else if (isThere) context.moveTo(2 * index + 1, y);
      drawing = isThere;
    }
  });
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineJoin = 'round';
  context.stroke();
}

/** The row of a trace, its levels as `max`: as a live line it is the mean. @param {State} state
 * @param {import('../state/analyzer.js').TraceName} name @param {Row | null} row the newest @returns {Row | null} */
export function rowOfTrace(state, name, row) {
  if (name !== 'live') return isHeld(state, name) ? state.traces[name].held : null;
  const levels = row?.levels.mean ?? row?.levels.max;
  return row && levels ? { ...row, levels: { max: levels } } : null;
}

/** @param {Sheet} sheet */
function noiseLine({ context, state, geometry, theme }) {
  const floorDb = shownFloorDb(state);
  if (!Number.isFinite(floorDb)) return;
  const y = Math.round(yOfDb(geometry, state, floorDb)) + 0.5;
  context.strokeStyle = context.fillStyle = theme.label;
  context.lineWidth = 1;
  context.setLineDash([2, 4]);
  context.beginPath();
  context.moveTo(0, y);
  context.lineTo(geometry.spectrum.width, y);
  context.stroke();
  context.setLineDash([]);
  context.font = FONT;
  context.textAlign = 'right';
  context.textBaseline = 'alphabetic';
  context.fillText(say('noise.level', { level: levelText(state, floorDb, (state.band.fromHz + state.band.toHz) / 2) }), geometry.spectrum.width - 8, y - 4);
}

export class TraceLines {
  /** @param {number} columns */
  constructor(columns) {
    this.map = new ColumnMap(columns);
    this.pooled = new Uint16Array(columns);
    this.levels = new Float32Array(columns);
    this.others = new Float32Array(columns);
  }

  /** @param {Sheet} sheet @param {Row | null} row the newest */
  draw(sheet, row) {
    const { state, theme } = sheet;
    if (state.noiseLine) noiseLine(sheet);
    const { max, min, average } = state.traces;
    if (state.minHold && min.held) this.#line(sheet, min.held, theme['hold-min'], poolSmallest);
    if (state.averageHold && average.held) this.#line(sheet, average.held, theme['hold-average']);
    if (state.peakHold && max.held) this.#line(sheet, max.held, theme.hold);
    if (state.reference) this.#line(sheet, state.reference.row, theme.reference);
    if (state.reference && state.difference) this.#difference(sheet, state.reference.row, row);
    drawLimit(sheet, row);
  }

  /** Levels per column in dB. @param {State} state @param {Row} row @param {typeof poolLargest} pool
   * @param {Float32Array} out */
  #project(state, row, pool, out) {
    const levels = row.levels.max;
    if (!levels) return out.fill(NaN);
    this.map.fit(row, state.band);
    pool(levels, this.map, this.pooled);
    levelsOf(row, this.pooled, out);
    return out;
  }

  /** @param {Sheet} sheet @param {Row} row @param {string} colour @param {typeof poolLargest} [pool] */
  #line(sheet, row, colour, pool = poolLargest) {
    strokeLevels(sheet, this.#project(sheet.state, row, pool, this.levels), colour, 1);
  }

  /** A − B, around a line of 0 dB in the middle. @param {Sheet} sheet @param {Row} reference @param {Row | null} newest */
  #difference(sheet, reference, newest) {
    const { context, state, geometry, theme } = sheet;
    const row = rowOfTrace(state, state.traceA, newest);
    if (!row) return;
    const zeroDb = (state.axisRange.floorDb + state.axisRange.ceilingDb) / 2;
    const [a, b] = [this.#project(state, row, poolLargest, this.levels), this.#project(state, reference, poolLargest, this.others)];
    for (let column = 0; column < a.length; ++column) a[column] += zeroDb - b[column];
    const y = Math.round(yOfDb(geometry, state, zeroDb));
    context.fillStyle = theme.difference;
    context.fillRect(0, y, geometry.spectrum.width, 1);
    context.font = FONT;
    context.textAlign = 'right';
    context.fillText('A − B: 0 dB', geometry.spectrum.width - 8, y - 4);
    strokeLevels(sheet, a, theme.difference, 1.25);
  }
}
