// SPDX-License-Identifier: MIT
// What a hub asks a receiver for, in a browser: evidence of an alarm, and rows as they come. Twelve receivers, of which
// one is there.

import test from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startHubOf } from './hub_program.mjs';
import { keepPicture, launchBrowser, openTab } from './page_harness.mjs';
import { postgresIsInstalled, startPostgres } from './postgres.mjs';
import { eventually, REAL, startProgram, temporaryFolder } from './program.mjs';

const run = promisify(execFile);
const LIMIT = { timeout: 600_000, skip: !postgresIsInstalled && 'PostgreSQL is not installed' };
const TOKEN = '0123456789abcdef01234567';
const RULE = { name: 'loud', kind: 'above', from_hz: 99e6, to_hz: 101e6 };

let server, receiver, hubs, alarm, browser;

const sql = (text) => server.query('fleet', text);
const withToken = { Authorization: `Bearer ${TOKEN}` };
const ask = async (path) => (await fetch(new URL(path, receiver.url), { headers: withToken })).json();

/** Two hubs of one database, which know where one of its receivers is, and a token of it from a file. */
async function prepare() {
  server = await startPostgres();
  await server.query('postgres', 'CREATE DATABASE fleet');
  await run(REAL, ['fleet', 'init', '--store', server.url('fleet')]);
  receiver = await startProgram(['--history', temporaryFolder(), '--fft', '1024', '--center', '100M', '--rate', '2400k',
    '--report-levels', '1min', '--report-name', 'shack', '--report-store', server.url('fleet'), '--token', TOKEN]);
  await eventually(async () => (await sql('SELECT 1 FROM fleet.health')).length > 0, 'health', 120_000);
  const made = await fetch(new URL('api/v1/rules', receiver.url),
    { method: 'POST', headers: { 'Content-Type': 'application/json', ...withToken }, body: JSON.stringify(RULE) });
  assert.equal(made.status, 200, await made.text());
  alarm = await eventually(async () => (await ask('api/v1/events/log')).events.find(({ evidence }) => evidence.length === 4), 'an alarm with evidence', 120_000);
  await eventually(async () => (await sql(`SELECT 1 FROM fleet.alarm WHERE id = ${alarm.id}`)).length > 0, 'its report', 120_000);
  await sql("INSERT INTO fleet.receiver(history, board, name) SELECT gen_random_uuid(), 'board', 'shack ' || n FROM generate_series(2, 12) n");
  const config = join(temporaryFolder(), 'hub.json');
  writeFileSync(config, JSON.stringify({ hub: { reach: [`shack=${receiver.url}`], tokens: [`shack=${TOKEN}`] }, users: { folder: 'none' } }));
  hubs = await Promise.all([1, 2].map(() => startHubOf(server.url('fleet'), '--config', config)));
  browser = await launchBrowser();
}

/** The share of the newest pixels of the first strip that have levels, of 1.5 minutes that are shown. */
const newest = (page, seconds = 2) => page.$eval('#strips canvas', (canvas, shown) => {
  const width = Math.round(canvas.width * shown / 90);
  const { data } = canvas.getContext('2d').getImageData(canvas.width - width - 6, 0, width, canvas.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] !== 37 || data[at + 1] !== 40 || data[at + 2] !== 44) ++count;
  return count / (data.length / 4);
}, seconds);

test('what a hub asks a receiver for', LIMIT, async (t) => {
  await prepare();
  await t.test('an alarm opens its evidence', async () => {
    const { page, complaints, close } = await openTab(browser, hubs[0].url);
    await page.waitForSelector('#alarms tbody tr');
    assert.equal(await page.locator('#receivers tbody tr').count(), 12);
    await page.locator('#alarms tbody button', { hasText: 'Evidence' }).first().click();
    await page.waitForSelector('#evidence-dialog[open] #evidence-picture:not([hidden])');
    await eventually(() => page.$eval('#evidence-picture', (image) => image.naturalWidth > 100), 'its picture');
    assert.equal(await page.locator('#evidence-title').innerText(), 'loud at shack');
    assert.match(await page.locator('#evidence-facts').innerText(), /Noise floor\s+−\d+/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#evidence-files button', { hasText: 'event.json' }).click()]);
    assert.equal(download.suggestedFilename(), `event-${alarm.id}-event.json`);
    await keepPicture(page, 'hub-evidence');
    await page.locator('#evidence-dialog button', { hasText: 'Close' }).click();
    await page.waitForSelector('#evidence-dialog', { state: 'hidden' });
    assert.deepEqual(complaints, []);
    await close();
  });

  await t.test('two hubs serve the same', async () => {
    const path = `api/v1/receivers/1/events/log/${alarm.id}/picture.png`;
    const sums = await Promise.all([...hubs.map(({ url }) => fetch(`${url}${path}`)),
      fetch(new URL(`api/v1/events/log/${alarm.id}/picture.png`, receiver.url), { headers: withToken })].map(async (answer) =>
      createHash('sha256').update(Buffer.from(await (await answer).arrayBuffer())).digest('hex')));
    assert.equal(new Set(sums).size, 1);
  });

  await t.test('rows come as they are made, to two pages over one connection', async () => {
    const [first, second] = await Promise.all([0, 0].map(() => openTab(browser, hubs[0].url)));
    for (const { page } of [first, second]) {
      await page.waitForSelector('#strips canvas');
      for (let zoom = 0; zoom < 8; ++zoom) await page.locator('#strips').press('+');
      assert.equal(await newest(page), 0, 'rows of a minute are reported after an hour');
      await page.locator('#live-rows').check();
      await eventually(async () => /, live$/.test(await page.locator('#strips figcaption').first().innerText()), 'its caption');
      await eventually(async () => (await newest(page)) > 0.5, 'its newest rows');
      await eventually(async () => (await newest(page, 20)) > 0.9, 'those of the time before, which has not been reported');
    }
    assert.equal((await ask('api/v1/status')).clients.websocket, 1);
    assert.doesNotMatch(await first.page.locator('#strips figcaption').nth(1).innerText(), /live/, 'where the hub cannot ask');
    await keepPicture(first.page, 'hub-live');
    await first.page.locator('#live-rows').uncheck();
    assert.deepEqual([...first.complaints, ...second.complaints], []);
    await first.close();

    await receiver.stop();
    await eventually(async () => /not live: .*cannot be reached/.test(await second.page.locator('#strips figcaption').first().innerText()), 'the cause');
    await second.page.locator('#alarms tbody button', { hasText: 'Evidence' }).first().click();
    await eventually(async () => /cannot be reached/.test(await second.page.locator('#evidence-state').innerText()), 'why there is no evidence');
    await second.close();
  });
  await browser.close();
});
