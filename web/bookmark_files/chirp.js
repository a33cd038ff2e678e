// SPDX-License-Identifier: MIT
// The generic CSV of CHIRP: the memories of a transceiver, columns by name, frequencies in MHz. Pure.

import { cell, cellsOf, linesOf } from './cells.js';
import { modeFrom, modeTo } from './modes.js';

/** @typedef {import('../state/bookmarks.js').Bookmark} Bookmark */

const MODES = { nfm: ['FM', 'NFM'], wfm: ['WFM'], am: ['AM'], usb: ['USB'], lsb: ['LSB'], cw: ['CW'] };
const COLUMNS = ['Location', 'Name', 'Frequency', 'Duplex', 'Offset', 'Tone', 'rToneFreq', 'cToneFreq', 'DtcsCode', 'DtcsPolarity', 'Mode', 'TStep', 'Skip',
  'Comment', 'URCALL', 'RPT1CALL', 'RPT2CALL', 'DVCODE'];
const MOST_MEMORIES = 1000;

/** @param {string} text */
export const isChirp = (text) => /^\uFEFF?"?Location"?,/.test(text);

/** Memories without a name get their frequency as one. @param {string} text @returns {Bookmark[]} */
export function fromChirp(text) {
  const lines = linesOf(text).filter((line) => !line.startsWith('#'));
  const names = cellsOf(lines.shift() ?? '', ',');
  return lines.map((line) => cellsOf(line, ',')).filter((cells) => cells.length >= names.length).map((cells) => {
    const of = (/** @type {string} */ name) => cells[names.indexOf(name)] ?? '';
    const hz = Math.round(Number(of('Frequency')) * 1e6);
    return { name: of('Name') || of('Comment') || `${of('Frequency')} MHz`, fromHz: hz, toHz: hz, mode: modeFrom(MODES, of('Mode')) };
  });
}

/** Names of transceivers are short, but CHIRP cuts them itself. @param {Bookmark[]} list */
export function toChirp(list) {
  const lines = list.slice(0, MOST_MEMORIES).map(({ name, fromHz, toHz, mode }, number) => [String(number), cell(name.replaceAll(',', ' ')),
    ((fromHz + toHz) / 2e6).toFixed(6), '', '0.000000', '', '88.5', '88.5', '023', 'NN', modeTo(MODES, mode, 'FM'), '5.00', '', '', '', '', '', ''].join(','));
  return [COLUMNS.join(','), ...lines, ''].join('\r\n');
}
