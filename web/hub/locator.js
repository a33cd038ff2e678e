// SPDX-License-Identifier: MIT
// Maidenhead locators: pairs of letters and digits, longitude before latitude. Pure.

/** Degrees; `west` and `south` are its corner @typedef {{west: number, south: number, width: number, height: number}} Area */

const PATTERN = /^[A-R]{2}\d{2}(?:[A-X]{2}(?:\d{2})?)?$/;
const DIVISIONS = [18, 10, 24, 10]; // of each pair

/** What a locator covers; null for what is none. @param {string} locator @returns {Area | null} */
export function areaOf(locator) {
  const text = locator.toUpperCase();
  if (!PATTERN.test(text)) return null;
  const area = { west: -180, south: -90, width: 360, height: 180 };
  for (let pair = 0; pair < text.length / 2; ++pair) {
    area.width /= DIVISIONS[pair];
    area.height /= DIVISIONS[pair];
    const first = (pair % 2 === 0 ? 'A' : '0').charCodeAt(0);
    area.west += (text.charCodeAt(2 * pair) - first) * area.width;
    area.south += (text.charCodeAt(2 * pair + 1) - first) * area.height;
  }
  return area;
}

/** Of the field, or with four letters the square, that a place lies in. @param {number} longitude @param {number} latitude
 * @param {2 | 4} letters */
export function locatorOf(longitude, latitude, letters) {
  const [x, y] = [(longitude + 180) / 20, (latitude + 90) / 10];
  const letter = (/** @type {number} */ number) => String.fromCharCode(65 + Math.min(17, Math.max(0, Math.floor(number))));
  const digit = (/** @type {number} */ number) => Math.floor((number - Math.floor(number)) * 10 + 1e-9);
  return letters === 2 ? `${letter(x)}${letter(y)}` : `${letter(x)}${letter(y)}${digit(x)}${digit(y)}`;
}
