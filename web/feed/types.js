// SPDX-License-Identifier: MIT
// The types that several modules share. Times are milliseconds since 1970 unless a name says otherwise.

/** @typedef {'mean' | 'max' | 'min'} Detector */
/** @typedef {Uint8Array | Uint16Array} Levels   0: no data, else firstDb + stepDb * (value - 1) */

/**
 * A row as it came over the wire.
 * @typedef {object} Row
 * @property {number} sequence
 * @property {number} generation
 * @property {number} flags
 * @property {number} skipped       rows this client has missed before this one
 * @property {number} time          of the first sample
 * @property {number} duration      milliseconds
 * @property {number} centerHz
 * @property {number} spanHz
 * @property {number} bins
 * @property {number} firstDb       what level value 1 stands for
 * @property {number} stepDb
 * @property {number} ffts
 * @property {number} coverage      0 to 1
 * @property {number} clipped       0 to 1
 * @property {number} binShiftHz    from the edge of a level's cell to the frequency that stands for it; set by the page
 * @property {Partial<Record<Detector, Levels>>} levels
 * @property {number | null} [gainDb]  of the past, where it is another than now, and its resolution
 * @property {number} [rbwHz]
 */

/** A stretch of frequency. @typedef {{fromHz: number, toHz: number}} Band */
/** A stretch of time. @typedef {{from: number, to: number}} Stretch */
/** A stretch of level. @typedef {{floorDb: number, ceilingDb: number}} LevelRange */
/** @typedef {{x: number, y: number, width: number, height: number}} Rect   CSS pixels */

/**
 * @typedef {object} TuningState
 * @property {number} center
 * @property {number} rate
 * @property {number | 'auto'} gain
 * @property {number} ppm
 * @property {number} fft
 * @property {string} window
 * @property {number} hop
 * @property {number} averaging
 * @property {number} rows
 * @property {Detector} detector
 * @property {boolean} remove_dc
 * @property {string} [span]
 * @property {number} [dwell]      seconds at each hop of a sweep
 * @property {number} [offset]     of a converter, Hz
 * @property {boolean} [invert]    it inverts the spectrum
 */

/**
 * What the page reads of `GET api/v1/status`.
 * @typedef {object} ServerStatus
 * @property {string} version
 * @property {string} time
 * @property {number} [receivedAt] by our clock
 * @property {{kind: string, description: string, state: string, cause: string, reason: string,
 *   retry_seconds: number | null, center_hz: number, radio_center_hz?: number, rate_hz: number, measured_rate_hz: number, gain_db: number | null, gains_db?: number[], estimated_ppm?: number | null, live: boolean, tunable: boolean, demo: boolean, generation: number}} source
 * @property {{received: number, processed: number, dropped: number, discarded: number, clipped: number}} samples
 * @property {{sequence: number, per_second: number, bins: number, bin_hz: number}} rows
 * @property {{from_hz: number, to_hz: number, hops: number, hop?: number | null, revisit_seconds: number | null} | null} sweep
 * @property {TuningState} tuning
 * @property {{via: string, by?: string, name?: string, time: string} | null} [tuned_by]
 * @property {import('../users/dial_texts.js').DialFacts | null} [dial]   null: there are no users
 * @property {{at_if: boolean, may_tune: boolean, connected: boolean} | null} [rig]   whose dial the radio follows
 * @property {string} unit
 * @property {number} rbw_hz
 * @property {{tiers?: {seconds: number, oldest: string}[], disk?: DiskFacts | null}} [history]
 * @property {{name: string, reason: string, load: number, device: BackendDevice | null, planning: boolean,
 *   candidates: BackendCandidate[]}} backend
 */

/**
 * What backend auto has measured, cheapest first; empty if a backend was requested by name.
 * @typedef {{name: string, frame_us: number | null, outcome: string, chosen: boolean}} BackendCandidate
 */

/**
 * The history on disk, as the status has it.
 * @typedef {{folder: string, state: string, bytes: number, limit_bytes: number, oldest: string | null, levels: {name: string, oldest: string | null}[]}} DiskFacts
 */

/**
 * The device of the backend if it is not the processor; `trouble`: why the processor is used instead.
 * @typedef {{name: string, trouble: string, load: number, batch_seconds: number}} BackendDevice
 */

/**
 * @typedef {{name: string, state: 'opening' | 'recording' | 'stopping' | 'ended' | 'failed', reason: string, started: string | null,
 *   seconds: number | null, bytes: number, center_hz: number | null, lost: number | null,
 *   kind?: string, mode?: string | null}} Recording
 */

/**
 * A signal, the same from answer to answer by its id. `power_db` is that of all of it, `level_db` that of its strongest
 * line; not `active`: in a pause.
 * @typedef {{id: number, frequency_hz: number, level_db: number, power_db: number, snr_db: number, width_hz: number,
 *   class: string, active: boolean}} Peak
 */
/** What another program says is on a frequency.
 * @typedef {{id: number, frequency_hz: number, label: string, comment: string, source: string}} Spot */
/** What serves other programs; `lost` and `dial` only where there are any.
 * @typedef {{name: string, address: string, state: string, cause: string, clients: number, served: number, messages: number, lost?: number,
 *   dial?: {frequency_hz: number, mode: string, width_hz: number}}} ProgramFeed */
/** @typedef {{hz: number}} Marker */

export {};
