#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// Hours of one hand-driven session with the page: rounds by mouse, by keyboard only, by touch on a phone that is 4
// times slower, and through the accessibility tree, on two pages that stay open, with the program and its simulated
// band. Prints a line each minute and a table at the end; ends with 1 if a page complained.
//   SPECTRUMD_BIN=PROGRAM tests/bench/page_day.mjs [--minutes 120 | --rounds N] [--quiet 60] [--rows 20] [--canvas] [--json]
//
// --canvas: drawn with Canvas 2D; WebGL without a graphics card takes most of a processor for each picture.
//
// Compressed, the rounds of two hours follow each other with shorter pauses and more rows a second:
//   --rounds 50 --quiet 5 --rows 60
//
// frames     of requestAnimationFrame a second while the view is panned
// share      of the main thread of the phone in a quiet minute (--quiet) at 10 rows a second: its processor time,
//            times 4 for a processor 4 times slower
// heap       used by scripts and their buffers after a forced collection; the slope is over all but the first third
// listeners  JSEventListeners; nodes: Nodes

import { loadavg } from 'node:os';
import process from 'node:process';

const USAGE = 'usage: SPECTRUMD_BIN=PROGRAM page_day.mjs [--minutes 120 | --rounds N] [--quiet SECONDS] [--rows N] [--canvas] [--json]';
const { launchBrowser, openPage } = await import('../e2e/page_harness.mjs');
const { REAL, startProgram } = await import('../e2e/program.mjs');
const { byKeyboard, byMouse, byScreenReader, byTouch, rowsPass } = await import('./page_rounds.mjs');

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const PHONE_ROWS = 10; // a second
const MOVING = { reducedMotion: 'no-preference' };
const MEGABYTE = 1e6;

function parse(given) {
  const chosen = { minutes: 120, rounds: Infinity, quiet: 60, rows: 20, canvas: false, json: false };
  for (let at = 0; at < given.length; ++at) {
    const name = given[at].replace('--', '');
    if (name === 'json' || name === 'canvas') chosen[name] = true;
    else if (name in chosen && Number(given[at + 1]) > 0) chosen[name] = Number(given[++at]);
    else throw new Error(USAGE);
  }
  if (!REAL) throw new Error(USAGE);
  if (chosen.rounds < Infinity) chosen.minutes = Infinity;
  return chosen;
}

/** A page that stays open, with what is noted of it. */
async function open(name, browser, url, options) {
  const { page, complaints } = await openPage(browser, url, { ...MOVING, ...options });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  return { name, page, complaints, session, samples: [] };
}

/** As a tab in front or behind others; behind, it asks the server to pause. */
const show = ({ page }, visible) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !visible);

async function sample(tab, minutes) {
  await tab.session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await tab.session.send('Runtime.getHeapUsage');
  const { metrics } = await tab.session.send('Performance.getMetrics');
  const metric = (name) => metrics.find((one) => one.name === name).value;
  tab.samples.push({
    minutes,
    heap: usedSize,
    buffers: backingStorageSize,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  });
}

/** Least squares, a minute. @param {{minutes: number}[]} samples @param {(sample: object) => number} value */
function slopeOf(samples, value) {
  const mean = (of) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [time, level] = [mean(({ minutes }) => minutes), mean(value)];
  const spread = samples.reduce((sum, { minutes }) => sum + (minutes - time) ** 2, 0);
  return samples.reduce((sum, one) => sum + (one.minutes - time) * (value(one) - level), 0) / spread;
}

const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
const rounded = (value, digits = 1) => Number(value.toFixed(digits));

function summaryOf({ name, samples, complaints }) {
  const late = samples.slice(Math.floor(samples.length / 3));
  const [first, last] = [late[0], late.at(-1)];
  return {
    page: name,
    heap_mb: [first, last].map(({ heap }) => rounded(heap / MEGABYTE, 2)),
    heap_kb_a_minute: rounded(slopeOf(late, ({ heap }) => heap) / 1000),
    buffers_mb: [first, last].map(({ buffers }) => rounded(buffers / MEGABYTE, 2)),
    nodes: [first, last].map(({ nodes }) => nodes),
    listeners: [first, last].map(({ listeners }) => listeners),
    complaints: complaints.length,
  };
}

