// SPDX-License-Identifier: MIT
// Measurements as names and values. Pure.

import { formatDb, formatFrequency, formatWidth } from './numbers.js';
import { spanOf } from '../state/view.js';
import { decimal, say } from '../words/text.js';

/** @typedef {import('../measure/channel.js').ChannelReading} ChannelReading */
/** @typedef {import('../measure/tones.js').Tone} Tone */
/** @typedef {[name: string, value: string]} Line */
/** How a level at a frequency is written, with its unit. @typedef {(db: number, hz: number, perHz?: boolean) => string} LevelText */

const RESOLVED_RBW = 3; // narrower is the width of the window, not of the signal

/** @param {import('../feed/types.js').Band | null} band @param {number} rbwHz */
function widthText(band, rbwHz) {
  if (!band) return '—';
  const width = spanOf(band);
  return width < RESOLVED_RBW * rbwHz ? say('measured.under', { width: formatWidth(RESOLVED_RBW * rbwHz) }) : formatWidth(width);
}

/** @param {ChannelReading} reading @param {{share: number, downDb: number}} how @param {number} rbwHz
 * @param {LevelText} level @returns {Line[]} */
export function channelLines(reading, { share, downDb }, rbwHz, level) {
  const middle = (reading.band.fromHz + reading.band.toHz) / 2;
  return [
    [say('measured.power'), level(reading.powerDb, middle)],
    [say('measured.density'), level(reading.densityDb, middle, true)],
    [say('measured.share', { percent: Number((share * 100).toFixed(2)) }), widthText(reading.occupied, rbwHz)],
    [say('measured.down', { db: downDb }), widthText(reading.down, rbwHz)],
    [say('measured.noise'), level(reading.noiseDb, middle, true)],
    [say('measured.snr'), `${formatDb(reading.snrDb)} dB`],
    [say('measured.lower'), `${formatDb(reading.lowerDbc)} dBc`],
    [say('measured.upper'), `${formatDb(reading.upperDbc)} dBc`],
  ];
}

/** @param {string} name @param {Tone} tone @param {LevelText} level @returns {Line} */
const toneLine = (name, tone, level) => [name, `${formatFrequency(tone.hz, 1)}  ${level(10 * Math.log10(tone.power), tone.hz)}`];

/** @param {number} dbc */
const dbcText = (dbc) => (dbc === -Infinity ? say('measured.in-noise') : `${formatDb(dbc)} dBc`);

/** @param {[Tone, Tone]} tones @param {{lowerDbc: number, upperDbc: number, ip3Db: number}} products
 * @param {LevelText} level @returns {Line[]} */
export function twoToneLines(tones, products, level) {
  const [low, high] = [...tones].sort((a, b) => a.hz - b.hz);
  return [
    toneLine(say('measured.lower-tone'), low, level), toneLine(say('measured.upper-tone'), high, level), [say('measured.apart'), formatWidth(high.hz - low.hz)],
    [say('measured.lower-product'), dbcText(products.lowerDbc)], [say('measured.upper-product'), dbcText(products.upperDbc)],
    [say('measured.intercept'), level(products.ip3Db, low.hz)],
  ];
}

/** @param {Tone} fundamental @param {{harmonics: {order: number, hz: number, dbc: number}[], thdDb: number}} found
 * @param {LevelText} level @returns {Line[]} */
export function harmonicLines(fundamental, { harmonics, thdDb }, level) {
  const percent = 100 * 10 ** (thdDb / 20);
  return [
    toneLine(say('measured.fundamental'), fundamental, level),
    .../** @type {Line[]} */ (harmonics.map(({ order, hz, dbc }) => [`× ${order}`, `${formatFrequency(hz, 1)}  ${dbcText(dbc)}`])),
    [say('measured.thd'), Number.isNaN(thdDb) ? say('measured.no-harmonic') : `${decimal(String(Number(percent.toPrecision(3))))} %  ${formatDb(thdDb)} dB`],
  ];
}
