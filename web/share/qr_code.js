// SPDX-License-Identifier: MIT
// QR codes of links: bytes, with the lowest level of error correction, since a screen is clean; up to version 10, which
// holds 271 bytes. Pure.

import { corrections } from './reed_solomon.js';
import { drawSymbol } from './qr_symbol.js';

/** By version: codewords of correction in each block, and codewords of data in each. */
const BLOCKS = [[7, [19]], [10, [34]], [15, [55]], [20, [80]], [26, [108]], [18, [68, 68]], [20, [78, 78]], [24, [97, 97]],
  [30, [116, 116]], [18, [68, 68, 69, 69]]];
const BYTE_MODE = 0b0100;
const PADS = [0xec, 0x11];

/** @param {number[]} lengths */
const total = (lengths) => lengths.reduce((sum, length) => sum + length, 0);

/** Mode, length, text, the end, and padding. @param {Uint8Array} text @param {number} version @param {number} length */
function dataOf(text, version, length) {
  const digits = version < 10 ? 8 : 16;
  const bits = [BYTE_MODE.toString(2).padStart(4, '0'), text.length.toString(2).padStart(digits, '0'),
    ...Array.from(text, (byte) => byte.toString(2).padStart(8, '0')), '0000'].join('').slice(0, length * 8);
  const used = Math.ceil(bits.length / 8);
  const padded = bits.padEnd(used * 8, '0');
  return Uint8Array.from({ length }, (_, at) => (at < used ? parseInt(padded.slice(at * 8, at * 8 + 8), 2) : PADS[(at - used) % 2]));
}

/** The first codewords of all blocks, then the second ones. @param {Uint8Array[]} blocks */
function interleaved(blocks) {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, at) => blocks.filter((block) => at < block.length).map((block) => block[at])).flat();
}

/** The modules, row by row; null if the text is too long. @param {string} text
 * @returns {{size: number, dark: Uint8Array} | null} */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const fits = (/** @type {number} */ version) => 4 + (version < 10 ? 8 : 16) + 8 * bytes.length <= 8 * total(/** @type {number[]} */ (BLOCKS[version - 1][1]));
  const version = BLOCKS.findIndex((_, index) => fits(index + 1)) + 1;
  if (version === 0) return null;
  const [count, lengths] = /** @type {[number, number[]]} */ (BLOCKS[version - 1]);
  const data = dataOf(bytes, version, total(lengths));
  const blocks = lengths.map((length, index) => data.subarray(total(lengths.slice(0, index)), total(lengths.slice(0, index)) + length));
  const codewords = [...interleaved(blocks), ...interleaved(blocks.map((block) => corrections(block, count)))];
  return drawSymbol(version, Uint8Array.from(codewords));
}
