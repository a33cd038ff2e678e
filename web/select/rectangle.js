// SPDX-License-Identifier: MIT
// A rectangle of time and frequency as it is moved by keys and kept in links. Pure.

/** @typedef {import('./statistics.js').Rectangle} Rectangle */
/** @typedef {import('../feed/types.js').Band} Band */
/** @typedef {import('../feed/types.js').Stretch} Stretch */

const LEAST_PART = 0.004; // of the screen, in either direction

/** Between two corners, at least a little wide and long. @param {{hz: number, time: number}} a @param {{hz: number, time: number}} b
 * @param {Band} band @param {Stretch} screen @returns {Rectangle} */
export function between(a, b, band, screen) {
  const [leastHz, leastMs] = [(band.toHz - band.fromHz) * LEAST_PART, (screen.to - screen.from) * LEAST_PART];
  const [fromHz, from] = [Math.min(a.hz, b.hz), Math.min(a.time, b.time)];
  return { fromHz, toHz: Math.max(a.hz, b.hz, fromHz + leastHz), from, to: Math.max(a.time, b.time, from + leastMs) };
}

/** In the middle of the screen. @param {Band} band @param {Stretch} screen @returns {Rectangle} */
export function inMiddle({ fromHz, toHz }, { from, to }) {
  const [spanHz, spanMs] = [toHz - fromHz, to - from];
  return { fromHz: fromHz + 0.4 * spanHz, toHz: fromHz + 0.6 * spanHz, from: from + 0.4 * spanMs, to: from + 0.6 * spanMs };
}

/** Moved by parts of the screen, or with its far edges alone. @param {Rectangle} rectangle @param {number} right @param {number} up into the future
 * @param {boolean} resize @param {Band} band @param {Stretch} screen @returns {Rectangle} */
export function moved(rectangle, right, up, resize, band, screen) {
  const [byHz, byMs] = [right * (band.toHz - band.fromHz), up * (screen.to - screen.from)];
  const { fromHz, toHz, from, to } = rectangle;
  if (!resize) return { fromHz: fromHz + byHz, toHz: toHz + byHz, from: from + byMs, to: to + byMs };
  return between({ hz: fromHz, time: from }, { hz: Math.max(fromHz, toHz + byHz), time: Math.max(from, to + byMs) }, band, screen);
}

/** For a link. @param {Rectangle} rectangle */
export const rectangleText = ({ fromHz, toHz, from, to }) => [fromHz, toHz, from, to].map(Math.round).join(',');

/** Null if it is none. @param {string | null} text @returns {Rectangle | null} */
export function rectangleFrom(text) {
  const [fromHz, toHz, from, to] = (text ?? '').split(',').map(Number);
  return fromHz < toHz && from < to ? { fromHz, toHz, from, to } : null;
}
