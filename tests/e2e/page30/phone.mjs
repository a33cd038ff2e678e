// SPDX-License-Identifier: MIT
// Point 29: phones.

import { loadavg } from 'node:os';
import { facts, launchBrowser, openPage, waitForFacts } from '../page_harness.mjs';
import { SLOWER, mainThreadShare } from './load.mjs';
import { PHONE, becomes, rounded, untilFull, untilMoreRows } from './study.mjs';
import { seen } from './watch.mjs';

const QUIET_ROWS = 300; // thirty seconds
const DRAWN = { gl: true, reducedMotion: 'no-preference' };

/** One finger up the axis of frequencies: whether that zooms. */
async function dragAxisUp(page) {
  const plot = await page.locator('#plot').boundingBox();
  const { geometry, band } = await facts(page);
  const session = await page.context().newCDPSession(page);
  const put = (type, ...down) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: down.map((y) => ({ id: 0, x: plot.x + 200, y: plot.y + y })),
    });
  const from = geometry.axis.y + 12;
  await put('touchStart', from);
  for (let up = 20; up <= 100; up += 20) await put('touchMove', from - up);
  await put('touchEnd');
  return becomes(page, (now) => now.band.toHz - now.band.fromHz < 0.8 * (band.toHz - band.fromHz), 3000);
}

/** Runs in the page. */
function countDrawings() {
  const gl = WebGL2RenderingContext.prototype;
  const { drawArrays } = gl;
  window.drawn = 0;
  gl.drawArrays = function (...given) {
    ++window.drawn;
    return drawArrays.apply(this, given);
  };
  return window.drawn;
}

async function phone(study) {
  const server = await study.server(['--rows', '10']);
  const page = await study.page({ ...PHONE, deviceScaleFactor: 2 }, server);
  await untilFull(page);
  const { geometry } = await facts(page);
  study.core(
    'the waterfall is as wide as the screen',
    geometry.waterfall.width === 390,
    `${geometry.waterfall.width} of 390 px, ${geometry.waterfall.height} px high`,
  );
  await study.picture(page, 'phone');
  const graphics = await launchBrowser({ composited: true });
  const { page: plain } = await openPage(graphics, server.url, { ...PHONE, ...DRAWN, deviceScaleFactor: 2 });
  await untilFull(plain);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange')); // so that only one page takes the processor
  });
  await untilMoreRows(plain, 100);
  const before = await plain.evaluate(countDrawings);
  const share = await mainThreadShare(plain, () => untilMoreRows(plain, QUIET_ROWS));
  const drawn = (10 * ((await plain.evaluate(() => window.drawn)) - before)) / QUIET_ROWS;
  await graphics.close();
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  study.core(
    `the main thread takes at most 15 % of a core ${SLOWER} times slower, at 10 rows a second`,
    share <= 0.15,
    `${rounded(100 * share)} %, by processor time, with ${rounded(drawn)} pictures a second; load of the machine ${rounded(loadavg()[0])}`,
  );
  const traffic = await page.textContent('#status-traffic');
  study.check('there is a data meter', /\d+(\.\d+)? kB\/s/.test(traffic), traffic);
  study.check('and a mode that saves data', (await page.locator('#data option[value="saved"]').count()) === 1);
  await page.tap('#panel-toggle');
  const [plot, panel] = [await page.locator('#plot').boundingBox(), await page.locator('#panel').boundingBox()];
  const visible = panel.y - plot.y; // the sheet lies over the plot
  study.core(
    'controls are in a sheet at the bottom that leaves a picture',
    visible > 200 && panel.y + panel.height > 700,
    `${Math.round(visible)} px of plot above it`,
  );
  await study.picture(page, 'sheet');
  await page.tap('#panel-toggle');
  const zooms = await page
    .locator(':is(button, input):visible')
    .evaluateAll((all) =>
      all.filter((one) => /zoom/i.test(`${one.id} ${one.ariaLabel ?? ''} ${one.title}`)).map(({ id }) => id),
    );
  const dragged = await dragAxisUp(page);
  study.check(
    'one hand can zoom',
    zooms.length > 0 || dragged,
    zooms.join(', ') ||
      (dragged ? 'a drag up the axis of frequencies' : 'two fingers only: no button, no gesture of one'),
  );
  study.check(
    'one hand can tune',
    (await page.locator('#tune-up').isVisible()) && (await page.locator('#tune-up').boundingBox()).y > 600,
  );
  await page.setViewportSize({ width: 844, height: 390 });
  await waitForFacts(page, (now) => now.geometry.waterfall.width > 700);
  const { geometry: lying } = await facts(page);
  study.core(
    'it works lying on its side',
    lying.waterfall.height > 100,
    `waterfall of ${lying.waterfall.width} by ${lying.waterfall.height} px`,
  );
  await study.picture(page, 'lying');
  // A choice is not part of the claim: browsers refuse to keep the screen on for pages that came over plain http.
  const awake = await page.locator('#panel :is(label, button)', { hasText: /awake|screen on/i }).count();
  study.check(
    'the screen is not kept on without being asked',
    (await seen(page)).wakeLocks === 0,
    awake > 0 ? 'by choice' : 'nor by choice',
  );
}

export const PHONES = [
  {
    number: 29,
    claim: 'phone: full width, sheet, one hand, below 15 % of a slow core, data meter',
    run: phone,
  },
];