async function main() {
  const { minutes: length, rounds: count, quiet, rows, canvas, json } = parse(process.argv.slice(2));
  const server = await startProgram(['--rows', String(rows)]);
  const browser = await launchBrowser();
  process.once('SIGTERM', () => Promise.allSettled([server.stop(), browser.close()]).then(() => process.exit(143)));
  const began = performance.now();
  const minutes = () => (performance.now() - began) / 60_000;
  const tabs = [
    await open('desktop', browser, server.url, { gl: !canvas, viewport: { width: 1280, height: 800 } }),
    await open('phone', browser, server.url, { gl: !canvas, ...PHONE }),
  ];
  const [desktop, phone] = tabs;
  const noted = { frames: [], phoneFrames: [], shares: [], nameless: [], nodes: [], loads: [], steps: [] };
  let rounds = 0;
  const say = (text) => json || console.log(text);
  const latest = (values, digits) => (values.length > 0 ? rounded(values.at(-1), digits) : '-');
  const progress = setInterval(() => {
    noted.loads.push(loadavg()[0]);
    const heaps = tabs.map(({ samples }) => rounded((samples.at(-1)?.heap ?? NaN) / MEGABYTE, 2)).join(' and ');
    const frames = `${latest(noted.frames)} and ${latest(noted.phoneFrames)}`;
    const share = latest(noted.shares.map((part) => 100 * part));
    const count = tabs.flatMap(({ complaints }) => complaints).length;
    say(
      `${rounded(minutes(), 0)} min: ${rounds} rounds, frames/s ${frames}, share ${share} %, heap ${heaps} MB, ` +
        `${count} complaints, load ${rounded(loadavg()[0])}`,
    );
  }, 60_000);
  progress.unref();
  /** A step that fails is noted; the page may have been too slow. */
  const step = async (name, work) => {
    try {
      await work();
    } catch (reason) {
      if (!browser.isConnected()) throw reason;
      noted.steps.push(`${rounded(minutes())} min, ${name}: ${reason.message.split('\n')[0].slice(0, 200)}`);
      say(noted.steps.at(-1));
      for (const { page } of tabs) await page.keyboard.press('Escape');
      await server.patch({ center: 100e6 });
    }
  };
  await show(phone, false);
  for (; minutes() < length && rounds < count; ++rounds) {
    await step('mouse', async () => noted.frames.push((await byMouse(desktop.page)).framesPerSecond));
    await step('keyboard', () => byKeyboard(desktop.page));
    await step('screen reader', async () => {
      const { nodes, nameless } = await byScreenReader(desktop.page);
      noted.nodes.push(nodes);
      noted.nameless.push(nameless);
    });
    await step('phone', async () => {
      await server.patch({ rows: PHONE_ROWS });
      await show(desktop, false);
      await show(phone, true);
      await rowsPass(phone.page, 20);
      const { framesPerSecond, share } = await byTouch(phone.page, quiet * PHONE_ROWS);
      noted.phoneFrames.push(framesPerSecond);
      noted.shares.push(share);
    });
    await step('tabs', async () => {
      await server.patch({ rows });
      await show(phone, false);
      await show(desktop, true);
      await rowsPass(desktop.page, 20);
    });
    for (const tab of tabs) await sample(tab, minutes());
  }
  clearInterval(progress);
  const summary = {
    minutes: rounded(minutes()),
    rounds,
    frames_desktop: [0.5, 0].map((share) => rounded(quantile(noted.frames, share))),
    frames_phone_slowed: [0.5, 0].map((share) => rounded(quantile(noted.phoneFrames, share))),
    share_percent: [0.5, 1].map((share) => rounded(100 * quantile(noted.shares, share))),
    accessible_nodes: noted.nodes.at(-1),
    nameless_controls: Math.max(0, ...noted.nameless),
    load: rounded(quantile(noted.loads, 0.5)),
    failed_steps: noted.steps,
    pages: tabs.map(summaryOf),
    complaints: tabs.flatMap(({ complaints }) => complaints).slice(0, 20),
  };
  await browser.close();
  await server.stop();
  if (json) console.log(JSON.stringify(summary));
  else print(summary);
  process.exitCode = summary.complaints.length > 0 ? 1 : 0;
}

function print({ pages, complaints, failed_steps: failed, ...figures }) {
  console.log(`${figures.minutes} minutes, ${figures.rounds} rounds, load ${figures.load}
frames a second while panning, median and least: desktop ${figures.frames_desktop.join(', ')}; \
phone, slowed ${figures.frames_phone_slowed.join(', ')}
main thread of the phone in a quiet minute, median and most: ${figures.share_percent.join(', ')} %
accessibility tree: ${figures.accessible_nodes} nodes, ${figures.nameless_controls} controls without a name
steps that failed: ${failed.length}, complaints: ${complaints.length}\
${[...failed, ...complaints].map((text) => `\n  ${text}`).join('')}`);
  console.table(pages);
}

await main().catch((reason) => {
  console.error(reason.stack);
  process.exitCode = 2;
});
