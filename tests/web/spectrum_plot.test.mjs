// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { createState } from '../../web/state/state.js';
import { layOut, yOfDb } from '../../web/plot/geometry.js';
import { SpectrumPlot } from '../../web/plot/spectrum_plot.js';

/** A canvas that remembers the points of each line drawn on it. */
function canvasThatRemembers() {
  const lines = [];
  let points = [];
  let scale = [1, 1];
  const add = (x, y) => {
    assert.ok(Number.isInteger(x) && Number.isInteger(y), 'an object for each number'); // V8 keeps only those as they are
    points.push({ x: x * scale[0], y: y * scale[1] });
  };
  const rects = [];
  const context = { setTransform() {}, fillRect() {}, rect: (x, y, width, height) => rects.push({ x: x * scale[0], y: y * scale[1], height: height * scale[1] }), fill() {}, beginPath: () => (points = []),
    save() {}, restore: () => (scale = [1, 1]), transform: (across, _b, _c, down) => (scale = [across, down]),
    moveTo: add, lineTo: add, stroke: () => lines.push(points) };
  return { lines, rects, canvas: { style: {}, getContext: () => context } };
}

/** Noise at -90 dB and a carrier of one bin at -12 dB, 1 MHz above the middle of the band. */
function rowWithCarrier(bins) {
  const mean = new Uint16Array(bins).fill(1 + (300 - 90) * 100);
  mean[Math.floor((bins * 2.2) / 2.4)] = 1 + (300 - 12) * 100;
  return { centerHz: 100e6, spanHz: 2.4e6, bins, firstDb: -300, stepDb: 0.01, binShiftHz: 0, levels: { mean } };
}

for (const bins of [512, 4096, 65536]) {
  test(`the line shows a carrier at its level, whatever falls into a column: ${bins} bins`, () => {
    const { lines, canvas } = canvasThatRemembers();
    const geometry = layOut(600, 400, 1);
    const state = { ...createState(), axisRange: { floorDb: -100, ceilingDb: 0 } };
    const plot = new SpectrumPlot(canvas);
    plot.resize(geometry.spectrum.width, geometry.spectrum.height, 1);
    plot.draw(state, geometry, {}, rowWithCarrier(bins));
    const [top, x] = lines[0].reduce((highest, { x, y }) => (y < highest[0] ? [y, x] : highest), [Infinity, NaN]);
    assert.ok(Math.abs(x - (geometry.spectrum.width * 2.2) / 2.4) < 2, `the carrier is drawn at ${x}`);
    assert.ok(Math.abs(top - yOfDb(geometry, state, -12)) < 0.1, `${top} is not -12 dB`);
  });
}

test('where the mean of the past is missing yet there is no block up to the top', () => {
  const { rects, canvas } = canvasThatRemembers();
  const geometry = layOut(600, 400, 1);
  const state = { ...createState(), axisRange: { floorDb: -100, ceilingDb: 0 } };
  const plot = new SpectrumPlot(canvas);
  plot.resize(geometry.spectrum.width, geometry.spectrum.height, 1);
  const row = rowWithCarrier(4096);
  const max = row.levels.mean.map((level) => level + 1000);
  const mean = row.levels.mean.map((level, bin) => (bin < 2048 ? level : 0));
  plot.draw(state, geometry, {}, { ...row, levels: { max, mean } });
  assert.ok(rects.length > 100, 'of the half that has both');
  assert.ok(rects.every(({ x }) => x <= geometry.spectrum.width / 2), 'only where there is a mean');
  assert.ok(rects.every(({ height }) => Math.abs(height) < 0.15 * geometry.spectrum.height), 'of 10 dB of 100');
});
