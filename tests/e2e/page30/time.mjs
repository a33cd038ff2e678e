// SPDX-License-Identifier: MIT
// Points 23 to 25: the time of rows, direction and speed, delays.

import { facts, waitForFacts, waterfallBox } from '../page_harness.mjs';
import { rounded, untilFull, untilMoreRows } from './study.mjs';
import { framesDuring } from './load.mjs';
import { columns, seen, waterfallPixels } from './watch.mjs';

const ROWS = 60;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Times of rows as they come, and when they came. */
async function arrivals(page, count) {
  await page.evaluate(() => {
    window.arrivals = [];
    const note = () => {
      if (!window.arrivals) return;
      const row = window.spectrumd.lastRow();
      if (row.sequence !== window.arrivals.at(-1)?.sequence)
        window.arrivals.push({ sequence: row.sequence, time: row.time, at: performance.now() });
      setTimeout(note, 4);
    };
    note();
  });
  await untilMoreRows(page, count);
  return page.evaluate(() => {
    const noted = window.arrivals;
    window.arrivals = null;
    return noted;
  });
}

const timeLabels = async (page) =>
  (await seen(page)).texts.filter(({ text }) => /^\d\d:\d\d:\d\d$/.test(text)).map(({ text }) => text);
const secondsOf = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

async function rowTimes(study) {
  const page = await study.page({ timezoneId: 'Asia/Kolkata' }); // local time is half an hour off, too
  await untilFull(page);
  const rows = await arrivals(page, ROWS);
  const pairs = rows
    .slice(1)
    .map((row, index) => ({
      rows: row.sequence - rows[index].sequence,
      ms: row.time - rows[index].time,
      cameMs: row.at - rows[index].at,
    }));
  const offOf = (ms, count) => Math.abs(ms - 50 * count);
  const [clock, arrival] = [
    Math.max(...pairs.map(({ ms, rows: count }) => offOf(ms, count))),
    Math.max(...pairs.map(({ cameMs, rows: count }) => offOf(cameMs, count))),
  ];
  study.core(
    'rows carry the time of their samples, not of their arrival',
    clock < 2 && clock < arrival,
    `${rounded(clock, 2)} ms off 50 ms at most; arrivals ${rounded(arrival)} ms`,
  );
  const labels = await timeLabels(page);
  const steps = labels
    .slice(1)
    .map((text, index) => (86400 + secondsOf(labels[index]) - secondsOf(text)) % 86400)
    .map((step) => Math.min(step, 86400 - step));
  const step = Math.min(...steps);
  study.core(
    'ticks stand on marks of the clock',
    labels.length > 2 && labels.every((text) => secondsOf(text) % step === 0),
    `each ${step} s: ${labels.slice(0, 3).join(', ')}`,
  );
  const zones = async () =>
    (await seen(page)).texts.map(({ text }) => text).filter((text) => /^(UTC|local)$/i.test(text));
  study.check('in UTC, said next to them', (await zones()).includes('UTC'));
  const box = await waterfallBox(page);
  await page.mouse.move(box.x + 300, box.y + 150);
  const tip = await page.waitForSelector('#readout:not([hidden])').then((found) => found.textContent());
  study.core(
    'the tip has date, time to hundredths and level',
    /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d\d UTC/.test(tip) && /dBFS/.test(tip),
    tip.replaceAll('\n', ', '),
  );
  await page.evaluate(() => (document.querySelector('#picture').open = true));
  await page.click('#local-time');
  await untilMoreRows(page, 3);
  const local = await timeLabels(page);
  const shift = (secondsOf(local[0]) - secondsOf(labels[0]) + 86400) % 86400;
  study.check(
    'or in local time by choice',
    Math.abs(shift - 19800) < 600,
    `${zonesText(await zones())}, ${rounded(shift / 3600, 2)} h ahead`,
  );
  await page.click('#local-time');
  for (let press = 0; press < 18; ++press) await page.click('#time-out');
  await untilMoreRows(page, 3);
  const dates = (await seen(page)).texts
    .filter(({ text, x }) => x < 70 && /[A-Z][a-z]{2}|\d-\d\d/.test(text))
    .map(({ text }) => text);
  study.check(
    'at midnight the date',
    dates.length > 0,
    `${dates[0] ?? 'none'} on a screen of ${await page.textContent('#time-shown')}`,
  );
  await study.picture(page, 'days');
  await page.evaluate(() => localStorage.clear());
}

const zonesText = (zones) => zones[0] ?? 'no name';

