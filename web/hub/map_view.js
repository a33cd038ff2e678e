// SPDX-License-Identifier: MIT
// Where on the map things are: what of the world is shown, its grid, and how each receiver is. Pure.

import { isSilent } from './fleet.js';
import { areaOf, locatorOf } from './locator.js';

/** @typedef {import('./fleet.js').Receiver} Receiver */
/** @typedef {'fine' | 'alarm' | 'trouble' | 'silent'} Health */
/** @typedef {{receiver: Receiver, longitude: number, latitude: number, health: Health,
 *   above: number}} Place  above: how many are at the same place, and above it */
/** Degrees, and how many of them a pixel has @typedef {{west: number, north: number, width: number, height: number}} View */

const FIELD = { width: 20, height: 10 }, SQUARE = { width: 2, height: 1 };
const MARGIN = 1.5; // of what the receivers span
const LEAST = { width: 6, height: 3 }; // three squares: one receiver has surroundings
const MOST_LINES = 24;
const NAME_PIXELS = 36; // that a name needs

/** The worst first. @param {Receiver} receiver @returns {Health} */
export function healthOf(receiver) {
  if (isSilent(receiver)) return 'silent';
  if (receiver.open_alarms > 0) return 'alarm';
  return ['', 'streaming'].includes(receiver.state) ? 'fine' : 'trouble';
}

/** @param {Receiver[]} receivers @returns {Place[]} those that say where they are, at the middle of what they say */
export function placesOf(receivers) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return receivers.flatMap((receiver) => {
    const area = areaOf(receiver.locator ?? '');
    if (!area) return [];
    const above = counts.get(receiver.locator) ?? 0;
    counts.set(receiver.locator, above + 1);
    return [{ receiver, longitude: area.west + area.width / 2, latitude: area.south + area.height / 2, health: healthOf(receiver), above }];
  });
}

/** The part of the world that has all of them, for a picture of so many times its height; at their latitude a degree is as long
 * to the north as to the east. @param {Place[]} places @param {number} aspect @returns {View} */
export function viewOf(places, aspect) {
  const [west, east] = [Math.min(...places.map(({ longitude }) => longitude)), Math.max(...places.map(({ longitude }) => longitude))];
  const [south, north] = [Math.min(...places.map(({ latitude }) => latitude)), Math.max(...places.map(({ latitude }) => latitude))];
  const stretch = Math.max(0.2, Math.cos(((south + north) / 2) * (Math.PI / 180)));
  const needed = Math.max(LEAST.width, (east - west) * MARGIN);
  const height = Math.min(180, Math.max(LEAST.height, (north - south) * MARGIN, (needed * stretch) / aspect));
  const width = Math.min(360, Math.max(needed, (height * aspect) / stretch)); // needed: the world in a narrow picture
  const inside = (/** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ end) => Math.max(-end, Math.min(end - length, from));
  return {
    west: inside((west + east - width) / 2, width, 180), width,
    north: inside((south + north - height) / 2, height, 90) + height, height,
  };
}

/** Lines of the fields, or of the squares where these are not too many, and the names of what is between.
 * @param {View} view @param {number} pixels across */
export function gridOf({ west, north, width, height }, pixels) {
  const isFine = width / SQUARE.width <= MOST_LINES;
  const cell = isFine ? SQUARE : FIELD;
  const between = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ step) => {
    const all = [];
    for (let at = Math.ceil(from / step - 1e-9) * step; at <= to + 1e-9; at += step) all.push(at);
    return all;
  };
  const meridians = between(west, west + width, cell.width), parallels = between(north - height, north, cell.height);
  const hasNames = (pixels * cell.width) / width >= NAME_PIXELS;
  const names = hasNames ? meridians.flatMap((longitude) => parallels.map((latitude) => ({ longitude, latitude }))).filter(({ longitude, latitude }) => longitude < 180 && latitude < 90)
    .map((corner) => ({ ...corner, text: locatorOf(corner.longitude + cell.width / 2, corner.latitude + cell.height / 2, isFine ? 4 : 2) })) : [];
  return { meridians, parallels, names };
}
