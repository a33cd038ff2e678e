// SPDX-License-Identifier: MIT
// The part of the state that makes the page an analyzer: traces, units, lines, measurements.

import { HeldTrace } from '../feed/held_trace.js';

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('../feed/held_trace.js').TraceKind} TraceKind */
/** @typedef {'live' | TraceKind} TraceName */

export const TRACE_KINDS = /** @type {const} */ (['max', 'min', 'average']);

/** The initial state. */
export function analyzerState() {
  return {
    traces: { max: new HeldTrace('max'), min: new HeldTrace('min'), average: new HeldTrace('average') },
    peakHold: false,
    minHold: false,
    averageHold: false,
    /** the spectrum shows how often levels occur */
    persistence: false,
    /** @type {{name: string, row: Row} | null} the stored trace B */
    reference: null,
    /** @type {TraceName} trace A: what is stored, and what B is taken from */
    traceA: 'live',
    /** A − B is shown */
    difference: false,

    /** @type {import('./units.js').Unit} */
    unit: 'server',
    /** @type {import('./calibration.js').CalibrationPoint[]} */
    calibration: [],
    /** @type {import('./calibration.js').Factor[]} */
    antennaFactors: [],
    /** 0: as it fits */
    dbPerDivision: 0,
    /** @type {{unit: import('./units.js').Unit, text: string, points: import('./calibration.js').Factor[]} | null} */
    limit: null,
    /** the noise floor is drawn as a line */
    noiseLine: false,
    /** of the whole band, in a bin, as the server measures it */
    floorDb: NaN,

    /** markers move with the signals they are on */
    markersFollow: false,
    /** @type {(import('../measure/channel.js').ChannelReading & {spacingHz: number}) | null} the channel being measured */
    measured: null,
  };
}

const FLAGS = /** @type {const} */ ({ max: 'peakHold', min: 'minHold', average: 'averageHold' });

/** Whether a held trace is shown. @param {{peakHold: boolean, minHold: boolean, averageHold: boolean}} state
 * @param {TraceKind} kind */
export const isHeld = (state, kind) => state[FLAGS[kind]];

/** @param {TraceKind} kind @param {boolean} on */
export const holdChange = (kind, on) => ({ [FLAGS[kind]]: on });

/** Adds a row to the traces that are shown; the others forget. @param {ReturnType<typeof analyzerState>} state
 * @param {Row} row */
export function holdRow(state, row) {
  for (const kind of TRACE_KINDS) if (isHeld(state, kind)) state.traces[kind].add(row);
}

/** Traces that are not shown begin again when they are. @param {ReturnType<typeof analyzerState>} state */
export function clearHidden(state) {
  for (const kind of TRACE_KINDS) if (!isHeld(state, kind)) state.traces[kind].clear();
}
