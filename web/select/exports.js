// SPDX-License-Identifier: MIT
// A rectangle as files: levels as CSV, the place as an annotation of SigMF. Pure.

import { binCenterHz, levelDb } from '../feed/decode_row.js';

/** @typedef {import('../feed/types.js').Row} Row */
/** @typedef {import('./statistics.js').Rectangle} Rectangle */

/** A line for each row, oldest first: its time, its duration, then a level for each frequency of the first line. Rows of
 * another tuning begin another table. @param {Row[]} rows @param {Rectangle} rectangle @param {import('../feed/types.js').Detector} detector */
export function csvOf(rows, { fromHz, toHz }, detector) {
  let grid = '';
  const lines = [];
  for (const row of rows) {
    const bins = Array.from({ length: row.bins }, (_, bin) => bin).filter((bin) => binCenterHz(row, bin) >= fromHz && binCenterHz(row, bin) <= toHz);
    const head = ['time_utc', 'seconds', ...bins.map((bin) => binCenterHz(row, bin).toFixed(0))].join(',');
    if (head !== grid) lines.push(head);
    grid = head;
    const levels = bins.map((bin) => levelDb(row, detector, bin)).map((db) => (Number.isNaN(db) ? '' : db.toFixed(1)));
    lines.push([new Date(row.time).toISOString(), (row.duration / 1000).toFixed(3), ...levels].join(','));
  }
  return `${lines.join('\n')}\n`;
}

/** Metadata without samples, which says where and when; a program that has the recording finds the place by its time.
 * @param {Rectangle} rectangle @param {{label: string, comment: string, rateHz: number, centerHz: number, version: string}} facts */
export function annotationOf({ fromHz, toHz, from, to }, { label, comment, rateHz, centerHz, version }) {
  return {
    global: { 'core:datatype': 'cu8', 'core:version': '1.2.3', 'core:sample_rate': rateHz, 'core:metadata_only': true, 'core:recorder': `spectrumd ${version}` },
    captures: [{ 'core:sample_start': 0, 'core:frequency': centerHz, 'core:datetime': new Date(from).toISOString() }],
    annotations: [{ 'core:sample_start': 0, 'core:sample_count': Math.round(((to - from) / 1000) * rateHz), 'core:freq_lower_edge': fromHz, 'core:freq_upper_edge': toHz,
      'core:label': label, 'core:comment': comment }],
  };
}
