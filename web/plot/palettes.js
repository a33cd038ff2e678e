// SPDX-License-Identifier: MIT
// Colour maps: a few control points each, blended in between. Lightness is monotonic in all of them, so that none
// depends on distinguishing hues. "No data" (value 0) is a grey outside of every map, and brown where the map is grey.

/** @typedef {[number, number, number]} Colour */
/** @typedef {{name: string, points: Colour[], noData?: Colour}} Palette */

/** @type {Palette[]} */
export const PALETTES = [
  // Night blue over teal and green to light yellow: even steps of lightness, safe for every kind of colour blindness.
  { name: 'aurora', points: [[7, 8, 22], [24, 22, 66], [34, 50, 112], [28, 86, 134], [20, 124, 136], [38, 162, 116], [112, 198, 80], [190, 226, 70], [254, 245, 150]] },
  { name: 'ember', points: [[5, 4, 12], [38, 12, 66], [88, 16, 96], [142, 32, 88], [192, 54, 66], [230, 92, 38], [248, 146, 22], [249, 204, 66], [253, 250, 190]] },
  { name: 'classic', points: [[2, 3, 20], [6, 12, 74], [14, 40, 138], [16, 88, 178], [22, 140, 190], [84, 186, 160], [172, 216, 108], [246, 232, 92], [255, 252, 228]] },
  { name: 'ice', points: [[3, 7, 14], [10, 28, 52], [18, 55, 92], [32, 88, 132], [56, 124, 168], [94, 160, 196], [142, 194, 218], [196, 224, 238], [246, 252, 255]] },
  { name: 'grey', points: [[6, 6, 7], [250, 250, 248]], noData: [54, 44, 30] },
  { name: 'paper', points: [[250, 249, 245], [196, 204, 214], [104, 122, 150], [40, 48, 84], [8, 8, 20]] },
];

/** @type {Colour} */
const NO_DATA = [37, 40, 44];
const STEPS = 256;

/** @param {string} name */
const paletteOf = (name) => PALETTES.find((palette) => palette.name === name) ?? PALETTES[0];

/** @param {string} name */
export function paletteAfter(name) {
  const now = PALETTES.findIndex((palette) => palette.name === name);
  return PALETTES[(now + 1) % PALETTES.length].name;
}

/** @param {boolean} light colour scheme of the page */
export const defaultPalette = (light) => (light ? 'paper' : 'aurora');

/** @param {string} name of the palette */
export const noDataColour = (name) => paletteOf(name).noData ?? NO_DATA;

/** 256 RGBA colours. @param {string} name @returns {Uint8Array} */
export function paletteTable(name) {
  const { points } = paletteOf(name);
  const table = new Uint8Array(STEPS * 4);
  for (let step = 0; step < STEPS; ++step) {
    const place = (step / (STEPS - 1)) * (points.length - 1);
    const left = Math.min(points.length - 2, Math.floor(place));
    for (let channel = 0; channel < 3; ++channel) {
      const [a, b] = [points[left][channel], points[left + 1][channel]];
      table[step * 4 + channel] = Math.round(a + (b - a) * (place - left));
    }
    table[step * 4 + 3] = 255;
  }
  return table;
}

/** @typedef {{palette: string, lowValue: number, highValue: number, gamma: number}} Colours */

/** Whether colourWords() makes the same of both, to a hundredth of a level. @param {Colours | null} a @param {Colours} b */
export function sameColours(a, b) {
  return a !== null && a.palette === b.palette && a.gamma === b.gamma && Math.abs(a.lowValue - b.lowValue) < 0.01 &&
    Math.abs(a.highValue - b.highValue) < 0.01;
}

/** Colours for all values of a texture of levels: `range` is painted over by the map, 0 means no data. One 32-bit word
 * each as it lies in memory.
 * @param {string} name of the palette @param {number} low value that gets the first colour @param {number} high the last
 * @param {number} [gamma] @returns {Uint32Array} */
export function colourWords(name, low, high, gamma = 1) {
  const table = paletteTable(name);
  const colours = new Uint32Array(table.buffer, table.byteOffset, STEPS);
  const words = new Uint32Array(STEPS);
  for (let value = 1; value < STEPS; ++value) {
    const way = Math.min(1, Math.max(0, (value - low) / Math.max(1e-6, high - low)));
    words[value] = colours[Math.round(way ** gamma * (STEPS - 1))];
  }
  words[0] = new Uint32Array(new Uint8Array([...noDataColour(name), 255]).buffer)[0];
  return words;
}
