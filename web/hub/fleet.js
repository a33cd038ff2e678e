// SPDX-License-Identifier: MIT
// What a hub knows: requests to its API.

import { getJson, socketUrl } from '../feed/api.js';

/** @typedef {{id: number, name: string, seconds_since: number, state: string, reason: string, url: string, center_hz: number, span_hz: number,
 *   open_alarms: number, locator: string, newest: string[], same_history: number[], reached: boolean}} Receiver */
/** @typedef {{receiver: number, at: number, frequency_hz: number, level_db: number, median_db: number}} Heard */
/** @typedef {{receiver: number, id: number, begin: number, end: number | null, name: string, kind: string, reason: string, frequency_hz: number,
 *   width_hz: number, peak: number, floor_db: number, journal: string}} Alarm */
/** One level and its receiver for each bin; null without rows
 * @typedef {{from_hz: number, to_hz: number, levels_db: (number | null)[], receivers: (number | null)[]}} Maximum */
/** @typedef {import('../feed/types.js').Stretch} Stretch */
/** @typedef {import('../feed/types.js').Band} Band */

const SILENT_SECONDS = 180; // three reports

/** @param {Stretch} stretch */
const period = ({ from, to }) => `since=${from / 1000}&until=${to / 1000}`;

/** @returns {Promise<Receiver[]>} */
export const receivers = async () => (await getJson('api/v1/receivers')).receivers;

/** @param {number} id @param {string} level @param {Stretch} stretch @returns {Promise<import('../history/frame.js').FrameFacts[]>} */
export const frames = async (id, level, stretch) => (await getJson(`api/v1/receivers/${id}/history/tiles?level=${level}&${period(stretch)}`)).frames;

/** @param {number} id @param {string} level @param {import('../history/frame.js').FrameFacts} frame @param {number} f0 */
export const tileAddress = (id, level, { key, epoch }, f0) => `api/v1/receivers/${id}/history/tile/${level}/${key}/${f0}/max/${epoch}`;

/** @param {string} level @param {Stretch} stretch @param {Band} band @returns {Promise<Heard[]>} */
export const heard = async (level, stretch, { fromHz, toHz }) => (await getJson(`api/v1/heard?level=${level}&${period(stretch)}&from=${fromHz}&to=${toHz}`)).heard;

/** @param {string} level @param {Stretch} stretch @param {Band} band @param {number} bins @returns {Promise<Maximum>} */
export const maximum = (level, stretch, { fromHz, toHz }, bins) => getJson(`api/v1/max?level=${level}&${period(stretch)}&from=${fromHz}&to=${toHz}&bins=${bins}`);

/** @param {Stretch} stretch @returns {Promise<Alarm[]>} */
export const alarms = async (stretch) => (await getJson(`api/v1/alarms?${period(stretch)}`)).alarms;

/** Of what its receiver has kept. @param {Alarm} alarm @param {string} file */
export const evidenceAddress = ({ receiver, id, journal }, file) => `api/v1/receivers/${receiver}/events/log/${id}/${file}?journal=${journal}`;

/** @param {number} id of a receiver */
export const liveUrl = (id) => socketUrl(`api/v1/receivers/${id}/ws`);

/** @param {Receiver} receiver */
export const isSilent = ({ seconds_since: seconds }) => seconds > SILENT_SECONDS;

/** Names of the levels that it reports. @param {Receiver} receiver */
export const levelsOf = ({ newest }) => newest.map((text) => text.split(' ')[0]);
