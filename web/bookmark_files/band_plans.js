// SPDX-License-Identifier: MIT
// Band plans of other programs: bands.json of OpenWebRX, the plans of SDR++. Pure.

/** @typedef {{name: string, fromHz: number, toHz: number}} NamedBand */

const LONGEST_NAME = 40;
const HIGHEST_HZ = 1e12;

/** @param {any} json @returns {any[] | null} its bands, if it is a band plan */
function listOf(json) {
  if (Array.isArray(json) && json.some((band) => band?.lower_bound !== undefined)) return json;
  return Array.isArray(json?.bands) ? json.bands : null;
}

/** What makes no sense is left out. @param {string} text @returns {NamedBand[] | null} null if it is not a band plan */
export function parseBandPlan(text) {
  let json;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  return listOf(json)?.map((band) => ({ name: String(band?.name ?? '').trim().slice(0, LONGEST_NAME), fromHz: Number(band?.lower_bound ?? band?.start),
    toHz: Number(band?.upper_bound ?? band?.end) })).filter(({ name, fromHz, toHz }) => name !== '' && fromHz >= 0 && toHz > fromHz && toHz <= HIGHEST_HZ) ?? null;
}

/** @param {NamedBand} one @param {NamedBand} other @returns {boolean} whether it covers more than half of the other */
const covers = (one, other) => Math.min(one.toHz, other.toHz) - Math.max(one.fromHz, other.fromHz) > (other.toHz - other.fromHz) / 2;

/** Bands of a plan, with those of another that none of them covers. Pure. @param {NamedBand[]} own @param {NamedBand[]} others */
export const onTop = (own, others) => [...own, ...others.filter((band) => !own.some((each) => covers(each, band)))];
