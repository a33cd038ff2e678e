// SPDX-License-Identifier: MIT
// The token: what guests see, the prompt, links that carry it, what is remembered.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { REAL, keepPicture, launchBrowser, openPage, openTab, startServer, untilRows, waitForFacts } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };
const TOKEN = 'a-token+of_16.and&more';

let browser;
before(async () => {
  browser = await launchBrowser();
}, LIMIT);
after(() => browser?.close());

/** A receiver that is public to read, and a page of it. */
async function withGuest(work, { hash = '', options = {} } = {}) {
  const server = await startServer({ token: TOKEN, publicReading: true, ...options });
  const { page, close } = await openPage(browser, server.url + hash);
  try {
    await work(page, server);
  } finally {
    await close();
    await server.stop();
  }
}

const access = (page, expected) => waitForFacts(page, (facts) => facts.access === expected);
const enter = async (page, text) => {
  await page.fill('#token', text);
  await page.press('#token', 'Enter');
};
const title = (page, text) => page.waitForFunction((part) => document.querySelector('#token-dialog[open] h2')?.textContent.includes(part), text);

test('a guest sees what is everybody\'s radio and what is only the view', LIMIT, () => withGuest(async (page) => {
  await page.waitForSelector('#rights:not([hidden])');
  assert.match(await page.textContent('#rights-text'), /guest/);
  const scopes = await page.$$eval('#panel > details > summary', (all) => Object.fromEntries(
    all.map((summary) => [summary.firstChild.textContent.trim(), summary.querySelector('.scope').textContent])));
  for (const name of ['Tuning', 'Receiver', 'Spectrum', 'Recordings']) assert.equal(scopes[name], 'needs the token', name);
  for (const name of ['Bookmarks', 'Display', 'Signals']) assert.equal(scopes[name], 'only you', name);
  await keepPicture(page, 'guest');
}));

test('cancelling the prompt leaves the page as it was, and reading continues', LIMIT, () => withGuest(async (page, { fake }) => {
  await page.fill('#center', '101M');
  await page.press('#center', 'Enter');
  await title(page, 'requires a token');
  await page.click('#token-cancel');
  await page.waitForFunction(() => /token/.test(document.querySelector('#center').closest('.field').querySelector('.refusal').textContent));
  assert.equal(fake.tuning.center, 100e6);
  await page.reload({ waitUntil: 'commit' });
  await untilRows(page);
}));

test('a wrong token is said to be wrong, and forgotten; the right one opens the radio at once', LIMIT, () => withGuest(async (page, { fake }) => {
  await page.click('#rights-enter');
  await enter(page, 'wrong');
  await title(page, 'not accepted');
  await page.click('#token-cancel');
  assert.equal(await page.evaluate(() => sessionStorage.getItem('spectrumd.token')), null);
  await page.fill('#center', '101M');
  await page.press('#center', 'Enter');
  await enter(page, 'wrong');
  await title(page, 'not accepted');
  await enter(page, TOKEN);
  await access(page, 'change');
  assert.equal(fake.tuning.center, 101e6, 'and does what was asked for');
  await page.waitForFunction(() => /accepted/.test(document.querySelector('#rights-text').textContent));
  assert.equal(await page.evaluate(() => localStorage.getItem('spectrumd.token')), null, 'not kept unasked');
  await page.click('#rights-forget');
  await access(page, 'read');
}));

test('it is remembered for the next visit where that is chosen', LIMIT, () => withGuest(async (page, server) => {
  await page.click('#rights-enter');
  await page.check('#token-remember');
  await enter(page, TOKEN);
  await access(page, 'change');
  const next = await page.context().newPage(); // a separate tab, without what the session has
  await next.goto(server.url);
  await access(next, 'change');
  await next.click('#rights-forget');
  assert.equal(await next.evaluate(() => localStorage.getItem('spectrumd.token')), null);
}));

test('a link carries it, and it is gone from the address; so in an open tab', LIMIT, async () => {
  const hash = `#${new URLSearchParams({ palette: 'ice', token: TOKEN })}`;
  await withGuest(async (page) => {
    await access(page, 'change');
    assert.match(await page.evaluate(() => location.hash), /^#palette=ice$/);
  }, { hash });
  await withGuest(async (page) => {
    await access(page, 'read');
    await page.evaluate((text) => void (location.hash = text), hash);
    await access(page, 'change');
    await page.waitForFunction(() => location.hash === '#palette=ice');
  });
});

test('the QR code has the token only where that is chosen', LIMIT, () => withGuest(async (page, server) => {
  await page.click('#share');
  await page.waitForSelector('#share-dialog[open]');
  assert.equal(await page.inputValue('#share-link'), `${server.url}#palette=ice`);
  const before = await page.evaluate(() => document.querySelector('#share-code').toDataURL());
  await page.check('#share-token');
  const link = await page.inputValue('#share-link');
  assert.equal(new URLSearchParams(new URL(link).hash.slice(1)).get('token'), TOKEN);
  assert.notEqual(await page.evaluate(() => document.querySelector('#share-code').toDataURL()), before);
  await keepPicture(page, 'share');
}, { hash: `#${new URLSearchParams({ palette: 'ice', token: TOKEN })}` }));

test('where everything needs the token, cancelling leads to a card that asks again', LIMIT, async () => {
  const server = await startServer({ token: TOKEN });
  const { page, close } = await openTab(browser, server.url);
  await page.waitForSelector('#token-dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#no-access:not([hidden])');
  await keepPicture(page, 'no-access');
  await page.click('#enter-token');
  await page.waitForSelector('#token-dialog[open]');
  await enter(page, TOKEN);
  await untilRows(page);
  assert.ok(await page.isHidden('#no-access'));
  await close();
  await server.stop();
});
