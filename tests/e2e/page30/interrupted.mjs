// SPDX-License-Identifier: MIT
// Points 18 and 19: hidden tab, lost context.

import { facts } from '../page_harness.mjs';
import { becomes, rounded, soon, untilFull, untilMoreRows } from './study.mjs';
import { differing, forget, seen, waterfallPixels } from './watch.mjs';

const HIDDEN_ROWS = 200; // ten seconds and more

async function hiddenTab(study) {
  const server = await study.server();
  const page = await study.page({}, server);
  await untilFull(page);
  const hide = (hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await forget(page);
  const hiddenAt = await page.evaluate(() => performance.now());
  await hide(true);
  const asked = await soon(async () => (await seen(page)).sent.some(({ pause }) => pause === true), 30_000);
  const pausedAt = (await seen(page)).sent.find(({ pause }) => pause === true)?.at;
  study.core(
    'a hidden tab asks the server to stop',
    asked,
    asked ? `after ${rounded((pausedAt - hiddenAt) / 1000)} s` : '',
  );
  const sequence = async () => (await server.get('api/v1/status')).rows.sequence;
  const first = await sequence();
  const last = () => page.evaluate(() => window.spectrumd.lastRow().sequence);
  await soon(async () => (await sequence()) > first + 10);
  const before = await last();
  await soon(async () => (await sequence()) > first + HIDDEN_ROWS, 60_000);
  study.core('then no rows come', (await last()) - before <= 2, `${(await last()) - before} during ${HIDDEN_ROWS}`);
  await hide(false);
  const beganAt = Date.now();
  const whole = await becomes(page, ({ filled }) => filled > 0.99, 30_000);
  const { filled, geometry } = await facts(page);
  study.core(
    'on return the missed rows are fetched',
    whole,
    `${Math.round((1 - filled) * geometry.waterfall.height)} of ${geometry.waterfall.height} lines without data ` +
      `${rounded((Date.now() - beganAt) / 1000)} s later`,
  );
  await study.picture(page, 'returned');
}

async function lostContext(study) {
  const page = await study.page();
  await untilFull(page);
  await page.keyboard.press('a'); // the automatic range follows the rows that keep coming
  await page.keyboard.press('Space');
  await untilMoreRows(page, 20);
  const before = await waterfallPixels(page);
  const losing = await page.evaluateHandle(() =>
    document.querySelector('#waterfall').getContext('webgl2').getExtension('WEBGL_lose_context'),
  );
  const timed = async (act, renderer) => {
    const beganAt = Date.now();
    await losing.evaluate((extension, name) => extension[name](), act);
    const done = await becomes(page, (shown) => shown.renderer === renderer);
    const ms = Date.now() - beganAt;
    return { done, ms, changed: differing(before, await waterfallPixels(page)) };
  };
  const lost = await timed('loseContext', 'Canvas 2D');
  study.core(
    'without its context the picture stays, drawn with Canvas 2D',
    lost.done && lost.changed < 0.02,
    `after ${lost.ms} ms, ${rounded(100 * lost.changed, 2)} % of pixels differ`,
  );
  const back = await timed('restoreContext', 'WebGL2');
  study.core(
    'when it is back it is used, and the picture is the same',
    back.done && back.changed < 0.02,
    `after ${back.ms} ms, ${rounded(100 * back.changed, 2)} % of pixels differ`,
  );
}

export const INTERRUPTED = [
  { number: 18, claim: 'hidden tab stops, and catches up from the history', run: hiddenTab },
  { number: 19, claim: 'a lost graphics context loses nothing', run: lostContext },
];
