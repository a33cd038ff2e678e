// SPDX-License-Identifier: MIT
// Industrial, scientific and medical bands, short-range devices, satellites, radio astronomy: by article 5 of the Radio
// Regulations and recommendation 70-03 of CEPT.

/** @type {import('./amateur.js').PlannedBand[]} */
export const OTHER = [
  { name: 'ISM6', mhz: [6.765, 6.795] },
  { name: 'ISM13', mhz: [13.553, 13.567] },
  { name: 'ISM27', mhz: [26.957, 27.283] },
  { name: 'ISM40', mhz: [40.66, 40.7] },
  { name: 'ISM433', mhz: [433.05, 434.79], in: { 2: null } },
  { name: 'ISM868', mhz: [863, 870], in: { 2: null, 3: null } },
  { name: 'ISM915', mhz: [902, 928], in: { 1: null } },
  { name: 'ISM2400', mhz: [2400, 2500] },
  { name: 'ISM5800', mhz: [5725, 5875] },
  { name: 'WXSAT', mhz: [137, 138] },
  { name: 'NOAA', mhz: [162.4, 162.55], in: { 1: null, 3: null } },
  { name: 'MILSAT', mhz: [240, 270] },
  { name: 'SONDE', mhz: [400.15, 406] },
  { name: 'HI', mhz: [1400, 1427] },
  { name: 'INMARSAT', mhz: [1525, 1559] },
  { name: 'GNSS', mhz: [1559, 1610] },
  { name: 'IRIDIUM', mhz: [1616, 1626.5] },
  { name: 'METSAT', mhz: [1675, 1710] },
];
