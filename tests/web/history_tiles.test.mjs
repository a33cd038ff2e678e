// SPDX-License-Identifier: MIT
// Tiles of the history: which level, which frames, in which order, and what is in them.

import test from 'node:test';
import assert from 'node:assert/strict';
import { Duplex } from 'node:stream';
import { createInflateRaw, deflateRawSync } from 'node:zlib';
import { LEVELS, levelFor, servingOrder } from '../../web/history/levels.js';
import { inflate, levelsOf } from '../../web/history/tile_codec.js';
import { Frame } from '../../web/history/frame.js';
import { FrameList, hiddenBy } from '../../web/history/frame_list.js';
import { LevelRows } from '../../web/history/level_rows.js';
import { Past } from '../../web/history/past.js';
import { PlanGate } from '../../web/history/plan_gate.js';
import { framesFor, plan, uncovered } from '../../web/history/plan.js';
import { createState } from '../../web/state/state.js';
import { Past as PastOnDisk } from '../fakes/past.mjs';

try {
  new DecompressionStream('deflate-raw');
} catch { // Debian 12's Node lacks what browsers have
  globalThis.DecompressionStream = class {
    constructor() {
      return Duplex.toWeb(createInflateRaw());
    }
  };
}

const NOW = Date.UTC(2026, 10, 25, 12);
const LATER = NOW + 10 * 86_400_000; // frames of the coarsest level are five days long
const STEP = (level) => LEVELS[level].stepMs;
const facts = (t0, rows, change = {}) => ({ t0, t1: t0 + rows * 1000, key: t0, epoch: 1, rows, center_hz: 100e6, span_hz: 1024e3, bins: 1024, generation: 1, base_db: -120, flags: 0,
  row_ms: Array.from({ length: rows }, (_, row) => row * 1000), durations_ms: new Array(rows).fill(1000), row_flags: new Array(rows).fill(0), row_ffts: new Array(rows).fill(1), row_coverage: new Array(rows).fill(1), row_clipped: new Array(rows).fill(0),
  tiles: [0, 1, 2, 3].map((part) => ({ f0: 99.488e6 + part * 256e3, from_hz: 99.488e6 + part * 256e3, bins: 256 })), ...change });

test('a line of pixels has the level whose rows are about a line', () => {
  const names = [50, 999, 1600, 6400, 12_800, 25_600, 409_600, 1.7e6, 40e6].map((lineMs) => LEVELS[levelFor(lineMs)].name);
  assert.deepEqual(names, ['1s', '1s', '1s', '10s', '10s', '1min', '10min', '10min', '2h']);
  assert.deepEqual(servingOrder(1), [1, 2, 3, 4, 0]);
});

test('each filter is undone, modulo 256', async () => {
  const levels = Uint8Array.from({ length: 3 * 4 }, (_, at) => (at * 97) % 256);
  const median = [9, 200, 255, 0];
  const tiles = [[0, ...levels], [1, ...levels.map((level, at) => level - (at % 4 ? levels[at - 1] : 0))],
    [2, ...median, ...levels.map((level, at) => level - median[at % 4])]];
  for (const tile of tiles) {
    const body = deflateRawSync(Uint8Array.from(tile));
    const inflated = await inflate(body.buffer.slice(body.byteOffset, body.byteOffset + body.length));
    assert.deepEqual(levelsOf(inflated, 3, 4), levels, `filter ${tile[0]}`);
  }
  assert.throws(() => levelsOf(Uint8Array.of(3, 1, 2), 1, 2), RangeError);
  assert.throws(() => levelsOf(Uint8Array.of(0, 1, 2), 2, 2), RangeError);
});

test('the fake stores what it says: its tiles have the visitor at its frequency and level', async () => {
  const past = new PastOnDisk(NOW);
  const { from, hz, db } = past.visitor;
  assert.equal(new Date(from).toISOString(), '2026-11-24T03:12:00.000Z');
  for (const [level, step] of [['1s', 1], ['10s', 10], ['1min', 60], ['10min', 600], ['2h', 7200]]) {
    const [listed] = past.list(new URLSearchParams({ level, since: String(from / 1000 + 60), until: String(from / 1000 + 60 + step) }), LATER).frames;
    const tile = listed.tiles.find(({ f0, bins }) => hz >= f0 && hz < f0 + (bins * listed.span_hz) / listed.bins);
    const body = past.tile(`${level}/${listed.t0}/${tile.f0}/max/7`, LATER);
    const frame = new Frame(level, listed, () => false);
    frame.put('max', tile, levelsOf(await inflate(Uint8Array.from(body).buffer), listed.rows, tile.bins), () => {});
    const rows = new LevelRows();
    rows.addRun(frame.rows);
    const row = rows.at(from + 90_000);
    const bin = Math.round(((hz - listed.center_hz + listed.span_hz / 2) / listed.span_hz) * listed.bins);
    assert.equal(row.firstDb + row.stepDb * (row.levels.max[bin] - 1), db, level);
  }
});

