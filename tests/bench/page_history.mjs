// SPDX-License-Identifier: MIT
// Drags the page through 30 days of the fake's past and prints a line of JSON for each speed: frames a second, the longest
// frame, and how long a part of the screen that has data was blank. The fake makes tiles as they are asked for, so that
// they are made once before; the program reads them from a store that was imported.
//
//   node tests/bench/page_history.mjs [URL of a spectrumd with a history of 30 days]
//   SPECTRUMD_BIN=build/dev/bin/spectrumd node tests/bench/page_history.mjs

import { REAL, facts, launchBrowser, openPage, startServer, waitForFacts } from '../e2e/page_harness.mjs';
import { storedMonth } from './stored_month.mjs';

const DAY_MS = 86_400_000;
const DAYS = 30;
const ZOOM = 2 ** -10; // 51 s a pixel: rows of a minute
const SECONDS = [60, 30]; // for all of it

const month = REAL && !process.argv[2] ? await storedMonth(process.env.SPECTRUMD_BIN, DAYS + 4) : null;
const server = process.argv[2] ? { url: process.argv[2], stop: async () => {} }
  : await startServer(month ? { flags: ['--history', month.folder] } : { past: { steady: true } });
const browser = await launchBrowser();

/** The tiles of the levels that the drag needs. */
async function makeTiles() {
  for (const level of ['1min', '10min']) {
    for (let day = DAYS + 2; day > 0; --day) {
      const until = Date.now() / 1000 - (day - 1) * 86400;
      const { frames } = await (await fetch(`${server.url}api/v1/history/tiles?level=${level}&since=${until - 86400}&until=${until}`)).json();
      for (const { key, epoch, tiles } of frames) for (const { f0 } of tiles) await (await fetch(`${server.url}api/v1/history/tile/${level}/${key}/${f0}/max/${epoch}`)).arrayBuffer();
    }
  }
}

/** Scrolls by the wheel's way of the axis, a step each frame, and looks at each frame. */
const drag = ({ from, to, seconds }) => new Promise((done) => {
  const axis = document.querySelector('#overlay');
  const box = axis.getBoundingClientRect();
  const shown = () => window.spectrumd.facts();
  const { geometry: { waterfall }, msPerPixel } = shown();
  const send = (kind, y) => axis.dispatchEvent(new PointerEvent(kind, { pointerId: 1, button: 0, buttons: 1, clientX: box.left + 10, clientY: box.top + y, bubbles: true, cancelable: true }));
  axis.setPointerCapture = () => {};
  const began = performance.now();
  const frames = [];
  let [blankSince, longestBlank, worst] = [NaN, 0, 1];
  let y = waterfall.y + waterfall.height / 2;
  send('pointerdown', y);
  const step = (now) => {
    frames.push(now);
    const { filled, topTime } = shown();
    worst = Math.min(worst, filled);
    if (filled >= 0.999) blankSince = NaN;
    else if (Number.isNaN(blankSince)) blankSince = now;
    if (!Number.isNaN(blankSince)) longestBlank = Math.max(longestBlank, now - blankSince);
    const wanted = from + ((to - from) * (now - began)) / 1000 / seconds;
    y -= (topTime - wanted) / msPerPixel;
    send('pointermove', y);
    if (now - began < seconds * 1000) requestAnimationFrame(step);
    else {
      send('pointerup', y);
      const gaps = frames.slice(1).map((time, index) => time - frames[index]).sort((a, b) => a - b);
      done({ frames_per_second: (1000 * gaps.length) / (frames.at(-1) - frames[0]), frame_ms_median: gaps[gaps.length >> 1], frame_ms_99: gaps[Math.floor(gaps.length * 0.99)], frame_ms_longest: gaps.at(-1),
        longest_blank_ms: longestBlank, least_filled: worst });
    }
  };
  requestAnimationFrame(step);
});

try {
  if (!month) await makeTiles();
  for (const seconds of SECONDS) {
    const to = Date.now() - 2 * DAY_MS; // the newest is live
    const { page, close } = await openPage(browser, `${server.url}#time=${ZOOM}&at=${to}`, { viewport: { width: 1500, height: 800 } });
    await waitForFacts(page, ({ filled }) => filled > 0.999);
    const { renderer } = await facts(page);
    const found = await page.evaluate(drag, { from: to, to: to - DAYS * DAY_MS, seconds });
    console.log(JSON.stringify({ days: DAYS, seconds, renderer, ...Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Number(value.toFixed(3))])) }));
    await close();
  }
} finally {
  await browser.close();
  await server.stop();
  month?.remove();
}
