// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { bandAround, clampBand, followRetune, panBy, requestFor, spanOf, zoomAbout } from '../../web/state/view.js';
import { halfOf, hzAt, layOut, timeAt, xOf, zoneAt } from '../../web/plot/geometry.js';
import { fromHash, toHash } from '../../web/state/url_hash.js';
import { createState, msPerPixel, rowMs, settledSweepMs, transformBinHz } from '../../web/state/state.js';
import { Actions } from '../../web/state/actions.js';

const WHOLE = { fromHz: 98.8e6, toHz: 101.2e6 };

globalThis.CustomEvent ??= class extends Event { // Node 18, Debian 12's, has none
  constructor(type, { detail } = {}) {
    super(type);
    this.detail = detail;
  }
};

test('the frequency under the pointer stays there while zooming', () => {
  const about = 100.3e6;
  let band = WHOLE;
  const place = (about - band.fromHz) / spanOf(band);
  for (let step = 0; step < 12; ++step) {
    band = zoomAbout(band, about, 0.6, WHOLE);
    assert.ok(Math.abs((about - band.fromHz) / spanOf(band) - place) < 1e-6);
  }
  for (let step = 0; step < 20; ++step) band = zoomAbout(band, about, 1 / 0.6, WHOLE);
  assert.deepEqual(band, WHOLE);
});

test('a view never leaves the band', () => {
  assert.deepEqual(panBy({ fromHz: 99e6, toHz: 99.5e6 }, -5e6, WHOLE), { fromHz: 98.8e6, toHz: 99.3e6 });
  assert.deepEqual(clampBand({ fromHz: 0, toHz: 1e9 }, WHOLE), WHOLE);
  assert.ok(spanOf(clampBand({ fromHz: 100e6, toHz: 100e6 }, WHOLE)) >= 10);
});

test('a retune keeps what can still be seen', () => {
  const after = bandAround(100.5e6, 2.4e6);
  assert.deepEqual(followRetune(WHOLE, WHOLE, after), after, 'all stays all');
  const part = { fromHz: 100e6, toHz: 100.6e6 };
  assert.deepEqual(followRetune(part, WHOLE, after), part, 'a part stays where it is');
  assert.deepEqual(followRetune(part, WHOLE, bandAround(145e6, 2.4e6)), bandAround(145e6, 2.4e6), 'far away shows all');
});

test('the server is asked for the view with room, for exact bins when they are few, and for a bin a pixel close by', () => {
  assert.deepEqual(requestFor(WHOLE, WHOLE, 1000, 585.9375), { from: null, to: null, bins: 1000 });
  const near = requestFor({ fromHz: 100.2e6, toHz: 100.4e6 }, WHOLE, 1000, 585.9375);
  assert.ok(near.from !== null && near.to !== null && near.from < 100.2e6 && near.to > 100.4e6);
  assert.ok(Math.abs(near.bins - 1.34 * 1500) <= 1, 'more than the transform has: the server zooms');
  assert.equal(requestFor({ fromHz: 100.2e6, toHz: 100.4e6 }, WHOLE, 300, 585.9375).bins, Math.ceil(300e3 / 585.9375 + 2));
  assert.ok(requestFor(WHOLE, WHOLE, 5000, 2.3).bins <= 8192);
});

test('what a place stands for and where something stands agree', () => {
  const state = createState();
  const geometry = layOut(1200, 800, 2);
  for (const hz of [98.8e6, 99.9e6, 101.2e6]) assert.ok(Math.abs(hzAt(geometry, state, xOf(geometry, state, hz)) - hz) < 1e-3);
  state.topTime = 1e12;
  assert.equal(timeAt(geometry, state, geometry.waterfall.y + 10, msPerPixel(state)), 1e12 - 10 * msPerPixel(state));
  assert.ok(Number.isNaN(timeAt(geometry, state, 5, msPerPixel(state))));
  state.secondTop = 9e11;
  const half = halfOf(geometry);
  assert.equal(timeAt(geometry, state, half.y + 10, msPerPixel(state)), 9e11 - 10 * msPerPixel(state), 'of the second time');
  assert.equal(timeAt(geometry, state, half.y - 10, msPerPixel(state)), 1e12 - (half.y - 10 - geometry.waterfall.y) * msPerPixel(state));
});

test('axes are separate zones, wider for a finger', () => {
  const wide = layOut(1200, 800, 1);
  assert.equal(zoneAt(wide, 600, 50, false), 'spectrum');
  assert.equal(zoneAt(wide, 600, 700, false), 'waterfall');
  assert.equal(zoneAt(wide, 10, 50, false), 'levels');
  assert.equal(zoneAt(wide, 10, 700, false), 'times');
  assert.equal(zoneAt(wide, 600, wide.axis.y + 5, false), 'frequencies');
  const phone = layOut(390, 700, 3);
  assert.equal(phone.gutter, 0);
  assert.equal(phone.pixelRatio, 2);
  assert.equal(zoneAt(phone, 30, 600, false), 'waterfall');
  assert.equal(zoneAt(phone, 30, 600, true), 'times');
});