test('a frame has rows with its first tile, and levels where a tile has arrived', () => {
  const frame = new Frame('1s', facts(0, 2), () => false);
  const inside = frame.tilesIn({ fromHz: 99.7e6, toHz: 99.8e6 });
  assert.deepEqual(inside.map(({ f0 }) => f0), [99.488e6, 99.744e6]);
  let adopted = 0;
  assert.equal(frame.put('max', inside[1], new Uint8Array(512).fill(7), () => ++adopted), true);
  assert.equal(frame.put('max', inside[0], new Uint8Array(512).fill(5), () => ++adopted), false);
  assert.equal(adopted, 2);
  assert.deepEqual([frame.rows[1].levels.max[255], frame.rows[1].levels.max[256], frame.rows[1].levels.max[512]], [5, 7, 0]);
  assert.equal(frame.bytes, 2048);
  assert.ok(frame.has('max', inside[0].f0) && !frame.has('mean', inside[0].f0));
});

test('after the clock was set back the later epoch is shown', () => {
  const [before, after] = [facts(0, 60), facts(30_000, 10, { epoch: 2 })];
  const frame = new Frame('1s', before, hiddenBy(before, [before, after]));
  frame.put('max', before.tiles[0], new Uint8Array(60 * 256), () => {});
  assert.equal(frame.rows.length, 50);
  assert.ok(frame.rows.every(({ time }) => time < 30_000 || time >= 40_000));
});

test('frames are added and dropped among the others', () => {
  const rows = new LevelRows();
  const runs = [60_000, 0, 120_000].map((t0) => {
    const frame = new Frame('1s', facts(t0, 60), () => false);
    frame.put('max', frame.facts.tiles[0], new Uint8Array(60 * 256), () => {});
    rows.addRun(frame.rows);
    return frame.rows;
  });
  assert.equal(rows.rows.length, 180);
  assert.deepEqual(rows.span(59_000, 61_000), [59, 61]);
  rows.dropRun(runs[0]);
  assert.deepEqual([rows.rows.length, rows.at(70_000), rows.at(130_000).time], [120, null, 130_000]);
});

test('what a level lacks comes from the next coarser one, also at the end of what is kept', () => {
  const fine = [new Frame('1s', facts(600_000, 60), () => false)];
  const coarse = [new Frame('10s', facts(0, 60, { t1: 600_000 }), () => false), new Frame('10s', facts(600_000, 60, { t1: 1_200_000 }), () => false)];
  const listing = { levels: 2, frames: (level, { from, to }) => [fine, coarse][level].filter(({ facts: { t0, t1 } }) => t0 < to && t1 > from) };
  assert.deepEqual(uncovered({ from: 500_000, to: 700_000 }, fine, 1500), [{ from: 500_000, to: 600_000 }, { from: 660_000, to: 700_000 }]);
  assert.deepEqual(framesFor(listing, 0, { from: 500_000, to: 660_000 }, STEP).map(({ level }) => level), ['1s', '10s']);
  assert.deepEqual(framesFor(listing, 0, { from: 600_000, to: 650_000 }, STEP).map(({ level }) => level), ['1s']);
});

