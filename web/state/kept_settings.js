// SPDX-License-Identifier: MIT
// Settings that this browser keeps, as the state has them; what is not valid any more is as on a new page.

import { kept } from './kept.js';
import { UNITS } from './units.js';
import { parseLimit } from '../measure/limit.js';

/** @param {any} point @returns {point is import('./calibration.js').CalibrationPoint} */
const isPoint = (point) => typeof point?.unit === 'string' && Number.isFinite(point.hz) && Number.isFinite(point.offsetDb) &&
  (point.gainDb === null || Number.isFinite(point.gainDb));

/** @param {any} factor @returns {factor is import('./calibration.js').Factor} */
const isFactor = (factor) => Number.isFinite(factor?.hz) && Number.isFinite(factor?.db);

/** An array, whatever was kept. @param {string} name @returns {unknown[]} */
function keptList(name) {
  const list = kept(name, /** @type {unknown} */ ([]));
  return Array.isArray(list) ? list : [];
}

function keptLimit() {
  const limit = kept('limit', /** @type {any} */ (null));
  const unit = UNITS.find(([name]) => name === limit?.unit)?.[0];
  try {
    const points = parseLimit(String(limit?.text ?? ''));
    return unit && points.length > 0 ? { unit, text: String(limit.text), points } : null;
  } catch {
    return null;
  }
}

function keptPicture() {
  const picture = kept('picture', /** @type {any} */ ({}));
  const gamma = Number.isFinite(picture?.gamma) && picture.gamma > 0 ? picture.gamma : 1;
  return { gamma, newestBelow: picture?.newestBelow === true, smooth: picture?.smooth === true, localTime: picture?.localTime === true };
}

export function keptSettings() {
  const unit = kept('unit', 'server');
  return {
    unit: UNITS.find(([name]) => name === unit)?.[0] ?? 'server',
    calibration: keptList('calibration').filter(isPoint),
    antennaFactors: keptList('antenna').filter(isFactor),
    limit: keptLimit(),
    ...keptPicture(),
  };
}
