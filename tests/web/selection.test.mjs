// SPDX-License-Identifier: MIT
// A rectangle of time and frequency: its statistics, its files, how keys move it, how links keep it.

import test from 'node:test';
import assert from 'node:assert/strict';
import { annotationOf, csvOf } from '../../web/select/exports.js';
import { between, inMiddle, moved, rectangleFrom, rectangleText } from '../../web/select/rectangle.js';
import { statisticsOf } from '../../web/select/statistics.js';

const BINS = 100;
const NOISE = -80;
/** Bins of 1 kHz from 100 MHz on, a row a second; a carrier 3 bins wide for rows 10 to 19. */
const rows = Array.from({ length: 60 }, (_, index) => {
  const max = new Uint16Array(BINS).fill(level(NOISE));
  const mean = new Uint16Array(BINS).fill(level(NOISE - 6));
  if (index >= 10 && index < 20) {
    for (const bin of [49, 50, 51]) max[bin] = level(bin === 50 ? -30 : -36);
    mean[50] = level(-33);
  }
  return { time: index * 1000, duration: 1000, bins: BINS, centerHz: 100e6 + 50e3, spanHz: 100e3, firstDb: -300, stepDb: 0.01, binShiftHz: 500, levels: { mean, max } };
});
function level(db) {
  return Math.round((db + 300) / 0.01) + 1;
}
const near = (value, wanted, slack = 0.02) => assert.ok(Math.abs(value - wanted) <= slack, `${value} instead of ${wanted}`);

test('the statistics of a carrier are its level, place, width and how long it was there', () => {
  const found = statisticsOf(rows, { fromHz: 100.04e6, toHz: 100.06e6, from: 0, to: 60_000 });
  near(found.maxDb, -30);
  assert.deepEqual([found.maxHz, found.maxTime, found.widthHz, found.rows], [100.05e6, 10_000, 3000, 60]);
  assert.deepEqual([found.occupiedMs, found.firstMs, found.lastMs], [10_000, 10_000, 20_000]);
  near(found.occupancy, 1 / 6, 1e-9);
  near(found.floorDb, NOISE);
  near(found.thresholdDb, NOISE + 10);
  const power = (10 ** -3.3 * 10 + 10 ** -8.6 * (21 * 60 - 10)) / (21 * 60); // both edges are inside
  near(found.meanDb, 10 * Math.log10(power));
});

test('next to it there is noise, which is always there, and elsewhere nothing', () => {
  const found = statisticsOf(rows, { fromHz: 100.01e6, toHz: 100.03e6, from: 0, to: 60_000 });
  near(found.maxDb, NOISE);
  assert.equal(found.occupancy, 1);
  assert.equal(statisticsOf(rows, { fromHz: 200e6, toHz: 201e6, from: 0, to: 60_000 }), null);
  assert.equal(statisticsOf([], { fromHz: 100e6, toHz: 101e6, from: 0, to: 1 }), null);
});

test('CSV has a line of frequencies, then a line for each row, and again after a retune', () => {
  const other = { ...rows[2], centerHz: 200.05e6 };
  const lines = csvOf([rows[0], rows[1], other], { fromHz: 100.049e6, toHz: 100.051e6 }, 'max').split('\n');
  assert.deepEqual(lines, ['time_utc,seconds,100049000,100050000,100051000', '1970-01-01T00:00:00.000Z,1.000,-80.0,-80.0,-80.0',
    '1970-01-01T00:00:01.000Z,1.000,-80.0,-80.0,-80.0', 'time_utc,seconds', '1970-01-01T00:00:02.000Z,1.000', '']);
});

test('the annotation says where and how long, in samples of the rate', () => {
  const meta = annotationOf({ fromHz: 100.04e6, toHz: 100.06e6, from: 1000, to: 3500 }, { label: 'x', comment: 'y', rateHz: 2e6, centerHz: 100e6, version: '1' });
  assert.equal(meta.captures[0]['core:datetime'], '1970-01-01T00:00:01.000Z');
  assert.deepEqual([meta.annotations[0]['core:sample_count'], meta.annotations[0]['core:freq_lower_edge']], [5_000_000, 100.04e6]);
});

test('corners may be given in any order, and keys move all of it or its far edges', () => {
  const [band, screen] = [{ fromHz: 0, toHz: 1000 }, { from: 0, to: 10_000 }];
  const rectangle = between({ hz: 500, time: 4000 }, { hz: 400, time: 6000 }, band, screen);
  assert.deepEqual(rectangle, { fromHz: 400, toHz: 500, from: 4000, to: 6000 });
  assert.deepEqual(moved(rectangle, 0.1, -0.1, false, band, screen), { fromHz: 500, toHz: 600, from: 3000, to: 5000 });
  assert.deepEqual(moved(rectangle, 0.1, 0.1, true, band, screen), { fromHz: 400, toHz: 600, from: 4000, to: 7000 });
  assert.deepEqual(moved(rectangle, -1, -1, true, band, screen), { fromHz: 400, toHz: 404, from: 4000, to: 4040 }, 'never empty');
  assert.deepEqual(inMiddle(band, screen), { fromHz: 400, toHz: 600, from: 4000, to: 6000 });
  assert.deepEqual(rectangleFrom(rectangleText(rectangle)), rectangle);
  for (const text of [null, '', '1,2,3', '2,1,3,4', 'a,b,c,d']) assert.equal(rectangleFrom(text), null);
});
