// SPDX-License-Identifier: MIT
// People with tokens and roles, in two browsers at once and by command: what each may do is shown before it is tried,
// the dial is handed over, who is revoked is out, and the log has who did what.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { REAL, eventually, startProgram, temporaryFolder } from './program.mjs';
import { keepPicture, launchBrowser, newContext, openPage, untilRows, waitForFacts } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? false : 'needs the program' };
const TOKEN = '0123456789abcdef';
const AXE = readFileSync(createRequire(new URL('../web/package.json', import.meta.url)).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
let server;
let folder;
before(async () => {
  browser = await launchBrowser();
  folder = temporaryFolder();
  server = await startProgram(['--users', folder, '--token', TOKEN, '--dial-seconds', '5']);
}, LIMIT);
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** As typed on the machine. */
const command = (...words) => execFileSync(REAL, ['user', ...words, '--users', folder], { encoding: 'utf8' });
const addUser = (name, role) => JSON.parse(command('add', name, '--role', role, '--json')).token;
const text = (page, id, part) => page.waitForFunction(([at, wanted]) => document.querySelector(at)?.textContent.includes(wanted), [id, part]);
const asked = async (method, path, token, body) => {
  const answer = await fetch(new URL(path, server.url), { method, headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: body && JSON.stringify(body) });
  return { status: answer.status, json: await answer.json() };
};

/** Once the program knows the user: until then it refuses the connection, and the page complains. */
const openAs = async (token) => {
  await eventually(async () => (await asked('GET', 'api/v1/me', token)).status === 200, 'a new user is known');
  return openPage(browser, `${server.url}#token=${token}`);
};

test('a viewer sees what is not permitted before trying, and a higher role at once', LIMIT, async () => {
  const { page, close } = await openAs(addUser('vera', 'viewer'));
  await text(page, '#rights-text', 'You are vera: viewer.');
  const scopes = () => page.$$eval('#panel > details > summary', (all) => Object.fromEntries(
    all.map((summary) => [summary.parentElement.id, summary.querySelector('.scope').textContent])));
  assert.equal((await scopes())['tuning-section'], 'needs the role tuner');
  assert.equal((await scopes())['listen-section'], 'needs the role listener');
  assert.equal((await scopes())['bookmarks-section'], 'only you');
  assert.ok(await page.locator('#users-section').isHidden());
  command('role', 'vera', 'tuner');
  await text(page, '#rights-text', 'You are vera: tuner.');
  assert.equal((await scopes())['tuning-section'], 'for everybody');
  await close();
});

test('the dial goes from one to the other, and both see it', LIMIT, async () => {
  const [first, second] = [await openAs(addUser('anna', 'tuner')), await openAs(addUser('bert', 'tuner'))];
  const shown = text(second.page, '#banner', 'Tuned by anna'); // for some seconds
  await first.page.fill('#center', '101M');
  await first.page.press('#center', 'Enter');
  await text(first.page, '#dial-text', 'You have the dial');
  await text(second.page, '#dial-text', 'anna has the dial');
  await shown;
  await keepPicture(second.page, 'dial');
  await second.page.fill('#center', '102M');
  await second.page.press('#center', 'Enter');
  await second.page.waitForFunction(() => /anna has the dial/.test(document.querySelector('#center').closest('.field').querySelector('.refusal').textContent));
  const given = text(second.page, '#banner', 'You have the dial now.');
  await second.page.click('#dial-ask');
  await text(second.page, '#dial-text', 'You are number 1 of 1');
  await text(first.page, '#dial-text', '1 user waits');
  await given;
  await text(first.page, '#dial-text', 'bert has the dial');
  await second.page.press('#center', 'Enter');
  await waitForFacts(second.page, ({ whole }) => whole.fromHz === 102e6 - 1.2e6);
  await first.close();
  await second.close();
});

test('an admin makes users with a link, changes roles and revokes, and sees who did what', LIMIT, async () => {
  const { page, complaints, close } = await openAs(addUser('root', 'admin'));
  await page.click('#users-section > summary');
  await page.fill('#user-name', 'carl');
  await page.selectOption('#user-role', 'listener');
  await page.click('#user-form button');
  await page.waitForSelector('#user-new:not([hidden])');
  const link = await page.inputValue('#user-link');
  assert.match(link, /#token=[0-9a-f]{32}$/);
  await page.evaluate(AXE);
  const faults = await page.evaluate(async () => (await window.axe.run('#panel')).violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`));
  assert.deepEqual(faults, []);
  await keepPicture(page, 'users');

  const other = await newContext(browser);
  const guest = await other.newPage();
  await guest.goto(link);
  await untilRows(guest);
  assert.ok(!guest.url().includes('token'), 'it is taken out of the address');
  await text(guest, '#rights-text', 'You are carl: listener.');
  await page.selectOption('[data-key="carl"] select', 'tuner');
  await text(guest, '#rights-text', 'You are carl: tuner.');

  const token = link.slice(-32);
  assert.equal((await asked('GET', 'api/v1/me', token)).json.role, 'tuner');
  await page.click('[data-key="carl"] button');
  await text(page, '[data-key="carl"] button', 'Really?');
  assert.equal((await asked('GET', 'api/v1/me', token)).status, 200, 'one press is not enough');
  const start = Date.now();
  await page.click('[data-key="carl"] button');
  await guest.waitForSelector('#token-dialog[open], #no-access:not([hidden])');
  assert.ok(Date.now() - start < 5000);
  assert.equal((await asked('GET', 'api/v1/me', token)).status, 401);

  await text(page, '#audit', 'root (127.0.0.1): DELETE users');
  await text(page, '#audit', '"name":"carl"');
  const log = await page.textContent('#audit');
  assert.ok(!log.includes(token) && !log.includes(TOKEN));
  await page.setViewportSize({ width: 320, height: 640 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
  await page.locator('#users-section').scrollIntoViewIfNeeded();
  await keepPicture(page, 'users-320');
  assert.deepEqual(complaints, []);
  await other.close();
  await close();
});

test('the log has what was done by command and by page, and never a token', LIMIT, async () => {
  const token = addUser('dora', 'tuner');
  await asked('PATCH', 'api/v1/tuning', TOKEN, { averaging: 2 });
  const lines = await eventually(() => {
    const all = JSON.parse(command('log', '--json')).changes;
    return all.some(({ who, what }) => who === '(token)' && what === 'PATCH /api/v1/tuning') && all;
  }, 'the change is in the log');
  assert.ok(lines.some(({ who, what }) => who === '(command)' && what.startsWith('add dora')));
  const text = readFileSync(join(folder, 'audit.log'), 'utf8') + readFileSync(join(folder, 'users.json'), 'utf8');
  assert.ok(!text.includes(token) && !text.includes(TOKEN));
});
