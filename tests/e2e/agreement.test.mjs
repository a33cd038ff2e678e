// SPDX-License-Identifier: MIT
// One scene, read back three ways: JSON, WebSocket and page must show its levels to 0.1 dB, its frequencies to a bin and
// its moments to a row. Needs the program (SPECTRUMD_BIN).

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { decodeRow, levelDb } from '../../web/feed/decode_row.js';
import { launchBrowser, openPage, startServer, waterfallBox } from './page_harness.mjs';

const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');
const SCENE = fileURLToPath(new URL('agreement.scene.json', import.meta.url));
const LIMIT = { timeout: 120_000 };
const WATCHED_MS = 6500; // three bursts

const scene = JSON.parse(readFileSync(SCENE, 'utf8').replace(/^\s*\/\/.*$/gm, ''));
const hertz = (text) => Number(text.replace('M', '')) * 1e6;
const carriers = scene.signals.filter(({ kind }) => kind === 'carrier').map(({ frequency, level }) => ({ hz: hertz(frequency), level }));
const burst = scene.signals.find(({ kind }) => kind === 'hop');

let server;
let began; // when the scene did, milliseconds since 1970: the first sample of the first row
let rowMs;
const get = async (path) => (await fetch(new URL(path, server.url))).json();

before(async () => {
  server = await startServer({ flags: ['--sim-scene', SCENE, '--fft', '2048'] });
  while (!(await get('api/v1/status')).rows.sequence) await new Promise((done) => setTimeout(done, 50));
  const [first] = (await get('api/v1/history?since=0&rows=2000&bins=16')).rows;
  assert.equal(first.sequence, 1);
  began = Date.parse(first.time);
  rowMs = first.duration_seconds * 1000;
}, LIMIT);
after(() => server?.stop());

function checkLevels(levelAt, what) {
  for (const { hz, level } of carriers) {
    const seen = levelAt(hz);
    assert.ok(Math.abs(seen - level) <= 0.1, `${what}: ${hz} Hz is at ${level} dBFS, but ${seen} is reported`);
  }
}

function checkFrequencies(strongestNear, binHz, what) {
  for (const { hz } of carriers) {
    const seen = strongestNear(hz);
    assert.ok(Math.abs(seen - hz) <= binHz, `${what}: ${hz} Hz is reported at ${seen}`);
  }
}

/** @param {{time: number, level: number}[]} rows of the burst's frequency, in order */
function checkMoments(rows, what) {
  const starts = rows.filter(({ level }, i) => i > 0 && level > burst.level - 6 && rows[i - 1].level < burst.level - 20).map(({ time }) => time);
  assert.ok(starts.length >= 2, `${what}: ${starts.length} bursts in ${rows.length} rows`);
  for (const time of starts) {
    const late = (time - began) % (burst.period * 1000); // of the row, after the burst's first sample
    const off = Math.min(late, burst.period * 1000 - late);
    assert.ok(off <= rowMs + 1, `${what}: a burst is reported ${off} ms from its start`);
  }
}

test('JSON reports the scene', LIMIT, async () => {
  const row = await get('api/v1/spectrum?bins=65536');
  const start = row.center_hz - row.span_hz / 2;
  const bin = (hz) => Math.round((hz - start) / row.bin_hz);
  checkLevels((hz) => row.levels[bin(hz)], 'JSON');
  checkFrequencies((hz) => {
    const first = bin(hz) - 20;
    const around = row.levels.slice(first, first + 41);
    return start + (first + around.indexOf(Math.max(...around))) * row.bin_hz;
  }, row.bin_hz, 'JSON');
  const { peaks } = await get('api/v1/peaks?count=20&min_snr=20');
  const nearest = (hz) => peaks.reduce((a, b) => (Math.abs(a.frequency_hz - hz) < Math.abs(b.frequency_hz - hz) ? a : b));
  checkLevels((hz) => nearest(hz).level_db, 'peaks');
  checkFrequencies((hz) => nearest(hz).frequency_hz, row.bin_hz, 'peaks');
  await new Promise((done) => setTimeout(done, WATCHED_MS));
  const around = `from=${hertz(burst.frequency) - 5000}&to=${hertz(burst.frequency) + 5000}`;
  const { rows } = await get(`api/v1/history?since=${-WATCHED_MS / 1000}&rows=2000&bins=1&detector=max&${around}`);
  checkMoments(rows.map(({ time, levels }) => ({ time: Date.parse(time), level: levels[0] })), 'JSON');
});

