// SPDX-License-Identifier: MIT
// frequencies.xml of SDR#. Read with regular expressions: it has no attributes and no nesting beyond an entry, and this
// way it can be tested without a browser. Pure.

import { modeFrom, modeTo } from './modes.js';

/** @typedef {import('../state/bookmarks.js').Bookmark} Bookmark */

const MODES = { nfm: ['NFM'], wfm: ['WFM'], am: ['AM'], dsb: ['DSB'], lsb: ['LSB'], usb: ['USB'], cw: ['CW'], raw: ['RAW'] };
/** @type {Record<string, string>} */
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&apos;': "'" };

/** @param {string} text */
export const isSdrsharp = (text) => /<MemoryEntry[\s>]/.test(text);

/** @param {string} entry @param {string} tag */
function inside(entry, tag) {
  const [, text] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(entry) ?? ['', ''];
  return text.replace(/&(?:lt|gt|amp|quot|apos);/g, (entity) => ENTITIES[entity]).replace(/&#(\d+);/g, (all, code) => (Number(code) < 0x110000 ? String.fromCodePoint(Number(code)) : all)).trim();
}

/** A shift is that of a converter: what is received is the frequency itself. @param {string} text @returns {Bookmark[]} */
export function fromSdrsharp(text) {
  return [...text.matchAll(/<MemoryEntry[\s>][^]*?<\/MemoryEntry>/g)].map(([entry]) => ({ name: inside(entry, 'Name'), fromHz: Number(inside(entry, 'Frequency')),
    toHz: Number(inside(entry, 'Frequency')), mode: modeFrom(MODES, inside(entry, 'DetectorType')), widthHz: Number(inside(entry, 'FilterBandwidth')),
    group: inside(entry, 'GroupName') }));
}

const escaped = (/** @type {string} */ text) => text.replace(/[<>&"']/g, (letter) => Object.keys(ENTITIES).find((entity) => ENTITIES[entity] === letter) ?? letter);

/** Without the namespaces that SDR# declares and does not use. @param {Bookmark[]} list */
export function toSdrsharp(list) {
  const entries = list.map(({ name, fromHz, toHz, mode, widthHz, group }) => '  <MemoryEntry>\r\n    <IsFavourite>false</IsFavourite>\r\n'
    + `    <Name>${escaped(name)}</Name>\r\n    <GroupName>${escaped(group || 'Misc')}</GroupName>\r\n    <Frequency>${Math.round((fromHz + toHz) / 2)}</Frequency>\r\n`
    + `    <DetectorType>${modeTo(MODES, mode, 'NFM')}</DetectorType>\r\n    <Shift>0</Shift>\r\n    <FilterBandwidth>${Math.round(widthHz || toHz - fromHz || 12500)}</FilterBandwidth>\r\n`
    + '  </MemoryEntry>\r\n');
  return `<?xml version="1.0" encoding="utf-8"?>\r\n<ArrayOfMemoryEntry>\r\n${entries.join('')}</ArrayOfMemoryEntry>\r\n`;
}
