// SPDX-License-Identifier: MIT
// A page over a slow link, watched from its first request.

import { newContext, startServer } from './page_harness.mjs';
import { startSlowLink } from './slow_link.mjs';

export const FILL_LIMIT = 180_000;
export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** History requests of a page: asked for, answered in full, given up; and the bytes of those answered. */
function watchHistory(page) {
  const seen = { asked: [], finished: 0, failed: 0, bytes: 0, sizes: [] };
  const isHistory = (request) => request.url().includes('api/v1/history');
  page.on('request', (request) => isHistory(request) && seen.asked.push(new URL(request.url()).searchParams));
  page.on('requestfailed', (request) => isHistory(request) && ++seen.failed);
  page.on('requestfinished', async (request) => {
    if (!isHistory(request)) return;
    ++seen.finished;
    seen.sizes.push(request.sizes().then(({ responseBodySize }) => (seen.bytes += responseBodySize), () => {}));
  });
  return seen;
}

/** `before` runs before the page loads: it may set what the browser keeps. `server`: one that runs already, and stays.
 * @returns {Promise<{page, seen, link, server, beganAt, close}>} */
export async function openSlow(browser, link, { size = DESKTOP, before = () => {}, server: running } = {}) {
  const server = running ?? await startServer();
  const slow = await startSlowLink(server.port, link);
  const context = await newContext(browser, size);
  const page = await context.newPage();
  page.setDefaultTimeout(FILL_LIMIT);
  await before(page);
  const seen = watchHistory(page);
  const close = async () => {
    await context.close();
    slow.close();
    if (server !== running) await server.stop();
  };
  const beganAt = Date.now();
  try {
    await page.goto(slow.url, { waitUntil: 'commit', timeout: FILL_LIMIT });
    await page.waitForFunction(() => window.spectrumd?.facts().rows > 0, null, { timeout: FILL_LIMIT });
  } catch (reason) {
    await close();
    throw reason;
  }
  return { page, seen, link: slow, server, beganAt, firstMs: Date.now() - beganAt, close };
}

/** Data to be chosen before the page loads: 'saved' or 'full'. */
export const chosen = (data) => (page) => page.addInitScript((choice) => localStorage.setItem('spectrumd.data', choice), data);

/** What came down the link, as {kilobytes a second}, while the page showed so many rows. */
export async function trafficOver({ page, link }, rows) {
  const count = () => page.evaluate(() => window.spectrumd.lastRow().sequence);
  const [bytes, began, first] = [link.down.bytes, Date.now(), await count()];
  while (await count() < first + rows) await page.waitForTimeout(50);
  return (link.down.bytes - bytes) / (Date.now() - began);
}
