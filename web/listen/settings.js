// SPDX-License-Identifier: MIT
// How one listens: the mode, the edges of the pass band, the squelch, the volume, options, and where. This browser keeps
// them; that sound was on it does not keep.

import { parseNumber } from '../controls/numbers.js';
import { keep, kept } from '../state/kept.js';

/** @typedef {'nfm' | 'am' | 'sam' | 'wfm' | 'usb' | 'lsb' | 'cw'} Mode */
/** @typedef {{lowHz: number, highHz: number}} PassBand from the center */
/** `gainDb` null: automatic; `noiseSquelchDb` null: off; `deemphasisUs` 0: off; `noiseReductionDb` 0: off.
 * @typedef {{gainDb: number | null, noiseSquelchDb: number | null, deemphasisUs: {nfm: number, wfm: number},
 *   autoNotch: boolean, noiseReductionDb: number, pitchHz: number}} ListenOptions */
/** @typedef {{mode: Mode, passBands: Partial<Record<Mode, PassBand>>, squelchDb: number | null, volume: number,
 *   centerHz: number | null} & ListenOptions} ListenSettings */

/** As daemon/channels/listening/mode.cpp has them.
 * @type {Record<Mode, {usual: PassBand, widest: PassBand, narrowestHz: number}>} */
export const MODES = {
  nfm: band(-6250, 6250, -10000, 10000, 3000),
  am: band(-4500, 4500, -10000, 10000, 500),
  sam: band(-4500, 4500, -10000, 10000, 500),
  wfm: band(-100e3, 100e3, -110e3, 110e3, 50e3),
  usb: band(150, 2850, 0, 10000, 100),
  lsb: band(-2850, -150, -10000, 0, 100),
  cw: band(-250, 250, -2000, 2000, 50),
};
export const SQUELCH_DB = { least: -200, most: 0, usual: -70 };

/** From what is typed: null, off, without anything; NaN for what is not a number. @param {string} text @returns {number | null} */
export function squelchFrom(text) {
  if (text.trim() === '') return null;
  return Math.min(SQUELCH_DB.most, Math.max(SQUELCH_DB.least, parseNumber(text.replace('−', '-')) ?? NaN));
}

/** Limits of the server; noise reduction of more than 20 dB harms speech. */
export const LIMITS = { gainDb: [-60, 160], noiseSquelchDb: [0, 40], noiseReductionDb: [0, 20], pitchHz: [200, 2000] };
export const NOISE_SQUELCH_DB = 9; // as it is when it is switched on
export const DEEMPHASIS_US = { nfm: [530, 0], wfm: [50, 75] };

/** The modes that have an option. @type {Record<keyof ListenOptions, Mode[]>} */
const MODES_WITH = {
  gainDb: ['am', 'sam', 'usb', 'lsb', 'cw'], // the level of FM does not depend on the signal's
  noiseSquelchDb: ['nfm'],
  deemphasisUs: ['nfm', 'wfm'],
  autoNotch: ['nfm', 'am', 'sam', 'usb', 'lsb'], // in CW a steady tone is what one hears
  noiseReductionDb: ['nfm', 'am', 'sam', 'usb', 'lsb', 'cw'],
  pitchHz: ['cw'],
};

/** @param {Mode} mode @param {keyof ListenOptions} option */
export const has = (mode, option) => MODES_WITH[option].includes(mode);

/** @param {number} lowHz @param {number} highHz @param {number} lowestHz @param {number} highestHz @param {number} narrowestHz */
function band(lowHz, highHz, lowestHz, highestHz, narrowestHz) {
  return { usual: { lowHz, highHz }, widest: { lowHz: lowestHz, highHz: highestHz }, narrowestHz };
}

/** Edges that the mode can have; the edge that is not `moved` stays. @param {Mode} mode @param {PassBand} band
 * @param {'lowHz' | 'highHz'} moved @returns {PassBand} */
export function fitted(mode, { lowHz, highHz }, moved) {
  const { widest, narrowestHz } = MODES[mode];
  if (moved === 'lowHz') return { lowHz: Math.round(Math.max(widest.lowHz, Math.min(lowHz, highHz - narrowestHz))), highHz };
  return { lowHz, highHz: Math.round(Math.min(widest.highHz, Math.max(highHz, lowHz + narrowestHz))) };
}

/** Of CW nothing is heard below 0 Hz. @param {Pick<ListenSettings, 'mode' | 'passBands' | 'pitchHz'>} settings @returns {PassBand} */
export function passBandOf({ mode, passBands, pitchHz }) {
  const { lowHz, highHz } = passBands[mode] ?? MODES[mode].usual;
  return { lowHz: mode === 'cw' ? Math.max(lowHz, -pitchHz) : lowHz, highHz };
}

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
    ...validOptions(found),
  };
}

/** @param {any} found @returns {ListenOptions} */
function validOptions(found) {
  /** @template Value @param {keyof typeof LIMITS} name @param {Value} otherwise @returns {number | Value} */
  const number = (name, otherwise) => (isWithin(found?.[name], LIMITS[name][0], LIMITS[name][1]) ? found[name] : otherwise);
  /** @param {'nfm' | 'wfm'} mode */
  const deemphasis = (mode) => DEEMPHASIS_US[mode].find((us) => us === found?.deemphasisUs?.[mode]) ?? DEEMPHASIS_US[mode][0];
  return {
    gainDb: number('gainDb', null),
    noiseSquelchDb: number('noiseSquelchDb', null),
    deemphasisUs: { nfm: deemphasis('nfm'), wfm: deemphasis('wfm') },
    autoNotch: found?.autoNotch === true,
    noiseReductionDb: number('noiseReductionDb', 0),
    pitchHz: number('pitchHz', 650),
  };
}

export const keptListening = () => validSettings(kept('listen', null));
/** @param {ListenSettings} settings */
export const keepListening = (settings) => keep('listen', settings);
