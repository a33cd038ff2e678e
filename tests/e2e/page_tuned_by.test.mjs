// SPDX-License-Identifier: MIT
// Who tuned: the page says so where it was not this page.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { REAL, launchBrowser, openPage, startServer, waitForFacts } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };

let browser;
before(async () => {
  browser = await launchBrowser();
}, LIMIT);
after(() => browser?.close());

/** A page whose notes are remembered. */
async function withNotes(work) {
  const server = await startServer();
  const { page, close } = await openPage(browser, server.url);
  await page.evaluate(() => {
    window.notes = [];
    const line = document.querySelector('#banner');
    new MutationObserver(() => line.textContent && window.notes.push(line.textContent)).observe(line, { childList: true, characterData: true, subtree: true });
  });
  try {
    await work(page, server.fake);
  } finally {
    await close();
    await server.stop();
  }
}

const noted = (page, text) => page.waitForFunction((part) => window.notes.some((note) => note.startsWith(part)), text);

test('the change of another client is announced with its address and the way back', LIMIT, () => withNotes(async (page, fake) => {
  fake.retune({ center: 145e6 }, { via: 'websocket', by: '192.168.1.7' });
  await noted(page, 'Tuned by 192.168.1.7: center 145 MHz');
  await noted(page, 'Tuned by 192.168.1.7: center 145.000 MHz. Backspace');
  fake.retune({ center: 99e6 }, { via: 'reload' });
  await noted(page, 'Tuned by the configuration: center 99 MHz');
}));

test("one's own change is not, and can be undone", LIMIT, () => withNotes(async (page, fake) => {
  await page.fill('#center', '145M');
  await page.keyboard.press('Enter');
  await waitForFacts(page, ({ whole }) => whole.fromHz === 143.8e6);
  await page.waitForFunction(() => !document.querySelector('#band-back').disabled);
  await page.click('#band-back');
  await waitForFacts(page, ({ whole }) => whole.fromHz === 98.8e6);
  fake.say({ type: 'event', id: 99, time: new Date().toISOString(), kind: 'source', text: 'the last of the events' });
  await noted(page, 'the last of the events');
  const notes = await page.evaluate(() => window.notes);
  assert.deepEqual(notes.filter((note) => note.startsWith('Tuned by')), []);
}));