test('the screen comes first, coarse where much is missing, and with little data nothing else', () => {
  const all = (level, stretch) => {
    const length = 60 * STEP(level);
    const frames = [];
    for (let t0 = Math.floor(stretch.from / length) * length; t0 < stretch.to; t0 += length) frames.push(known(level, t0, length));
    return frames;
  };
  const cache = new Map();
  const known = (level, t0, length) => {
    const key = `${level} ${t0}`;
    if (!cache.has(key)) cache.set(key, new Frame(LEVELS[level].name, facts(t0, 60, { t1: t0 + length }), () => false));
    return cache.get(key);
  };
  const wanted = { level: 0, screen: { from: 36_000_000, to: 36_600_000 }, band: { fromHz: 99.5e6, toHz: 99.6e6 }, detector: 'max', other: 'mean', stepMs: STEP };
  const listing = { levels: 2, frames: all };
  const jobs = plan(listing, { ...wanted, sparing: false });
  const coarse = jobs.findIndex(({ frame }) => frame.level === '1s');
  assert.equal(coarse, 5, 'a coarse picture at once, also of two screens before and after');
  assert.deepEqual(jobs.slice(5, 15).map(({ frame }) => frame.level), new Array(10).fill('1s'));
  const middle = jobs[coarse].frame.facts;
  assert.ok(Math.abs((middle.t0 + middle.t1) / 2 - 36_300_000) <= 30_000, 'from the middle');
  assert.equal(jobs.at(-1).detector, 'mean', 'the other detector last');
  assert.equal(new Set(jobs).size, jobs.length);
  assert.deepEqual(plan(listing, { ...wanted, sparing: true }).length, 11, 'the screen alone');
  const far = plan({ ...listing, levels: 3 }, { ...wanted, sparing: false }).filter(({ frame }) => frame.level === '1min');
  assert.ok(far.length < 8 && far.some(({ frame }) => frame.facts.t1 > 36_000_000 + 10 * 600_000), 'a long drag has something to show');
});

test('a plan serves until the screen has moved by a part of itself, shows something else, or half a second is over', () => {
  let now = 0;
  const gate = new PlanGate(() => now);
  const due = (from, view = 'a') => gate.isDue({ from, to: from + 800 }, view);
  assert.deepEqual([due(0), due(99), due(100), due(100), due(100, 'b')], [true, false, true, false, true]);
  now = 500;
  assert.equal(due(100, 'b'), true);
  gate.forget();
  assert.equal(due(100, 'b'), true, 'there is more to plan with');
});

test('lists are fetched once, the newest again after a minute, and a frame that grows replaces itself', async () => {
  const base = NOW + 1_000_000; // within one list
  let now = base;
  let rows = 20;
  const [asked, replaced] = [[], []];
  const start = base - 20_000;
  const list = new FrameList(LEVELS[0], { now: () => now, listed: () => {}, replaced: (frame) => replaced.push(frame.facts.rows),
    fetch: async (_, stretch) => { asked.push(stretch.from); return stretch.from <= start && start < stretch.to ? [facts(start, rows)] : []; } });
  const settled = () => new Promise((done) => setImmediate(done));
  const screen = { from: base - 60_000, to: base };
  assert.deepEqual([list.framesIn(screen).length, list.isListed(screen)], [0, false]);
  await settled();
  assert.deepEqual([list.framesIn(screen).length, list.isListed(screen), asked.length], [1, true, 1]);
  now += 61_000;
  rows = 60;
  list.framesIn(screen);
  await settled();
  assert.deepEqual([list.framesIn(screen)[0].facts.rows, asked.length, replaced], [60, 2, [20]]);
  list.forget(list.framesIn(screen)[0]);
  assert.equal(list.framesIn(screen).length, 0);
});

test('what is over is so by the clock of the server, which may be days behind that of the browser', async () => {
  globalThis.sessionStorage = globalThis.localStorage = { getItem: () => null };
  globalThis.requestAnimationFrame = () => 0;
  const begin = NOW - (NOW % (6000 * 1000)); // of a list of the finest level
  const state = { ...createState(), status: { time: new Date(begin + 600_000).toISOString(), receivedAt: Date.now(), history: { disk: { oldest: new Date(begin - 1e9).toISOString() } } } };
  let requests = 0;
  globalThis.fetch = async () => {
    ++requests;
    return new Response(JSON.stringify({ frames: [] }));
  };
  const [list] = new Past(state, { listed: () => {}, adopt: () => {}, arrived: () => {}, second: () => null }).lists;
  const screen = { from: begin + 540_000, to: begin + 600_000 };
  const look = async () => {
    list.framesIn(screen);
    await new Promise((done) => { setTimeout(done, 20); });
  };
  await look();
  const before = requests;
  state.status = { ...state.status, time: new Date(begin + 670_000).toISOString(), receivedAt: Date.now() };
  await look();
  assert.equal(requests, before + 1, 'the list that still grows is fetched again each minute');
  state.status = { ...state.status, time: new Date(begin + 300_000).toISOString(), receivedAt: Date.now() };
  await look();
  assert.equal(requests, before + 2, 'also after the clock was set back');
});