test('the WebSocket reports the scene', LIMIT, async () => {
  const socket = new WebSocket(new URL('ws', server.url).href.replace('http', 'ws'), 'spectrum.v1');
  const rows = [];
  let inForce = false;
  socket.on('message', (data, binary) => {
    if (binary && inForce) rows.push(decodeRow(data.buffer.slice(data.byteOffset, data.byteOffset + data.length)));
    else if (!binary) inForce ||= JSON.parse(data).type === 'view';
  });
  await new Promise((done) => socket.once('open', done));
  socket.send(JSON.stringify({ type: 'view', bins: 65536, bytes: 2, detectors: ['mean', 'max'] }));
  await new Promise((done) => setTimeout(done, WATCHED_MS));
  socket.close();
  for (let i = 1; i < rows.length; ++i) assert.equal(rows[i].sequence, rows[i - 1].sequence + 1);
  const row = rows.at(-1);
  const start = row.centerHz - row.spanHz / 2;
  const binHz = row.spanHz / row.bins;
  const bin = (hz) => Math.round((hz - start) / binHz);
  checkLevels((hz) => levelDb(row, 'mean', bin(hz)), 'WebSocket');
  checkFrequencies((hz) => {
    const around = Array.from({ length: 41 }, (_, i) => bin(hz) - 20 + i);
    return start + around.reduce((a, b) => (levelDb(row, 'mean', a) >= levelDb(row, 'mean', b) ? a : b)) * binHz;
  }, binHz, 'WebSocket');
  checkMoments(rows.map((one) => ({ time: one.time, level: levelDb(one, 'max', bin(hertz(burst.frequency))) })), 'WebSocket');
});

test('the page shows the scene', LIMIT, async () => {
  const browser = await launchBrowser();
  try {
    const { page, complaints, close } = await openPage(browser, server.url, { viewport: { width: 1440, height: 900 } });
    await page.waitForTimeout(WATCHED_MS);
    await page.waitForFunction(() => window.spectrumd.lastRow().bins === 2048); // wide enough for every bin
    await page.keyboard.press('Space'); // freeze
    const box = await waterfallBox(page);
    const seen = await page.evaluate(({ hzs, burstHz, top, height }) => {
      const probe = window.spectrumd;
      const moments = new Map();
      for (let y = top + height - 1; y > top; --y) {
        const reading = probe.readout(probe.xOf(burstHz), y);
        if (reading?.exact) moments.set(reading.time, reading.maxDb);
      }
      const strongest = (hz) => {
        let best = { hz, level: -Infinity };
        for (let x = probe.xOf(hz) - 12; x <= probe.xOf(hz) + 12; x += 0.25) {
          const level = probe.levelAt(probe.frequencyAt(x));
          if (level > best.level) best = { hz: probe.frequencyAt(x), level };
        }
        return best.hz;
      };
      return { levels: hzs.map((hz) => probe.levelAt(hz)), frequencies: hzs.map(strongest),
        binHz: probe.lastRow().spanHz / probe.lastRow().bins, moments: [...moments] };
    }, { hzs: carriers.map(({ hz }) => hz), burstHz: hertz(burst.frequency), top: box.y - (await page.locator('#plot').boundingBox()).y, height: box.height });
    const at = (hz) => carriers.findIndex((carrier) => carrier.hz === hz);
    checkLevels((hz) => seen.levels[at(hz)], 'page');
    checkFrequencies((hz) => seen.frequencies[at(hz)], seen.binHz, 'page');
    const rows = seen.moments.map(([time, level]) => ({ time, level })).sort((a, b) => a.time - b.time);
    checkMoments(rows, 'page');
    assert.deepEqual(complaints, []);
    await close();
  } finally {
    await browser.close();
  }
});
