// SPDX-License-Identifier: MIT
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseBandPlan } from '../../web/bookmark_files/band_plans.js';
import { regionOf } from '../../web/state/region.js';

const OPENWEBRX = JSON.stringify([{ name: '160m', lower_bound: 1810000, upper_bound: 2000000, frequencies: { ft8: 1840000, wspr: [1836600] }, tags: ['hamradio'] },
  { name: 'Odd', lower_bound: 5, upper_bound: 1 }, { lower_bound: 1, upper_bound: 2 }]);
const SDRPP = JSON.stringify({ name: 'Germany', country_name: 'Germany', country_code: 'DE', author_name: 'x', author_url: '', bands: [
  { name: 'Shortwave', type: 'broadcast', start: 5900000, end: 6200000 }, { name: 'Much', type: 'amateur', start: 1, end: 2e12 }] });

test('band plans of OpenWebRX and of SDR++ are read; what makes no sense is left out', () => {
  assert.deepEqual(parseBandPlan(OPENWEBRX), [{ name: '160m', fromHz: 1.81e6, toHz: 2e6 }]);
  assert.deepEqual(parseBandPlan(`\uFEFF${SDRPP}`), [{ name: 'Shortwave', fromHz: 5.9e6, toHz: 6.2e6 }]);
});

test('bookmarks are not band plans', () => {
  for (const text of ['', 'name,from_hz\nA,1', '[]', '{"bookmarks":[]}', '[{"name":"A","frequency":1,"modulation":"nfm"}]', 'null', '{"lists":{}}'])
    assert.equal(parseBandPlan(text), null, text);
});

test('the region is that of the time zone, unless that has none', () => {
  const zones = { 1: ['Europe/Berlin', 'Africa/Nairobi', 'Asia/Tashkent', 'Asia/Riyadh', 'Indian/Reunion', 'Atlantic/Azores'],
    2: ['America/New_York', 'America/Argentina/Ushuaia', 'Pacific/Honolulu', 'Atlantic/Bermuda'],
    3: ['Asia/Tokyo', 'Asia/Tehran', 'Asia/Kolkata', 'Australia/Sydney', 'Pacific/Auckland', 'Indian/Maldives'], all: ['UTC', 'Etc/GMT', ''] };
  for (const [region, names] of Object.entries(zones)) for (const name of names) assert.equal(regionOf(name), region, name);
});
