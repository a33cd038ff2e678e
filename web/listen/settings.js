// SPDX-License-Identifier: MIT
// How one listens: the mode, the edges of the pass band, the squelch, the volume, and where. This browser keeps them; that
// sound was on it does not keep.

import { keep, kept } from '../state/kept.js';

/** @typedef {'nfm' | 'am' | 'sam' | 'wfm' | 'usb' | 'lsb' | 'cw'} Mode */
/** @typedef {{lowHz: number, highHz: number}} PassBand from the center */
/** @typedef {{mode: Mode, passBands: Partial<Record<Mode, PassBand>>, squelchDb: number | null, volume: number,
 *   centerHz: number | null}} ListenSettings */
/** @typedef {{centerHz: number, mode: Mode, squelchDb: number | null} & PassBand} Reception */

/** As daemon/channels/listening/mode.cpp has them.
 * @type {Record<Mode, {usual: PassBand, widest: PassBand, narrowestHz: number, rate: number, channels: number}>} */
export const MODES = {
  nfm: narrow(-6250, 6250, -10000, 10000, 3000),
  am: narrow(-4500, 4500, -10000, 10000, 500),
  sam: narrow(-4500, 4500, -10000, 10000, 500),
  wfm: { ...narrow(-100e3, 100e3, -110e3, 110e3, 50e3), rate: 48000, channels: 2 },
  usb: narrow(150, 2850, 0, 10000, 100),
  lsb: narrow(-2850, -150, -10000, 0, 100),
  cw: narrow(-250, 250, -2000, 2000, 50),
};
export const SQUELCH_DB = { least: -200, most: 20, usual: -70 };

/** @param {number} lowHz @param {number} highHz @param {number} lowestHz @param {number} highestHz @param {number} narrowestHz */
function narrow(lowHz, highHz, lowestHz, highestHz, narrowestHz) {
  return { usual: { lowHz, highHz }, widest: { lowHz: lowestHz, highHz: highestHz }, narrowestHz, rate: 24000, channels: 1 };
}

/** Edges that the mode can have; the edge that is not `moved` stays. @param {Mode} mode @param {PassBand} band
 * @param {'lowHz' | 'highHz'} moved @returns {PassBand} */
export function fitted(mode, { lowHz, highHz }, moved) {
  const { widest, narrowestHz } = MODES[mode];
  if (moved === 'lowHz') return { lowHz: Math.round(Math.max(widest.lowHz, Math.min(lowHz, highHz - narrowestHz))), highHz };
  return { lowHz, highHz: Math.round(Math.min(widest.highHz, Math.max(highHz, lowHz + narrowestHz))) };
}

/** @param {ListenSettings} settings @returns {PassBand} */
export const passBandOf = ({ mode, passBands }) => passBands[mode] ?? MODES[mode].usual;

/** @param {Mode} mode @param {any} band */
function isPassBand(mode, band) {
  const { widest, narrowestHz } = MODES[mode];
  return Number.isFinite(band?.lowHz) && Number.isFinite(band?.highHz) && band.lowHz >= widest.lowHz && band.highHz <= widest.highHz &&
    band.highHz - band.lowHz >= narrowestHz;
}

/** @param {unknown} value @param {number} least @param {number} most @returns {value is number} */
const isWithin = (value, least, most) => typeof value === 'number' && value >= least && value <= most;

/** What is not valid is as on a new page. @param {any} found @returns {ListenSettings} */
export function validSettings(found) {
  const modes = /** @type {Mode[]} */ (Object.keys(MODES));
  return {
    mode: modes.find((mode) => mode === found?.mode) ?? 'nfm',
    passBands: Object.fromEntries(modes.filter((mode) => isPassBand(mode, found?.passBands?.[mode])).map((mode) => {
      const { lowHz, highHz } = found.passBands[mode];
      return [mode, { lowHz, highHz }];
    })),
    squelchDb: isWithin(found?.squelchDb, SQUELCH_DB.least, SQUELCH_DB.most) ? found.squelchDb : null,
    volume: isWithin(found?.volume, 0, 1) ? found.volume : 0.5,
    centerHz: isWithin(found?.centerHz, 0, 1e12) ? found.centerHz : null,
  };
}

export const keptListening = () => validSettings(kept('listen', null));
/** @param {ListenSettings} settings */
export const keepListening = (settings) => keep('listen', settings);

/** The request that opens this. @param {Reception} reception */
export function soundPath({ centerHz, mode, lowHz, highHz, squelchDb }) {
  const query = new URLSearchParams({ center: String(Math.round(centerHz)), mode, low: String(lowHz), high: String(highHz), format: 's16' });
  if (squelchDb !== null) query.set('squelch_db', String(squelchDb));
  return `api/v1/audio?${query}`;
}

/** The change of a channel to this. @param {Reception} reception */
export const channelChange = ({ centerHz, mode, lowHz, highHz, squelchDb }) =>
  ({ center: Math.round(centerHz), mode, low: lowHz, high: highHz, squelch_db: squelchDb });
