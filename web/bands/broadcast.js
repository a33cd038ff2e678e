// SPDX-License-Identifier: MIT
// Broadcasting, by article 5 of the Radio Regulations: long, medium and short waves, FM, DAB, television.

/** @type {import('./amateur.js').PlannedBand[]} */
export const BROADCAST = [
  { name: 'LW', mhz: [0.1485, 0.2835], in: { 2: null, 3: null } },
  { name: 'MW', mhz: [0.5265, 1.705], in: { 1: [0.5265, 1.6065], 2: [0.525, 1.705], 3: [0.5265, 1.6065] }, others: ['am'] },
  { name: 'SW 120m', mhz: [2.3, 2.495], others: ['120m'] },
  { name: 'SW 90m', mhz: [3.2, 3.4], others: ['90m'] },
  { name: 'SW 75m', mhz: [3.9, 4], in: { 1: [3.95, 4], 2: null }, others: ['75m'] },
  { name: 'SW 60m', mhz: [4.75, 5.06] },
  { name: 'SW 49m', mhz: [5.9, 6.2], others: ['49m'] },
  { name: 'SW 41m', mhz: [7.2, 7.45], in: { 2: [7.3, 7.4] }, others: ['41m'] },
  { name: 'SW 31m', mhz: [9.4, 9.9], others: ['31m'] },
  { name: 'SW 25m', mhz: [11.6, 12.1], others: ['25m'] },
  { name: 'SW 22m', mhz: [13.57, 13.87], others: ['22m'] },
  { name: 'SW 19m', mhz: [15.1, 15.83], others: ['19m'] },
  { name: 'SW 16m', mhz: [17.48, 17.9], others: ['16m'] },
  { name: 'SW 15m', mhz: [18.9, 19.02] },
  { name: 'SW 13m', mhz: [21.45, 21.85], others: ['13m'] },
  { name: 'SW 11m', mhz: [25.67, 26.1] },
  { name: 'FM', mhz: [87.5, 108], in: { 2: [88, 108] }, others: ['ukw'] },
  { name: 'DAB', mhz: [174, 240], in: { 2: null } },
  { name: 'TV', mhz: [470, 694], in: { 2: [470, 608] } },
];
