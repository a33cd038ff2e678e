// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { ColumnMap, poolLargest, poolSmallest, poolSmooth } from '../../web/plot/column_map.js';
import { FLAG } from '../../web/feed/decode_row.js';
import { RowStore } from '../../web/feed/row_store.js';
import { WaterfallLines } from '../../web/plot/waterfall_lines.js';
import { HeldTrace } from '../../web/feed/held_trace.js';

/** A row of 100 Hz bins: noise at value 10, carriers at given frequencies at value 200. */
function rowOf(options = {}) {
  const { centerHz = 1e6, bins = 1000, carriers = [], time = 0, shift = 50 } = options;
  const row = { sequence: 1, generation: 1, flags: 0, skipped: 0, time, duration: 50, centerHz, spanHz: bins * 100, bins, firstDb: -100,
    stepDb: 0.5, ffts: 1, coverage: 1, clipped: 0, binShiftHz: shift, levels: { max: new Uint16Array(bins).fill(10) } };
  for (const hz of carriers) row.levels.max[Math.round((hz - (centerHz - bins * 50)) / 100)] = 200;
  return row;
}

const columnOf = (hz, band, columns) => Math.floor(((hz - band.fromHz) / (band.toHz - band.fromHz)) * columns);
const columnsWith = (levels, value) => [...levels.keys()].filter((column) => levels[column] === value);

test('a thin carrier survives any zoom, in one column, at its place', () => {
  const carrier = 1_012_300;
  const row = rowOf({ carriers: [carrier] });
  for (const columns of [16, 100, 333, 999, 1000]) {
    const band = { fromHz: 950_000, toHz: 1_050_000 };
    const map = new ColumnMap(columns);
    const out = new Uint16Array(columns);
    map.fit(row, band);
    poolLargest(row.levels.max, map, out);
    assert.deepEqual(columnsWith(out, 200), [columnOf(carrier, band, columns)], `${columns} columns`);
  }
});

test('linear between bins: straight from one bin to the next, exact in their middles, nothing made up', () => {
  const carrier = 1_012_300;
  const row = rowOf({ carriers: [carrier] });
  const band = { fromHz: carrier - 1000, toHz: carrier + 1000 };
  const map = new ColumnMap(2000); // a hertz each
  const [smooth, nearest] = [new Uint16Array(2000), new Uint16Array(2000)];
  map.fit(row, band);
  poolSmooth(row.levels.max, map, smooth);
  poolLargest(row.levels.max, map, nearest);
  assert.equal(smooth[1000], 199, 'half a hertz from the middle of the bin');
  assert.equal(smooth[950], 106, 'halfway to the bin before');
  assert.equal(smooth[1050], 104, 'halfway to the next');
  assert.deepEqual([...smooth].filter((level) => level < 10 || level > 200), []);
  assert.deepEqual([...smooth.subarray(0, 900)], [...nearest.subarray(0, 900)], 'where neighbours are alike');

  const gap = row.levels.max.slice();
  gap[Math.round((carrier - 950_000) / 100) + 1] = 0;
  poolSmooth(gap, map, smooth);
  poolLargest(gap, map, nearest);
  assert.deepEqual([...smooth.subarray(1000, 1150)], [...nearest.subarray(1000, 1150)], 'next to a bin without data it is the nearest');

  const wide = new ColumnMap(10);
  wide.fit(row, { fromHz: 950_000, toHz: 1_050_000 });
  const [pooled, largest] = [new Uint16Array(10), new Uint16Array(10)];
  poolSmooth(row.levels.max, wide, pooled);
  poolLargest(row.levels.max, wide, largest);
  assert.deepEqual(pooled, largest, 'columns wider than bins show the strongest');
});

test('zoomed in, a bin is as wide as it is and lies around its frequency', () => {
  const carrier = 1_012_300;
  const row = rowOf({ carriers: [carrier] });
  const band = { fromHz: carrier - 1000, toHz: carrier + 1000 };
  const map = new ColumnMap(400);
  const out = new Uint16Array(400);
  map.fit(row, band);
  poolLargest(row.levels.max, map, out);
  const shown = columnsWith(out, 200);
  assert.equal(shown.length, 20);
  assert.equal((shown[0] + shown[19] + 1) / 2, 200);
});

test('the last bin lasts to the end of a view that ends with it, half a bin beyond its cell', () => {
  const row = rowOf({ bins: 1 }); // what the server sends of a view within a bin, which begins at 999950 Hz
  const map = new ColumnMap(50);
  const out = new Uint16Array(50);
  map.fit(row, { fromHz: 999_950, toHz: 1_000_050 });
  poolLargest(row.levels.max, map, out);
  assert.deepEqual(columnsWith(out, 10).length, 50);
  map.fit(row, { fromHz: 999_950, toHz: 1_000_150 });
  poolLargest(row.levels.max, map, out);
  assert.equal(columnsWith(out, 10).length, 25, 'and no further');
});

