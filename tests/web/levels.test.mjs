// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { axisFor, easedRange, levelCacheFor, percentile, suitableRange } from '../../web/plot/level_range.js';
import { PALETTES, colourWords, defaultPalette, noDataColour, paletteTable } from '../../web/plot/palettes.js';

const noise = (count, db) => Float32Array.from({ length: count }, (_, index) => db + ((index * 37) % 11) / 11 - 0.5);

test('a percentile leaves out what is not there', () => {
  assert.equal(percentile([5, NaN, 1, 3, NaN], 0.5), 3);
  assert.ok(Number.isNaN(percentile([NaN], 0.5)));
});

test('one carrier and a few holes do not move the range', () => {
  const plain = noise(512, -72);
  const spoiled = Float32Array.from(plain);
  spoiled[100] = -5;
  spoiled.fill(NaN, 200, 210);
  const [before, after] = [suitableRange(plain), suitableRange(spoiled)];
  assert.ok(before && after);
  assert.ok(Math.abs(before.floorDb - after.floorDb) < 0.2);
  assert.ok(Math.abs(before.ceilingDb - after.ceilingDb) < 0.2);
  assert.ok(before.floorDb < -72 && before.floorDb > -82);
});

test('without data there is no range', () => assert.equal(suitableRange(new Float32Array(8).fill(NaN)), null));

test('the range eases towards its target and then rests', () => {
  let range = { floorDb: -90, ceilingDb: -30 };
  const target = { floorDb: -80, ceilingDb: -20 };
  const first = easedRange(range, target);
  assert.ok(first.floorDb > -90 && first.floorDb < -87);
  for (let row = 0; row < 200; ++row) range = easedRange(range, target);
  assert.ok(Math.abs(range.floorDb + 80) <= 1 && Math.abs(range.ceilingDb + 20) <= 1);
  assert.deepEqual(easedRange(range, target), range);
});

test('the axis makes room for a new signal at once and gives it up slowly', () => {
  const colours = { floorDb: -80, ceilingDb: -35 };
  const calm = axisFor(null, colours, -75, -60);
  assert.equal(calm.ceilingDb, -35);
  const loud = axisFor(calm, colours, -75, -10);
  assert.ok(loud.ceilingDb > -10);
  const after = axisFor(loud, colours, -75, -60);
  assert.ok(after.ceilingDb < loud.ceilingDb && after.ceilingDb > loud.ceilingDb - 2);
});

test('the scale of u8 levels holds the range and stays while it fits', () => {
  for (const range of [{ floorDb: -90, ceilingDb: -40 }, { floorDb: -20, ceilingDb: 0 }, { floorDb: -200, ceilingDb: 60 }]) {
    const cache = levelCacheFor(range, null);
    assert.ok(cache.baseDb <= range.floorDb && cache.baseDb + 254 * cache.stepDb >= range.ceilingDb, JSON.stringify(cache));
    assert.equal(levelCacheFor({ floorDb: range.floorDb + 1, ceilingDb: range.ceilingDb + 1 }, cache), cache);
  }
  const cache = levelCacheFor({ floorDb: -90, ceilingDb: -40 }, null);
  assert.notEqual(levelCacheFor({ floorDb: -10, ceilingDb: 40 }, cache), cache);
});

/** CIE lightness. */
function lightness([red, green, blue]) {
  const linear = [red, green, blue].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  return luminance > 0.008856 ? 116 * Math.cbrt(luminance) - 16 : 903.3 * luminance;
}

test('there are at least four palettes, the first in even steps', () => {
  assert.ok(PALETTES.length >= 4);
  const steps = PALETTES[0].points.map(lightness).map((value, index, all) => (index === 0 ? 0 : value - all[index - 1])).slice(1);
  for (const step of steps) assert.ok(step > 4 && step < 19, steps.map((value) => value.toFixed(1)).join(' '));
});

for (const { name } of PALETTES) {
  test(`lightness of ${name} runs one way and far`, () => {
    const table = paletteTable(name);
    const values = Array.from({ length: 256 }, (_, index) => lightness([...table.subarray(index * 4, index * 4 + 3)]));
    const way = Math.sign(values[255] - values[0]);
    for (let index = 1; index < 256; ++index) {
      assert.ok((values[index] - values[index - 1]) * way >= -0.35, `${name} at ${index}: ${values[index - 1]} to ${values[index]}`);
    }
    assert.ok(Math.abs(values[255] - values[0]) > 75);
  });
}

/** CIE Lab of an sRGB colour. */
function lab(colour) {
  const [red, green, blue] = colour.map((value) => value / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  const [x, y, z] = [(0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505, 0.2126 * red + 0.7152 * green + 0.0722 * blue,
    (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089].map((v) => (v > 0.008856 ? Math.cbrt(v) : 7.787 * v + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

for (const { name } of PALETTES) {
  test(`no data looks like no level of ${name}`, () => {
    const table = paletteTable(name);
    const none = lab(noDataColour(name));
    for (let index = 0; index < 256; ++index) {
      const level = lab([...table.subarray(index * 4, index * 4 + 3)]);
      const apart = Math.hypot(...level.map((value, at) => value - none[at]));
      assert.ok(apart > 10, `step ${index}: Delta-E ${apart.toFixed(1)}`);
    }
  });
}

test('each colour scheme has its own palette', () => {
  assert.deepEqual([defaultPalette(false), defaultPalette(true)], ['aurora', 'paper']);
});

test('colours of values are clamped at both ends of the range', () => {
  const words = colourWords('grey', 100, 200);
  const bytes = new Uint8Array(words.buffer);
  const at = (value) => [...bytes.subarray(value * 4, value * 4 + 3)];
  assert.deepEqual(at(0), noDataColour('grey'));
  assert.deepEqual(at(1), at(100));
  assert.deepEqual(at(200), at(255));
  assert.notDeepEqual(at(100), at(150));
});
