// SPDX-License-Identifier: MIT
// The region of the ITU whose bands are meant: the one chosen, else that of the time zone.

import { kept } from './kept.js';

/** @typedef {import('../controls/band_names.js').Region} Region */

/** Zones that are not in the region of their continent's name: the Arabian peninsula, the Caucasus, central and northern
 * Asia are in region 1. */
const IN_REGION_1 = /^(Asia\/(Aden|Almaty|Amman|Anadyr|Aqtau|Aqtobe|Ashgabat|Atyrau|Baghdad|Bahrain|Baku|Barnaul|Beirut|Bishkek|Chita|Choibalsan|Damascus|Dubai|Dushanbe|Famagusta|Gaza|Hebron|Hovd|Irkutsk|Istanbul|Jerusalem|Kamchatka|Khandyga|Krasnoyarsk|Kuwait|Magadan|Muscat|Nicosia|Novokuznetsk|Novosibirsk|Omsk|Oral|Qatar|Qostanay|Qyzylorda|Riyadh|Sakhalin|Samarkand|Srednekolymsk|Tashkent|Tbilisi|Tel_Aviv|Tomsk|Ulaanbaatar|Ust-Nera|Vladivostok|Yakutsk|Yekaterinburg|Yerevan)|Indian\/(Antananarivo|Comoro|Mahe|Mauritius|Mayotte|Reunion))$/;
const IN_REGION_2 = /^(Atlantic\/(Bermuda|South_Georgia|Stanley)|Pacific\/(Easter|Galapagos|Honolulu))$/;
/** @type {Record<string, Region>} */
const OF_CONTINENTS = { Europe: '1', Africa: '1', Atlantic: '1', Arctic: '1', America: '2', US: '2', Canada: '2', Asia: '3', Australia: '3', Indian: '3', Pacific: '3' };

/** "Europe/Berlin" is in region 1; of UTC it is not known. Pure. @param {string} timeZone @returns {Region} */
export function regionOf(timeZone) {
  if (IN_REGION_1.test(timeZone)) return '1';
  if (IN_REGION_2.test(timeZone)) return '2';
  return OF_CONTINENTS[timeZone.split('/')[0]] ?? 'all';
}

/** @returns {Region} */
export const region = () => kept('region', regionOf(Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''));