test('columns outside of the row have no data', () => {
  const row = rowOf();
  const map = new ColumnMap(200);
  const out = new Uint16Array(200);
  map.fit(row, { fromHz: 900_000, toHz: 1_100_000 });
  poolLargest(row.levels.max, map, out);
  assert.equal(out[40], 0);
  assert.equal(out[100], 10);
  assert.equal(out[160], 0);
});

test('a column without data is 0, and the smallest level leaves holes out', () => {
  const row = rowOf({ bins: 4 });
  const map = new ColumnMap(1);
  map.fit(row, { fromHz: row.centerHz - 250, toHz: row.centerHz + 150 });
  const smallest = new Uint16Array(1);
  poolSmallest(Uint16Array.from([0, 101, 101, 121]), map, smallest);
  assert.equal(smallest[0], 101);
});

test('a row sent again replaces the one that is there, late rows find their place', () => {
  const store = new RowStore(100);
  for (const time of [0, 50, 150, 100]) store.insert(rowOf({ time }));
  assert.deepEqual(store.rows.map((row) => row.time), [0, 50, 100, 150]);
  const better = rowOf({ time: 50.0004, bins: 2000 });
  store.insert(better);
  assert.equal(store.rows.length, 4);
  assert.equal(store.at(60), better);
});

test('a piece of the past replaces what was there, and what is far away is dropped', () => {
  const store = new RowStore(100);
  const row = (time, bins) => ({ ...rowOf({ time, bins }), sequence: time });
  store.replaceAll([0, 50, 100, 150, 200].map((time) => row(time, 10)));
  store.replaceBetween({ from: 100, to: 200 }, [row(100, 20), row(150, 20)], { from: 50, to: 1000 });
  assert.deepEqual(store.rows.map(({ time, bins }) => [time, bins]), [[50, 10], [100, 20], [150, 20], [200, 10]]);
});

test('the part of the lines with data is known', () => {
  const store = new RowStore(10);
  store.insert(rowOf({ time: 1000 }));
  store.insert(rowOf({ time: 1050 }));
  const lines = new WaterfallLines(10, 8);
  lines.update(21, 50, WHAT(store));
  assert.equal(lines.filled, 0.25);
});

test('the oldest rows go when the store is full', () => {
  const store = new RowStore(10);
  for (let index = 0; index < 25; ++index) store.insert(rowOf({ time: index * 50 }));
  assert.equal(store.rows.length, 10);
  assert.equal(store.oldest.time, 750);
});

test('a moment in a hole has no row', () => {
  const store = new RowStore(10);
  store.insert(rowOf({ time: 0 }));
  store.insert(rowOf({ time: 1000 }));
  assert.equal(store.at(70)?.time, 0);
  assert.equal(store.at(500), null);
  assert.equal(store.at(-1), null);
});

const BAND = { fromHz: 950_000, toHz: 1_050_000 };
const WHAT = (store) => ({ stores: [store], band: BAND, detector: 'max', cache: { baseDb: -100, stepDb: 0.5 } });
const lineAt = (lines, line) => lines.levels.subarray((line % lines.lines) * lines.columns, (line % lines.lines + 1) * lines.columns);

test('after a retune old rows are drawn where they belong', () => {
  const store = new RowStore(10);
  const carrier = 1_020_000;
  store.insert(rowOf({ time: 1000, centerHz: 1_000_000, carriers: [carrier] }));
  store.insert(rowOf({ time: 1050, centerHz: 1_030_000, carriers: [carrier] }));
  const lines = new WaterfallLines(500, 8);
  lines.update(21, 50, WHAT(store));
  for (const line of [20, 21]) {
    assert.deepEqual(columnsWith(lineAt(lines, line), 200), [columnOf(carrier, BAND, 500)], `line ${line}`);
  }
  assert.equal(lineAt(lines, 21)[0], 0, 'the new tuning does not reach so far down');
  assert.notEqual(lineAt(lines, 20)[0], 0);
});

test('rows shorter than a line are pooled, none is left out', () => {
  const store = new RowStore(100);
  for (let index = 0; index < 20; ++index) {
    store.insert(rowOf({ time: 1000 + index * 50, carriers: index === 7 ? [1_000_000] : [] }));
  }
  const lines = new WaterfallLines(100, 4);
  lines.update(1, 1000, WHAT(store));
  assert.equal(lineAt(lines, 1)[50], 200);
});

test('a row longer than a line fills all of its lines, a hole stays without data', () => {
  const store = new RowStore(100);
  store.insert(rowOf({ time: 1000 }));
  store.insert(rowOf({ time: 1200 }));
  const lines = new WaterfallLines(10, 64);
  lines.update(124, 10, WHAT(store));
  for (let line = 100; line < 105; ++line) assert.equal(lineAt(lines, line)[5], 10, `line ${line}`);
  assert.equal(lineAt(lines, 112)[5], 0);
  assert.equal(lineAt(lines, 120)[5], 10);
});