async function direction(study) {
  const page = await study.page();
  await untilFull(page);
  const { palette } = await facts(page);
  await page.evaluate(() => (document.querySelector('#picture').open = true));
  const [upper, down] = [
    { skip: 4, height: 60 },
    async () => columns(await waterfallPixels(page, { skip: 4, height: 60 })),
  ];
  await page.keyboard.press('a'); // the automatic range follows the rows that keep coming
  await page.keyboard.press('Space');
  const asBefore = await down();
  await page.click('#newest-below');
  await untilMoreRows(page, 3);
  const box = await waterfallBox(page);
  const below = columns(
    await waterfallPixels(page, { skip: Math.floor(box.height) - 4 - upper.height, height: upper.height }),
  );
  const off = asBefore.reduce((sum, light, column) => sum + Math.abs(light - below[column]), 0) / asBefore.length;
  study.core(
    'the newest row is at the top, or at the bottom by choice',
    off < 3,
    `columns of the newest lines differ by ${rounded(off)} of 255 in the mean (${palette})`,
  );
  await page.click('#live');
  const before = await facts(page);
  await untilMoreRows(page, 20);
  study.check('upwards it moves, too', (await facts(page)).topTime > before.topTime);
  const shown = await page.textContent('#status-rows');
  study.core('the speed is said in rows a second', /20[.,]0 rows\/s/.test(shown), shown);
  const choices = await page.locator('#rows option').allTextContents();
  study.core(
    'and chosen in rows a second',
    choices.some((text) => /\d+ \/ s/.test(text)),
    choices.join(', '),
  );
  await study.picture(page, 'newest-below');
  await page.evaluate(() => localStorage.clear());
}

const LOADS = 5;

/** Milliseconds from the start of a load to the first lines of the waterfall. */
async function firstPicture(study) {
  const page = await study.page({}, { plain: true, embedded: true });
  return page.waitForFunction(() => window.firstPictureAt).then((found) => found.jsonValue());
}

async function latency(study) {
  const firsts = [];
  for (let load = 0; load < LOADS; ++load) firsts.push(await firstPicture(study));
  study.core(
    'the first picture within a second of the load',
    median(firsts) < 1000,
    `${rounded(median(firsts), 0)} ms (${firsts.map((ms) => rounded(ms, 0)).join(', ')})`,
  );
  const page = await study.page();
  await waitForFacts(page, ({ latencyMs }) => latencyMs > -1e6);
  await untilMoreRows(page, 60);
  const glass = await page.evaluate(
    () =>
      new Promise((done) => {
        const late = [];
        const note = () => {
          late.push(Date.now() - window.spectrumd.facts().topTime); // the program runs by the same clock
          if (late.length < 240) requestAnimationFrame(note);
          else done(late);
        };
        requestAnimationFrame(note);
      }),
  );
  study.core(
    'from the antenna to the screen within 200 ms',
    median(glass) < 200,
    `${rounded(median(glass), 0)} ms, at most ${rounded(Math.max(...glass), 0)} ms; ` +
      `to the page ${rounded((await facts(page)).latencyMs, 0)} ms`,
  );
  await page.evaluate(() =>
    document.addEventListener(
      'keydown',
      (event) =>
        requestAnimationFrame(() => {
          window.echo = { ms: performance.now() - event.timeStamp };
        }),
      { capture: true },
    ),
  );
  const echoes = [];
  for (let press = 0; press < 10; ++press) {
    await page.evaluate(() => (window.echo = null));
    await page.keyboard.press(press % 2 ? '-' : '+');
    await page.waitForFunction(() => window.echo);
    echoes.push(await page.evaluate(() => window.echo.ms));
  }
  const { p95Ms } = await framesDuring(page, () => untilMoreRows(page, 20));
  study.check(
    'an input shows in the next frame',
    median(echoes) <= Math.max(34, 2 * p95Ms),
    `${rounded(median(echoes))} ms after it`,
  );
  const [delay, lost] = [await page.textContent('#status-latency'), await page.textContent('#status-dropped')];
  study.check('the status line has delay and losses', /\d+ ms/.test(delay) && lost !== '', `"${delay}", "${lost}"`);
}

export const TIME = [
  { number: 23, claim: 'row time from the sample clock, ticks on clock marks, UTC or local', run: rowTimes },
  { number: 24, claim: 'direction is a setting, speed in rows per second', run: direction },
  { number: 25, claim: 'glass latency below 200 ms, first picture below 1 s', run: latency },
];
