// SPDX-License-Identifier: MIT
// bookmarks.csv of gqrx: a part with tags and their colours, an empty line, and a part with bookmarks. Pure.

import { modeFrom, modeTo } from './modes.js';

/** @typedef {import('../state/bookmarks.js').Bookmark} Bookmark */

const MODES = { am: ['AM'], sam: ['AM-Sync'], lsb: ['LSB'], usb: ['USB'], cw: ['CW-U', 'CW-L'], nfm: ['Narrow FM'],
  wfm: ['WFM (mono)', 'WFM (stereo)', 'WFM (oirt)'], raw: ['Raw I/Q'], off: ['Demod Off'] };
const UNTAGGED = 'Untagged';
const FIELDS = 5;

/** Known by a line of five fields, of which the first is a frequency. @param {string} text */
export const isGqrx = (text) => /^\s*\d+\s*;[^;\n]*;[^;\n]*;\s*\d+\s*;[^;\n]*$/m.test(text);

/** Lines with another number of fields are tags, or of no use. @param {string} text @returns {Bookmark[]} */
export function fromGqrx(text) {
  return text.split(/\r?\n/).filter((line) => !line.trim().startsWith('#')).map((line) => line.split(';').map((field) => field.trim()))
    .filter((fields) => fields.length === FIELDS)
    .map(([hz, name, mode, width, tags]) => ({ name, fromHz: Number(hz), toHz: Number(hz), mode: modeFrom(MODES, mode), widthHz: Number(width),
      group: tags === UNTAGGED ? '' : tags }));
}

const plain = (/** @type {string} */ text) => text.replace(/[;\r\n]/g, ' ');

/** gqrx has no bands: of one it gets the middle. @param {Bookmark[]} list */
export function toGqrx(list) {
  const tags = [...new Set([UNTAGGED, ...list.flatMap(({ group }) => (group ? plain(group).split(',') : []))])];
  const lines = list.map(({ name, fromHz, toHz, mode, widthHz, group }) => [String(Math.round((fromHz + toHz) / 2)).padStart(12), plain(name).padEnd(25),
    modeTo(MODES, mode, 'Demod Off').padEnd(20), String(Math.round(widthHz || toHz - fromHz)).padStart(10), plain(group || UNTAGGED)].join('; '));
  return ['# Tag name          ;  color', ...tags.map((tag) => `${tag.padEnd(20)}; #c0c0c0`), '',
    '# Frequency ; Name                     ; Modulation          ;  Bandwidth; Tags', ...lines, ''].join('\n');
}
