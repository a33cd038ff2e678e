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
  const context = { setTransform() {}, fillRect() {}, rect() {}, fill() {}, beginPath: () => (points = []),
    moveTo: (x, y) => points.push({ x, y }), lineTo: (x, y) => points.push({ x, y }), stroke: () => lines.push(points) };
  return { lines, canvas: { style: {}, getContext: () => context } };
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
    const top = Math.min(...lines[0].map(({ y }) => y));
    assert.ok(Math.abs(top - yOfDb(geometry, state, -12)) < 0.1, `${top} is not -12 dB`);
  });
}
