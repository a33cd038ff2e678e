// SPDX-License-Identifier: MIT
// FREQMAN files of PortaPack and Mayhem: "f=433920000,m=NFM,bw=11k,d=text", ranges as "a=…,b=…". Read only. Pure.

import { modeFrom } from './modes.js';

/** @typedef {import('../state/bookmarks.js').Bookmark} Bookmark */

const MODES = { nfm: ['NFM', 'FM'], wfm: ['WFM'], am: ['AM'], usb: ['USB'], lsb: ['LSB'], cw: ['CW'] };
/** @type {Record<string, number>} */
const SUFFIXES = { k: 1e3, m: 1e6 };

/** @param {string} text */
export const isFreqman = (text) => /^\s*(?:f=\d+|a=\d+,b=\d+)(?:,|\s*$)/m.test(text);

/** "11k" @param {string | undefined} text */
function widthOf(text) {
  const [, number, suffix] = /^([\d.]+)([km]?)/i.exec(text ?? '') ?? [];
  return number ? Number(number) * (SUFFIXES[suffix.toLowerCase()] ?? 1) : 0;
}

/** The description is last, and may have commas. @param {string} text @returns {Bookmark[]} */
export function fromFreqman(text) {
  return text.split(/\r?\n/).filter((line) => /^\s*[fa]=\d/.test(line)).map((line) => {
    const [, before, description = ''] = /^(.*?)(?:,d=(.*))?$/.exec(line.trim()) ?? ['', '', ''];
    /** @type {Record<string, string>} */
    const fields = Object.fromEntries(before.split(',').map((field) => field.split('=')));
    const fromHz = Number(fields.f ?? fields.a), toHz = Number(fields.f ?? fields.b);
    return { name: description.trim() || `${fromHz / 1e6} MHz`, fromHz, toHz, mode: modeFrom(MODES, fields.m), widthHz: widthOf(fields.bw) };
  });
}
