// SPDX-License-Identifier: MIT
// Bands by their names, which the frequency box takes, and by their place in the spectrum. Amateur and broadcast bands
// differ between the regions of IARU and ITU. Pure.

import { AMATEUR } from '../bands/amateur.js';
import { BROADCAST } from '../bands/broadcast.js';
import { MOBILE } from '../bands/mobile.js';
import { OTHER } from '../bands/other.js';

/** @typedef {import('../feed/types.js').Band} Band */
/** @typedef {import('../bands/amateur.js').PlannedBand} PlannedBand */
/** all: as wide as in the widest region @typedef {'all' | '1' | '2' | '3'} Region */

const BANDS = [...AMATEUR, ...BROADCAST, ...MOBILE, ...OTHER];

const isWavelength = (/** @type {string} */ name) => /^[\d.]+c?m$/.test(name);
const loose = (/** @type {string} */ name) => name.toLowerCase().replace(/[\s-]/g, '');

/** Wavelengths have a small m, as 2M is 2 MHz; other names are in any case. @type {Map<string, PlannedBand>} */
const BY_NAME = new Map(BANDS.filter(({ unnamed }) => !unnamed).flatMap((band) => [band.name, ...(band.others ?? [])]
  .map((name) => [isWavelength(name) ? name : loose(name), band])));

/** What the frequency box suggests. */
export const BAND_NAMES = [...BY_NAME.keys()];

/** @param {[number, number]} mhz */
const inHertz = ([from, to]) => ({ fromHz: Math.round(from * 1e6), toHz: Math.round(to * 1e6) });

/** "20m", "70 cm", "FM"; null if no band is called so. One that the region does not have is that of the others.
 * @param {string} text @param {Region} [region] @returns {Band | null} */
export function namedBand(text, region = 'all') {
  const name = text.trim().replace(/\s+(?=c?m$)/, '').replace(/CM$/, 'cm');
  const key = isWavelength(loose(name)) ? name : loose(name);
  const band = BY_NAME.get(key);
  return band ? inHertz((region !== 'all' && band.in?.[region]) || band.mhz) : null;
}

/** The bands of each region, in hertz: a plot asks with each row. @type {Map<Region, (Band & {name: string})[]>} */
const BY_REGION = new Map();

/** @param {Region} region */
function bandsOf(region) {
  const bands = BY_REGION.get(region) ?? BANDS.filter(({ name }) => name !== 'AIRBAND').flatMap(({ name, mhz, in: regions }) => {
    const edges = region === 'all' || regions?.[region] === undefined ? mhz : regions[region];
    return edges ? [{ name, ...inHertz(edges) }] : [];
  });
  BY_REGION.set(region, bands);
  return bands;
}

/** Those that reach into a part of the spectrum, each under one name. @param {Band} part @param {Region} [region] */
export const bandsWithin = ({ fromHz, toHz }, region = 'all') =>
  bandsOf(region).filter((band) => band.toHz > fromHz && band.fromHz < toHz);
