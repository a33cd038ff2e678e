// SPDX-License-Identifier: MIT
// The part of the band on the screen. Pure: every function returns a new band.

/** @typedef {import('../feed/types.js').Band} Band */

const LEAST_SPAN_HZ = 10;
const SAME_HZ = 1e-3;
const ROOM = 0.25; // of the view, on either side
const EXACT_BINS_PER_PIXEL = 2.5;
const ZOOMED_BINS_PER_PIXEL = 1.34; // the server sends three quarters of them, or more
const LEAST_BINS = 16;
const MOST_BINS = 8192;

/** @param {Band} band */
export function spanOf(band) {
  return band.toHz - band.fromHz;
}

/** @param {number} centerHz @param {number} spanHz @returns {Band} */
export function bandAround(centerHz, spanHz) {
  return { fromHz: centerHz - spanHz / 2, toHz: centerHz + spanHz / 2 };
}

/** Moved and, if necessary, narrowed to fit the whole band. @param {Band} band @param {Band} whole @returns {Band} */
export function clampBand(band, whole) {
  if (spanOf(band) > spanOf(whole) - SAME_HZ) return { ...whole };
  const span = Math.min(Math.max(spanOf(band), LEAST_SPAN_HZ), spanOf(whole));
  const fromHz = Math.min(Math.max(band.fromHz, whole.fromHz), whole.toHz - span);
  return { fromHz, toHz: fromHz + span };
}

/** Zoomed so that `aboutHz` stays where it is. A factor below 1 shows less. @param {Band} band @param {number} aboutHz
 * @param {number} factor @param {Band} whole @returns {Band} */
export function zoomAbout(band, aboutHz, factor, whole) {
  const span = Math.min(Math.max(spanOf(band) * factor, LEAST_SPAN_HZ), spanOf(whole));
  const fromHz = aboutHz - ((aboutHz - band.fromHz) / spanOf(band)) * span;
  return clampBand({ fromHz, toHz: fromHz + span }, whole);
}

/** @param {Band} band @param {number} byHz @param {Band} whole @returns {Band} */
export function panBy(band, byHz, whole) {
  return clampBand({ fromHz: band.fromHz + byHz, toHz: band.toHz + byHz }, whole);
}

/** @param {Band} a @param {Band} b */
export function sameBand(a, b) {
  return a.fromHz === b.fromHz && a.toHz === b.toHz;
}

/** Whether these are one band that the radio receives, calculated in two ways. @param {Band} a @param {Band} b */
export function isSameWhole(a, b) {
  return Math.abs(a.fromHz - b.fromHz) < SAME_HZ && Math.abs(a.toHz - b.toHz) < SAME_HZ;
}

/** Whether at least half of a band is received. @param {Band} band @param {Band} whole */
export function isShowable(band, whole) {
  return Math.min(band.toHz, whole.toHz) - Math.max(band.fromHz, whole.fromHz) >= spanOf(band) / 2;
}

/** The view after the radio went from one band to another: the whole stays the whole, a part stays where it was if it
 * is still received, else the new band is shown whole.
 * @param {Band} band @param {Band} before @param {Band} after @returns {Band} */
export function followRetune(band, before, after) {
  if (sameBand(band, before)) return after;
  return isShowable(band, after) ? clampBand(band, after) : after;
}

/** What to ask the server for: the view with room on both sides, so that a short pan has data at once. Bins as the
 * transform made them where they are not many more than pixels, so that levels are exact; else one a pixel, also where
 * the transform has fewer: the server then zooms.
 * @param {Band} band @param {Band} whole @param {number} columns @param {number} transformBinHz
 * @param {number} [roomOfView] @returns {{from: number | null, to: number | null, bins: number}} */
export function requestFor(band, whole, columns, transformBinHz, roomOfView = ROOM) {
  const room = spanOf(band) * roomOfView;
  const from = Math.max(whole.fromHz, band.fromHz - room);
  const to = Math.min(whole.toHz, band.toHz + room);
  const pixels = (columns * (to - from)) / spanOf(band);
  const there = (to - from) / transformBinHz + 2; // edges snap outwards
  const wanted = there <= pixels ? ZOOMED_BINS_PER_PIXEL * pixels : there <= EXACT_BINS_PER_PIXEL * pixels ? there : pixels;
  const bins = Math.ceil(wanted);
  const all = from <= whole.fromHz && to >= whole.toHz;
  return { from: all ? null : from, to: all ? null : to, bins: Math.min(MOST_BINS, Math.max(LEAST_BINS, bins)) };
}
