// SPDX-License-Identifier: MIT
// Names of bands that the frequency box takes. Amateur bands are as wide as in the widest of the three IARU regions. Pure.

/** @typedef {import('../feed/types.js').Band} Band */

/** In MHz. A small m: 2M is 2 MHz. @type {Record<string, [number, number]>} */
const WAVELENGTHS = {
  '2200m': [0.1357, 0.1378], '630m': [0.472, 0.479], '160m': [1.8, 2], '80m': [3.5, 4], '60m': [5.25, 5.45], '40m': [7, 7.3],
  '30m': [10.1, 10.15], '20m': [14, 14.35], '17m': [18.068, 18.168], '15m': [21, 21.45], '12m': [24.89, 24.99],
  '11m': [26.965, 27.405], '10m': [28, 29.7], '6m': [50, 54], '4m': [70, 70.5], '2m': [144, 148], '1.25m': [219, 225],
  '70cm': [420, 450], '33cm': [902, 928], '23cm': [1240, 1300], '13cm': [2300, 2450],
};

/** In MHz, in any case. @type {Record<string, [number, number]>} */
const SERVICES = {
  lw: [0.1485, 0.2835], mw: [0.5265, 1.705], am: [0.5265, 1.705], cb: [26.965, 27.405], fm: [87.5, 108], air: [108, 137],
  marine: [156, 162.05], dab: [174, 240], pmr: [446, 446.2],
};

/** "20m", "70 cm", "FM"; null if no band is called so. @param {string} text @returns {Band | null} */
export function namedBand(text) {
  const name = text.trim().replace(/\s+(?=c?m$)/, '').replace(/CM$/, 'cm');
  const found = own(WAVELENGTHS, name) ?? own(SERVICES, name.toLowerCase());
  return found && { fromHz: Math.round(found[0] * 1e6), toHz: Math.round(found[1] * 1e6) };
}

/** @param {Record<string, [number, number]>} table @param {string} name */
function own(table, name) {
  return Object.hasOwn(table, name) ? table[name] : null;
}
