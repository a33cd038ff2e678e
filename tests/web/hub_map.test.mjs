// SPDX-License-Identifier: MIT
// The map of receivers: where locators are, what of the world is shown, how each one is.

import test from 'node:test';
import assert from 'node:assert/strict';
import { areaOf, locatorOf } from '../../web/hub/locator.js';
import { gridOf, healthOf, placesOf, viewOf } from '../../web/hub/map_view.js';

const receiver = (locator, more = {}) => ({ id: 1, name: 'shack', locator, seconds_since: 5, state: 'streaming', open_alarms: 0, ...more });
const near = (actual, expected) => assert.ok(Math.abs(actual - expected) < 1e-9, `${actual}, not ${expected}`);

test('a locator is the area that it names', () => {
  assert.deepEqual(areaOf('JO62'), { west: 12, south: 52, width: 2, height: 1 });
  const fine = areaOf('jo62qm'); // Berlin
  near(fine.west, 12 + 16 * (2 / 24));
  near(fine.south, 52 + 12 / 24);
  near(areaOf('JO62QM45').width, 2 / 240);
  assert.deepEqual([areaOf('AA00').west, areaOf('AA00').south, areaOf('RR99').west, areaOf('RR99').south], [-180, -90, 178, 89]);
  for (const none of ['', 'JO', 'JO6', 'SA00', 'JO62YA', 'JO62Q', '62JO']) assert.equal(areaOf(none), null, none);
});

test('each square has the name whose area it is', () => {
  for (const name of ['JO62', 'AA00', 'RR99', 'FN31', 'GF05']) {
    const { west, south } = areaOf(name);
    assert.equal(locatorOf(west + 1, south + 0.5, 4), name);
    assert.equal(locatorOf(west + 1, south + 0.5, 2), name.slice(0, 2));
  }
});

test('the worst is shown of a receiver', () => {
  assert.equal(healthOf(receiver('JO62')), 'fine');
  assert.equal(healthOf(receiver('JO62', { open_alarms: 1 })), 'alarm');
  assert.equal(healthOf(receiver('JO62', { state: 'waiting' })), 'trouble');
  assert.equal(healthOf(receiver('JO62', { open_alarms: 1, seconds_since: 999 })), 'silent', 'its alarm is that of then');
});

test('all receivers that say where they are lie in the view, wherever they are', () => {
  for (const locators of [['JO62QM'], ['JO62QM', 'JN58', 'IO91WM'], ['AA00', 'RR99'], ['RF80', 'AF19'], ['JR99', 'JR09']]) {
    const places = placesOf([...locators.map((locator) => receiver(locator)), receiver('')]);
    assert.equal(places.length, locators.length);
    for (const aspect of [0.9, 1, 4]) {
      const { west, north, width, height } = viewOf(places, aspect);
      assert.ok(west >= -180 && west + width <= 180 + 1e-9 && north <= 90 + 1e-9 && north - height >= -90 - 1e-9, locators[0]);
      for (const { longitude, latitude } of places) assert.ok(longitude > west && longitude < west + width && latitude < north && latitude > north - height, `${locators} ${aspect}`);
    }
  }
});

test('those at one place are below one another', () => {
  assert.deepEqual(placesOf(['JO62', 'JN58', 'JO62', 'JO62'].map((locator) => receiver(locator))).map(({ above }) => above), [0, 0, 1, 2]);
});

test('the grid has squares nearby and fields from afar, never too many', () => {
  const close = gridOf({ west: 8, north: 54, width: 12, height: 4 }, 600);
  assert.deepEqual(close.meridians, [8, 10, 12, 14, 16, 18, 20]);
  assert.ok(close.names.some(({ text, longitude, latitude }) => text === 'JO62' && longitude === 12 && latitude === 52));
  const world = gridOf({ west: -180, north: 90, width: 360, height: 180 }, 1000);
  assert.equal(world.meridians.length, 19);
  assert.equal(world.names.length, 18 * 18);
  assert.deepEqual(gridOf({ west: -180, north: 90, width: 360, height: 180 }, 340).names, [], 'there is no room');
  assert.ok(world.names.every(({ text }) => /^[A-R]{2}$/.test(text)));
});