test('what is shown goes through the address and back', () => {
  const state = createState();
  Object.assign(state, { band: { fromHz: 99e6, toHz: 99.5e6 }, autoRange: false, range: { floorDb: -88, ceilingDb: -21 },
    palette: 'ice', detector: 'mean', peakHold: true, timeZoom: 0.25, markers: [{ hz: 99.4e6 }, { hz: 99.45e6 }] });
  const other = createState();
  fromHash(other, `#${toHash(state)}`);
  for (const key of ['band', 'range', 'autoRange', 'palette', 'detector', 'peakHold', 'timeZoom', 'markers']) {
    assert.deepEqual(other[key], state[key], key);
  }
});

test('nonsense in the address changes nothing', () => {
  const state = createState();
  fromHash(state, '#from=5&to=2&floor=x&ceiling=3&palette=%00&show=all&time=1e9&markers=,,-3,abc');
  const fresh = createState();
  for (const key of ['band', 'range', 'autoRange', 'palette', 'detector', 'timeZoom', 'markers']) assert.deepEqual(state[key], fresh[key], key);
});

test('what a link leaves out is as on a new page', () => {
  const state = createState();
  state.whole = WHOLE;
  fromHash(state, '#from=99000000&to=99500000&palette=ice&show=min&hold=1&time=2&floor=-90&ceiling=-20&markers=99100000');
  fromHash(state, '#palette=ember');
  assert.deepEqual([state.band, state.linked, state.palette, state.detector, state.peakHold, state.timeZoom, state.autoRange, state.markers],
    [WHOLE, null, 'ember', 'max', false, 1, true, []]);
});

/** Actions on a state, and the bands they said are not received. */
function actionsOn(state) {
  const actions = new Actions(state);
  const unreceived = [];
  actions.addEventListener('unreceived', ({ detail }) => unreceived.push(detail));
  return { actions, unreceived };
}

test('a link to a band that is not received says so and shows all', () => {
  const state = createState();
  fromHash(state, '#from=144000000&to=145000000');
  const { actions, unreceived } = actionsOn(state);
  actions.retuned(WHOLE);
  assert.deepEqual([state.band, unreceived], [WHOLE, [{ fromHz: 144e6, toHz: 145e6 }]]);
  actions.followLink('#from=99000000&to=99500000');
  assert.deepEqual(state.band, { fromHz: 99e6, toHz: 99.5e6 });
  actions.followLink('#from=7000000&to=7100000');
  assert.equal(unreceived.length, 2);
  actions.followLink('');
  assert.deepEqual([state.band, unreceived.length], [WHOLE, 2]);
});

test('a link to all that the fresh page assumes is still a part of a wider band', () => {
  const state = createState();
  fromHash(state, '#from=98800000&to=101200000');
  actionsOn(state).actions.retuned({ fromHz: 88e6, toHz: 108e6 });
  assert.deepEqual(state.band, WHOLE);
});

test('a band that differs by a rounding error does not count as a retune', () => {
  const state = createState();
  const { actions } = actionsOn(state);
  assert.equal(actions.retuned({ fromHz: WHOLE.fromHz + 1e-7, toHz: WHOLE.toHz }), false);
  assert.equal(actions.retuned({ fromHz: WHOLE.fromHz + 1, toHz: WHOLE.toHz + 1 }), true);
});

test('a palette that was not chosen follows the colour scheme', () => {
  const state = createState();
  const { actions } = actionsOn(state);
  actions.setDefaultPalette('paper');
  assert.equal(state.palette, 'paper');
  assert.equal(toHash(state), '');
  actions.setDisplay({ palette: 'ice' });
  actions.setDefaultPalette('aurora');
  assert.equal(state.palette, 'ice');
});

const sweeping = (revisit) => ({ sweep: { from_hz: 26e6, to_hz: 1766e6, hops: 967, revisit_seconds: revisit }, tuning: { rows: 20, dwell: 0.02 } });

test('a sweep is two pixels high whatever it lasts, and can be made longer and shorter', () => {
  const state = createState();
  state.status = sweeping(33);
  state.sweepMs = settledSweepMs(0, state.status);
  assert.deepEqual([rowMs(state), msPerPixel(state)], [33000, 16500]);
  state.timeZoom = 0.5;
  assert.equal(msPerPixel(state), 33000);
});

test('the scale keeps still while sweeps last about as long, and is estimated before the first has ended', () => {
  assert.equal(settledSweepMs(33000, sweeping(33.9)), 33000);
  assert.equal(settledSweepMs(33000, sweeping(40)), 40000);
  assert.equal(settledSweepMs(33000, { sweep: null }), 0);
  const estimate = settledSweepMs(0, sweeping(null));
  assert.ok(estimate > 25_000 && estimate < 45_000, String(estimate));
});

test('coarse requests have no room, so that a slow link carries only what is on the screen', () => {
  const near = requestFor({ fromHz: 100.2e6, toHz: 100.4e6 }, WHOLE, 100, 585.9375, 0);
  assert.deepEqual(near, { from: 100.2e6, to: 100.4e6, bins: 100 });
});

test('bins are those requested, but of a sweep those in use', () => {
  const state = createState();
  state.status = { sweep: null, tuning: { rate: 2.4e6, fft: 65536 }, rows: { bin_hz: 585.9375 } };
  assert.equal(transformBinHz(state), 2.4e6 / 65536);
  state.status.sweep = {};
  assert.equal(transformBinHz(state), 585.9375);
});
