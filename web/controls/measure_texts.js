// SPDX-License-Identifier: MIT
// Measurements as names and values. Pure.

import { formatDb, formatFrequency, formatWidth } from './numbers.js';
import { spanOf } from '../state/view.js';

/** @typedef {import('../measure/channel.js').ChannelReading} ChannelReading */
/** @typedef {import('../measure/tones.js').Tone} Tone */
/** @typedef {[name: string, value: string]} Line */
/** How a level at a frequency is written, with its unit. @typedef {(db: number, hz: number, perHz?: boolean) => string} LevelText */

const RESOLVED_RBW = 3; // narrower is the width of the window, not of the signal

/** @param {import('../feed/types.js').Band | null} band @param {number} rbwHz */
function widthText(band, rbwHz) {
  if (!band) return '—';
  const width = spanOf(band);
  return width < RESOLVED_RBW * rbwHz ? `under ${formatWidth(RESOLVED_RBW * rbwHz)}` : formatWidth(width);
}

/** @param {ChannelReading} reading @param {{share: number, downDb: number}} how @param {number} rbwHz
 * @param {LevelText} level @returns {Line[]} */
export function channelLines(reading, { share, downDb }, rbwHz, level) {
  const middle = (reading.band.fromHz + reading.band.toHz) / 2;
  return [
    ['Channel power', level(reading.powerDb, middle)],
    ['Density', level(reading.densityDb, middle, true)],
    [`${Number((share * 100).toFixed(2))} % bandwidth`, widthText(reading.occupied, rbwHz)],
    [`−${downDb} dB bandwidth`, widthText(reading.down, rbwHz)],
    ['Noise around', level(reading.noiseDb, middle, true)],
    ['SNR', `${formatDb(reading.snrDb)} dB`],
    ['Lower neighbour', `${formatDb(reading.lowerDbc)} dBc`],
    ['Upper neighbour', `${formatDb(reading.upperDbc)} dBc`],
  ];
}

/** @param {string} name @param {Tone} tone @param {LevelText} level @returns {Line} */
const toneLine = (name, tone, level) => [name, `${formatFrequency(tone.hz, 1)}  ${level(10 * Math.log10(tone.power), tone.hz)}`];

/** @param {number} dbc */
const dbcText = (dbc) => (dbc === -Infinity ? 'in the noise' : `${formatDb(dbc)} dBc`);

/** @param {[Tone, Tone]} tones @param {{lowerDbc: number, upperDbc: number, ip3Db: number}} products
 * @param {LevelText} level @returns {Line[]} */
export function twoToneLines(tones, products, level) {
  const [low, high] = [...tones].sort((a, b) => a.hz - b.hz);
  return [
    toneLine('Lower tone', low, level), toneLine('Upper tone', high, level), ['Apart', formatWidth(high.hz - low.hz)],
    ['Lower product', dbcText(products.lowerDbc)], ['Upper product', dbcText(products.upperDbc)],
    ['Intercept (IP3)', level(products.ip3Db, low.hz)],
  ];
}

/** @param {Tone} fundamental @param {{harmonics: {order: number, hz: number, dbc: number}[], thdDb: number}} found
 * @param {LevelText} level @returns {Line[]} */
export function harmonicLines(fundamental, { harmonics, thdDb }, level) {
  const percent = 100 * 10 ** (thdDb / 20);
  return [
    toneLine('Fundamental', fundamental, level),
    .../** @type {Line[]} */ (harmonics.map(({ order, hz, dbc }) => [`× ${order}`, `${formatFrequency(hz, 1)}  ${dbcText(dbc)}`])),
    ['THD', Number.isNaN(thdDb) ? 'no harmonic in the band' : `${Number(percent.toPrecision(3))} %  ${formatDb(thdDb)} dB`],
  ];
}