test('a line is computed again when its rows change, and only then', () => {
  const store = new RowStore(100);
  store.insert(rowOf({ time: 1000 }));
  const lines = new WaterfallLines(10, 16);
  const changed = () => {
    let count = 0;
    lines.consumeChanged((first, last) => (count += last - first));
    return count;
  };
  lines.update(20, 50, WHAT(store));
  assert.equal(changed(), 16);
  lines.update(20, 50, WHAT(store));
  assert.equal(changed(), 0);
  store.insert(rowOf({ time: 1000, carriers: [1_000_000] }));
  lines.forgetTime(1000, 1049, 50);
  lines.update(20, 50, WHAT(store));
  assert.equal(changed(), 1);
  assert.equal(lineAt(lines, 20)[5], 200);
  lines.update(22, 50, WHAT(store));
  assert.equal(changed(), 2);
});

test('where the best store has no data the next one fills in', () => {
  const [live, past] = [new RowStore(10), new RowStore(10)];
  live.insert(rowOf({ time: 1000, bins: 200, carriers: [1_000_000] }));
  past.insert(rowOf({ time: 1000, carriers: [960_000] }));
  const lines = new WaterfallLines(100, 4);
  lines.update(20, 50, { ...WHAT(live), stores: [live, past] });
  const line = lineAt(lines, 20);
  assert.equal(line[columnOf(1_000_000, BAND, 100)], 200);
  assert.equal(line[columnOf(960_000, BAND, 100)], 200);
  assert.equal(line[2], 10);
});

test('peak hold keeps the strongest, also over a change of the grid', () => {
  const hold = new HeldTrace('max');
  hold.add(rowOf({ carriers: [1_000_000] }));
  hold.add(rowOf({ carriers: [1_010_000] }));
  const strongest = Math.max(...hold.held.levels.max);
  assert.equal([...hold.held.levels.max].filter((value) => value === strongest).length, 2);
  hold.add(rowOf({ centerHz: 1_010_000 }));
  const held = hold.held;
  const carriers = [...held.levels.max.keys()].filter((bin) => held.levels.max[bin] === strongest);
  assert.deepEqual(carriers.map((bin) => held.centerHz - held.spanHz / 2 + bin * 100), [1_000_000, 1_010_000]);
});

test('after a step of the clock back the newest row is the one that came last', () => {
  const store = new RowStore(10);
  for (let n = 0; n < 20; ++n) store.insert({ ...rowOf({ time: 10_000_000 + n * 50 }), sequence: n });
  const first = 10_000_000 + 10 * 50;
  for (let n = 0; n < 5; ++n) store.insert({ ...rowOf({ time: first - 3_600_000 + n * 50 }), sequence: 20 + n });
  assert.deepEqual(store.rows.map((row) => row.sequence), [20, 21, 22, 23, 24]);
  store.insert({ ...rowOf({ time: first - 3_601_000 }), sequence: 19, flags: FLAG.history });
  assert.equal(store.newest.sequence, 24, 'a row of the past is not a step');
  assert.equal(store.oldest.sequence, 19);
});

test('what the clock went through twice shows what came later', () => {
  const store = new RowStore(10);
  const row = (sequence, time) => ({ ...rowOf({ time }), sequence, flags: FLAG.history });
  store.replaceAll([row(5, 1060), row(1, 1000), row(2, 1050), row(3, 1100), row(4, 1010), row(6, 1110)]);
  assert.deepEqual(store.rows.map(({ sequence, time }) => [sequence, time]), [[1, 1000], [4, 1010], [5, 1060], [6, 1110]]);
});

test('where many rows make a line, the newest is laid over it, as if the line had been computed again', () => {
  const store = new RowStore(100);
  const line = (time) => rowOf({ time, carriers: [1_000_000 + time * 10] });
  const [quick, slow] = [new WaterfallLines(100, 4), new WaterfallLines(100, 4)];
  const lineMs = 1000;
  for (let time = 5000; time < 5900; time += 50) {
    store.insert(line(time));
    quick.addNewest(store.newest, lineMs);
    if (time === 5000) quick.update(5, lineMs, WHAT(store));
  }
  slow.update(5, lineMs, WHAT(store));
  assert.deepEqual(lineAt(quick, 5), lineAt(slow, 5));
  quick.update(5, lineMs, WHAT(store));
  assert.deepEqual(lineAt(quick, 5), lineAt(slow, 5));
});

test('a row that fills lines makes them computed again', () => {
  const store = new RowStore(100);
  const lines = new WaterfallLines(100, 4);
  store.insert(rowOf({ time: 5000 }));
  lines.update(100, 50, WHAT(store));
  store.insert(rowOf({ time: 5000, carriers: [1_000_000] }));
  lines.addNewest(store.newest, 50);
  lines.update(100, 50, WHAT(store));
  assert.equal(Math.max(...lineAt(lines, 100)), 200);
});
