// SPDX-License-Identifier: MIT
// Amateur bands, by article 5 of the Radio Regulations. Countries give less or more.

/** A band in MHz: as wide as in its widest region, and what other regions have, null for nothing. Its name is what is
 * typed and drawn, other names are only typed; of a band with `unnamed`, the name is that of several, and is only drawn.
 * @typedef {{name: string, mhz: [number, number], in?: Partial<Record<'1' | '2' | '3', [number, number] | null>>, others?: string[],
 *   unnamed?: boolean}} PlannedBand */

/** @type {PlannedBand[]} */
export const AMATEUR = [
  { name: '2200m', mhz: [0.1357, 0.1378] },
  { name: '630m', mhz: [0.472, 0.479] },
  { name: '160m', mhz: [1.8, 2], in: { 1: [1.81, 2] } },
  { name: '80m', mhz: [3.5, 4], in: { 1: [3.5, 3.8], 3: [3.5, 3.9] } },
  { name: '60m', mhz: [5.25, 5.45], in: { 1: [5.3515, 5.3665], 2: [5.3515, 5.3665], 3: [5.3515, 5.3665] } },
  { name: '40m', mhz: [7, 7.3], in: { 1: [7, 7.2], 3: [7, 7.2] } },
  { name: '30m', mhz: [10.1, 10.15] },
  { name: '20m', mhz: [14, 14.35] },
  { name: '17m', mhz: [18.068, 18.168] },
  { name: '15m', mhz: [21, 21.45] },
  { name: '12m', mhz: [24.89, 24.99] },
  { name: '10m', mhz: [28, 29.7] },
  { name: '6m', mhz: [50, 54], in: { 1: [50, 52] } },
  { name: '4m', mhz: [70, 70.5], in: { 2: null, 3: null } },
  { name: '2m', mhz: [144, 148], in: { 1: [144, 146] } },
  { name: '1.25m', mhz: [219, 225], in: { 1: null, 2: [220, 225], 3: null } },
  { name: '70cm', mhz: [420, 450], in: { 1: [430, 440], 3: [430, 440] } },
  { name: '33cm', mhz: [902, 928], in: { 1: null, 3: null } },
  { name: '23cm', mhz: [1240, 1300] },
  { name: '13cm', mhz: [2300, 2450] },
  { name: '9cm', mhz: [3300, 3500], in: { 1: [3400, 3475] } },
  { name: '6cm', mhz: [5650, 5925], in: { 1: [5650, 5850], 3: [5650, 5850] } },
  { name: '3cm', mhz: [10000, 10500] },
];
