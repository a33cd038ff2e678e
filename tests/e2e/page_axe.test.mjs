// SPDX-License-Identifier: MIT
// The rules of WCAG 2.2 A and AA that a program can check (axe-core), on the layouts of desktop and phones, in both
// schemes, with all sections open and with each dialog; and targets that a finger hits.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { REAL, launchBrowser, openPage, startServer } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };
const AXE = readFileSync(createRequire(new URL('../web/package.json', import.meta.url)).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const MORE = ['page-has-heading-one', 'heading-order', 'aria-allowed-role', 'label-title-only', 'region', 'landmark-one-main', 'empty-heading'];
const FINGER = 44; // px

let browser;
let server;
before(async () => {
  browser = await launchBrowser();
  server = await startServer({ settings: { bias_tee: false, direct_sampling: 'off', bandwidth: 0 }, profiles: ['HF', 'air'],
    user: { name: 'root', role: 'admin' }, dial: { held: true, holder: 'anna', seconds_left: 40, waiting: ['bert'] } });
}, LIMIT);
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** What axe finds, a line for each element. */
async function violations(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async ({ tags, more }) => {
    const rules = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]));
    const { violations: all } = await window.axe.run(document, { runOnly: { type: 'rule', values: [...new Set([...window.axe.getRules(tags).map(({ ruleId }) => ruleId), ...more])] }, rules });
    return all.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`) }));
  }, { tags: TAGS, more: MORE });
  return found.flatMap(({ id, impact, nodes }) => nodes.map((node) => `${id} (${impact}) ${node}`));
}

const openAll = (page) => page.evaluate(() => {
  document.body.classList.remove('panel-closed');
  for (const section of document.querySelectorAll('#panel details')) section.open = true;
});

const DIALOGS = ['help-dialog', 'calibration-dialog', 'token-dialog', 'share-dialog'];
const SCREENS = [['desktop', 1280, 800], ['phone', 390, 844], ['narrow phone', 320, 640], ['phone lying', 844, 390]];

/** A page that is closed at the end, without a complaint. */
async function withPage(width, height, work) {
  const phone = Math.min(width, height) < 500;
  const { page, complaints, close } = await openPage(browser, server.url, { viewport: { width, height }, hasTouch: phone, isMobile: phone,
    reducedMotion: 'reduce' }); // a colour on its way to that of the other scheme has no contrast
  try {
    await page.waitForFunction(() => document.querySelectorAll('#peaks tbody tr').length > 3);
    await work(page);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
  }
}

for (const [name, width, height] of SCREENS) {
  test(`axe finds no fault: ${name}, dark and light`, LIMIT, () => withPage(width, height, async (page) => {
    const found = [];
    const look = async (where) => found.push(...(await violations(page)).map((fault) => `${where}: ${fault}`));
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => document.body.classList.add('panel-closed'));
      await look(colorScheme);
      await openAll(page);
      await look(`${colorScheme}, all sections`);
      await page.waitForSelector('#scene-rows tr', { state: 'attached' });
    }
    for (const id of DIALOGS) {
      await page.evaluate((dialog) => document.getElementById(dialog).showModal(), id);
      await look(id);
      await page.evaluate((dialog) => document.getElementById(dialog).close(), id);
    }
    assert.deepEqual(found, []);
  }));
}

/** What can be pressed and is smaller than a finger. A label belongs to its control; a link in a text is as high as it. */
const smallTargets = (page) => page.evaluate((least) => {
  const sizeOf = (target) => (target.matches('input[type="checkbox"]') ? target.closest('label') ?? target : target).getBoundingClientRect();
  return [...document.querySelectorAll('button, select, input:not([type="range"], [type="file"]), summary, a')]
    .filter((target) => target.getClientRects().length > 0 && !target.closest('.skip'))
    .map((target) => ({ target, size: sizeOf(target) }))
    .filter(({ size }) => size.height < least - 0.5 || size.width < 24)
    .map(({ target, size }) => `${target.id || target.textContent.trim()}: ${size.width} by ${size.height}`);
}, FINGER);

test('on a phone everything that can be pressed is as high as a finger', LIMIT, () => withPage(390, 844, async (page) => {
  const closed = await smallTargets(page);
  await openAll(page);
  assert.deepEqual([...new Set([...closed, ...await smallTargets(page)])], []);
}));
