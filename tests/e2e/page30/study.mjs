// SPDX-License-Identifier: MIT
// What a point of the table works with: pages and servers that are closed after it, checks, pictures.

import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { facts, untilRows } from '../page_harness.mjs';
import { startProgram } from '../program.mjs';
import { noteFirstPicture, watchDrawing } from './watch.mjs';

export const DESKTOP = { viewport: { width: 1000, height: 640 }, colorScheme: 'dark' };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' };
const SOON_MS = 15_000; // for what should happen at once, on a busy machine
const JPEG_QUALITY = 62;

/** @typedef {{what: string, ok: boolean, measured: string, core: boolean}} Check */

/** yes: every check holds. partly: some do. no: none does, or none of those that are the claim itself (`core`).
 * @param {Check[]} checks */
export function verdictOf(checks) {
  if (checks.length > 0 && checks.every(({ ok }) => ok)) return 'yes';
  const claim = checks.filter(({ core }) => core);
  return (claim.length > 0 ? claim : checks).some(({ ok }) => ok) ? 'partly' : 'no';
}

/** A number as people read it. @param {number} value @param {number} [digits] */
export const rounded = (value, digits = 1) => Number(value.toFixed(digits));

export class Study {
  /** @type {Check[]} */
  checks = [];
  /** @type {string[]} */
  pictures = [];
  /** @type {string[]} what the page complained of */
  complaints = [];
  #open = [];

  /** @param {{number: number, browser: object, shared: {url: string}, out: string, web: string}} given */
  constructor({ number, browser, shared, out, web }) {
    Object.assign(this, { number, browser, shared, out, web });
  }

  /** @param {string} what is claimed @param {boolean} ok @param {string | number} measured */
  check(what, ok, measured = '') {
    this.checks.push({ what, ok: Boolean(ok), measured: String(measured), core: false });
  }

  /** Likewise; the point is "no" if none of these holds. */
  core(what, ok, measured = '') {
    this.check(what, ok, measured);
    this.checks.at(-1).core = true;
  }

  /** A server of this point. @param {string[]} flags @param {object} environment */
  async server(flags = [], environment = {}) {
    const server = await startProgram(flags, environment);
    this.#open.push(() => server.stop());
    return server;
  }

  /** A page that shows rows. It counts what it draws in `window.seen`, unless `plain`, for what it costs. `embedded`:
   * that of the program, also where another is served.
   * @param {object} [options] of the context
   * @param {{url?: string, hash?: string, plain?: boolean, embedded?: boolean}} [where] */
  async page(options = {}, { url = this.shared.url, hash = '', plain = false, embedded = false } = {}) {
    const context = await this.browser.newContext({ ...DESKTOP, ...options });
    this.#open.push(() => context.close());
    await context.addInitScript(plain ? noteFirstPicture : watchDrawing);
    if (this.web && !embedded) await this.#serve(context);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(String(error.stack)));
    await page.goto(url + hash);
    await untilRows(page);
    return page;
  }

  /** The page of the folder, which the browser then does not know to be of this machine. */
  async #serve(context) {
    await context.grantPermissions(['local-network-access']);
    await context.route(
      (address) => existsSync(this.#fileOf(address)),
      (route, request) => route.fulfill({ path: this.#fileOf(request.url()) }),
    );
  }

  /** The file that an address of the page stands for. @param {URL | string} address */
  #fileOf(address) {
    const { pathname } = new URL(address);
    return join(this.web, pathname === '/' ? 'index.html' : pathname);
  }

  /** @param {import('playwright-core').Page} page @param {string} name @param {object} [options] */
  async picture(page, name, options = {}) {
    const file = `${String(this.number).padStart(2, '0')}-${name}.jpg`;
    await page.screenshot({ path: join(this.out, file), type: 'jpeg', quality: JPEG_QUALITY, ...options });
    this.pictures.push(file);
  }

  /** Keeps a figure that is too long for the table. @param {string} text */
  log(text) {
    appendFileSync(join(this.out, 'log.txt'), `${this.number}: ${text}\n`);
  }

  async close() {
    for (const close of this.#open.reverse()) await close();
  }
}

/** Whether the facts of a page fulfil a condition soon. */
export async function becomes(page, condition, limitMs = SOON_MS) {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await page.waitForTimeout(30)) {
    if (condition(await facts(page))) return true;
  }
  return false;
}

/** Whether something comes true soon. @param {() => Promise<boolean> | boolean} condition */
export async function soon(condition, limitMs = SOON_MS) {
  for (
    const deadline = Date.now() + limitMs;
    Date.now() < deadline;
    await new Promise((done) => setTimeout(done, 50))
  ) {
    if (await condition()) return true;
  }
  return false;
}

/** Until so many more rows have come. */
export async function untilMoreRows(page, count) {
  const { sequence } = await page.evaluate(() => window.spectrumd.lastRow());
  await page.waitForFunction((last) => window.spectrumd.lastRow().sequence > last, sequence + count, {
    timeout: 60_000 + 200 * count,
  });
}

/** The picture of the waterfall fills with the history of the server. */
export const untilFull = (page) => becomes(page, ({ filled }) => filled > 0.97, 60_000);
