// SPDX-License-Identifier: MIT
// Aviation, ships, and radios of everybody, by article 5 and appendices 17, 18 and 27 of the Radio Regulations, and the
// rules of CEPT and the FCC for the latter.

/** @type {import('./amateur.js').PlannedBand[]} */
const AVIATION = [
  { name: 'NDB', mhz: [0.19, 0.535], in: { 1: [0.255, 0.5265] } },
  { name: 'AIR', mhz: [108, 137] },
  { name: 'AIRBAND', mhz: [118, 137] },
  { name: 'MILAIR', mhz: [225, 400] },
  { name: 'ILS', mhz: [328.6, 335.4] },
  { name: 'DME', mhz: [960, 1215] },
  { name: 'ADSB', mhz: [1088, 1092] },
  .../** @type {[number, number][]} */ ([[2.85, 3.155], [3.4, 3.5], [4.65, 4.75], [5.45, 5.73], [6.525, 6.765], [8.815, 9.04], [10.005, 10.1], [11.175, 11.4],
    [13.2, 13.36], [15.01, 15.1], [17.9, 18.03], [21.924, 22]]).map((mhz) => ({ name: 'HF AIR', mhz, unnamed: true })),
];

/** @type {import('./amateur.js').PlannedBand[]} */
const SHIPS = [
  { name: 'NAVTEX', mhz: [0.4895, 0.5185] },
  { name: 'MARINE', mhz: [156, 162.05] },
  { name: 'AIS', mhz: [161.95, 162.05] },
  .../** @type {[number, number][]} */ ([[4.063, 4.438], [6.2, 6.525], [8.195, 8.815], [12.23, 13.2], [16.36, 17.41], [18.78, 18.9], [19.68, 19.8],
    [22, 22.855], [25.07, 25.21], [26.1, 26.175]]).map((mhz) => ({ name: 'HF MARINE', mhz, unnamed: true })),
];

/** @type {import('./amateur.js').PlannedBand[]} */
const EVERYBODY = [
  { name: 'CB', mhz: [26.965, 27.405], others: ['11m'] },
  { name: 'MURS', mhz: [151.82, 154.6], in: { 1: null, 3: null } },
  { name: 'PMR', mhz: [446, 446.2], in: { 2: null, 3: null } },
  { name: 'FRS', mhz: [462.55, 467.725], in: { 1: null, 3: null } },
  { name: 'UHF CB', mhz: [476.4125, 477.4125], in: { 1: null, 2: null } },
  { name: 'TETRA', mhz: [380, 400], in: { 2: null, 3: null } },
  { name: 'GSM-R', mhz: [921, 925], in: { 2: null, 3: null } },
  { name: 'DECT', mhz: [1880, 1930], in: { 1: [1880, 1900], 2: [1920, 1930] } },
];

export const MOBILE = [...AVIATION, ...SHIPS, ...EVERYBODY];
