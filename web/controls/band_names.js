// SPDX-License-Identifier: MIT
// Names of bands that the frequency box takes. Amateur and broadcast bands differ between the regions of IARU and ITU. Pure.

/** @typedef {import('../feed/types.js').Band} Band */
/** all: as wide as in the widest region @typedef {'all' | '1' | '2' | '3'} Region */

/** In MHz. A small m: 2M is 2 MHz. @type {Record<string, [number, number]>} */
const WAVELENGTHS = {
  '2200m': [0.1357, 0.1378], '630m': [0.472, 0.479], '160m': [1.8, 2], '80m': [3.5, 4], '60m': [5.25, 5.45], '40m': [7, 7.3],
  '30m': [10.1, 10.15], '20m': [14, 14.35], '17m': [18.068, 18.168], '15m': [21, 21.45], '12m': [24.89, 24.99],
  '11m': [26.965, 27.405], '10m': [28, 29.7], '6m': [50, 54], '4m': [70, 70.5], '2m': [144, 148], '1.25m': [219, 225],
  '70cm': [420, 450], '33cm': [902, 928], '23cm': [1240, 1300], '13cm': [2300, 2450],
};

/** In MHz, in any case. @type {Record<string, [number, number]>} */
const SERVICES = {
  lw: [0.1485, 0.2835], mw: [0.5265, 1.705], am: [0.5265, 1.705], cb: [26.965, 27.405], fm: [87.5, 108], ukw: [87.5, 108],
  air: [108, 137], airband: [118, 137], milair: [225, 400], wxsat: [137, 138], marine: [156, 162.05], ais: [161.95, 162.05],
  noaa: [162.4, 162.55], dab: [174, 240], ism433: [433.05, 434.79], pmr: [446, 446.2], frs: [462.55, 467.725],
  ism868: [863, 870], adsb: [1088, 1092],
};

/** Where a region has less than the widest, by article 5 of the Radio Regulations. @type {Record<string, Record<string, [number, number]>>} */
const REGIONS = {
  all: {},
  1: {
    '160m': [1.81, 2], '80m': [3.5, 3.8], '60m': [5.3515, 5.3665], '40m': [7, 7.2], '6m': [50, 52], '2m': [144, 146], '70cm': [430, 440],
    mw: [0.5265, 1.6065], am: [0.5265, 1.6065],
  },
  2: { '60m': [5.3515, 5.3665], '1.25m': [220, 225], mw: [0.525, 1.705], am: [0.525, 1.705], fm: [88, 108] },
  3: { '80m': [3.5, 3.9], '60m': [5.3515, 5.3665], '40m': [7, 7.2], '70cm': [430, 440], mw: [0.5265, 1.6065], am: [0.5265, 1.6065] },
};

/** "20m", "70 cm", "FM"; null if no band is called so. @param {string} text @param {Region} [region] @returns {Band | null} */
export function namedBand(text, region = 'all') {
  const name = text.trim().replace(/\s+(?=c?m$)/, '').replace(/CM$/, 'cm');
  const key = Object.hasOwn(WAVELENGTHS, name) ? name : name.toLowerCase().replace(/[\s-]/g, '');
  const found = own(REGIONS[region] ?? {}, key) ?? own(WAVELENGTHS, name) ?? own(SERVICES, key);
  return found && { fromHz: Math.round(found[0] * 1e6), toHz: Math.round(found[1] * 1e6) };
}

/** Other names of the same band. */
const ALIASES = ['11m', 'am', 'airband', 'ukw'];

/** Those that reach into a part of the spectrum, each under one name. @param {Band} part @param {Region} [region] */
export function bandsWithin({ fromHz, toHz }, region = 'all') {
  return BAND_NAMES.filter((name) => !ALIASES.includes(name)).flatMap((name) => {
    const band = namedBand(name, region);
    return band && band.toHz > fromHz && band.fromHz < toHz ? [{ name: Object.hasOwn(WAVELENGTHS, name) ? name : name.toUpperCase(), ...band }] : [];
  });
}

/** What the frequency box suggests. */
export const BAND_NAMES = [...Object.keys(WAVELENGTHS), ...Object.keys(SERVICES)];

/** @param {Record<string, [number, number]>} table @param {string} name */
function own(table, name) {
  return Object.hasOwn(table, name) ? table[name] : null;
}
