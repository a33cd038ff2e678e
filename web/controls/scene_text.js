// SPDX-License-Identifier: MIT
// What a person who sees reads from the picture, as sentences that are short enough for a braille line. Pure.

import { dateTimeText, timeText, zoneName } from './clock_text.js';
import { formatBand, formatDb, formatFrequency, formatWidth } from './numbers.js';
import { levelNear } from './readout.js';
import { signalClassText, signalMegahertz } from './signal_text.js';
import { stepHz } from '../state/state.js';
import { levelText, powerText } from '../state/units.js';
import { sameBand, spanOf } from '../state/view.js';
import { rbwHz, shownFloorDb } from '../state/zoom.js';
import { say } from '../words/text.js';

/** @typedef {import('../state/state.js').State} State */
/** @typedef {import('../feed/types.js').Peak} Peak */
/** @typedef {import('../feed/types.js').Band} Band */

const TYPICAL_COLUMNS = 1000;

/** Those on the screen, as the server sorts them: strongest first. @param {State} state */
export function shownSignals({ peaks, band }) {
  return peaks.filter(({ frequency_hz: hz }) => hz >= band.fromHz && hz <= band.toHz);
}

/** @param {State} state */
function bandLines({ band, whole }) {
  const text = say('scene.band', { band: formatBand(band.fromHz, band.toHz), span: formatWidth(spanOf(band)) });
  return sameBand(band, whole) ? [text] : [text, say('scene.part', { band: formatBand(whole.fromHz, whole.toHz) })];
}

/** Whether it is now, and if not, of when. @param {State} state */
function timeLine(state) {
  const { frozenAt, link, live } = state;
  if (frozenAt !== null) return say('scene.frozen', { time: dateTimeText(state, frozenAt) });
  if (!live.newest) return say('scene.empty');
  const time = `${timeText(state, live.newest.time)} ${zoneName(state)}`;
  return link === 'open' ? say('scene.live', { time }) : say('scene.offline', { time });
}

/** @param {State} state */
function noiseLine(state) {
  const { status, band } = state;
  const floorDb = shownFloorDb(state);
  if (!Number.isFinite(floorDb) || !status) return say('scene.no-floor');
  const level = levelText(state, floorDb, (band.fromHz + band.toHz) / 2);
  return say('scene.floor', { level, width: formatWidth(rbwHz(state)) });
}

/** @param {State} state */
function signalsLine(state) {
  const active = shownSignals(state).filter((peak) => peak.active);
  if (active.length === 0) return say('summary.none');
  const [strongest] = active;
  return say('scene.signals', { count: active.length, frequency: `${signalMegahertz(strongest)} MHz`,
    level: powerText(state, strongest.power_db, strongest.frequency_hz) });
}

/** Number, frequency and level of each marker. @param {State} state @returns {[string, string, string][]} */
export function markerCells(state) {
  const step = stepHz(state, TYPICAL_COLUMNS);
  return state.markers.map(({ hz }, index) => [String(index + 1), formatFrequency(hz, Math.max(1, step)), levelText(state, levelNear(state, hz, step), hz)]);
}

/** @param {State} state */
function markerLines(state) {
  return markerCells(state).map(([index, frequency, level]) => say('scene.marker', { index, frequency, level }));
}

/** @param {State} state @returns {string[]} */
export function sceneLines(state) {
  return [...bandLines(state), timeLine(state), noiseLine(state), signalsLine(state), ...markerLines(state)];
}

/** A line of the table: frequency, level, over the noise, width, kind. @param {State} state @param {Peak} peak */
export function signalCells(state, peak) {
  const kind = signalClassText(peak.class);
  const texts = [`${signalMegahertz(peak)} MHz`, powerText(state, peak.power_db, peak.frequency_hz), `${formatDb(peak.snr_db)} dB`,
    formatWidth(peak.width_hz)];
  return [...texts, peak.active ? kind : `${kind}, ${say('scene.paused')}`];
}

/** @param {Peak[]} peaks */
const namesOf = (peaks) => peaks.map((peak) => `${signalMegahertz(peak)} MHz`).join(', ');

/** What has come and gone between two readings. */
export class SignalNews {
  /** @type {{time: number, whole: Band, active: Map<number, Peak>} | null} */
  #before = null;

  /** @param {State} state @param {number} time of this reading, ms @returns {string} */
  next(state, time) {
    const before = this.#before;
    const active = new Map(state.peaks.filter((peak) => peak.active).map((peak) => [peak.id, peak]));
    this.#before = { time, whole: state.whole, active };
    if (!before) return '';
    const since = `${timeText(state, before.time)} ${zoneName(state)}`;
    if (!sameBand(before.whole, state.whole)) return say('scene.retuned', { since });
    const appeared = [...active.values()].filter(({ id }) => !before.active.has(id));
    const gone = [...before.active.values()].filter(({ id }) => !active.has(id));
    const news = [appeared.length > 0 ? say('scene.appeared', { list: namesOf(appeared) }) : '',
      gone.length > 0 ? say('scene.gone', { list: namesOf(gone) }) : ''].filter(Boolean);
    return say('scene.since', { since, news: news.join(' ') || say('scene.nothing') });
  }
}
