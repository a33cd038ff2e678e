// SPDX-License-Identifier: MIT
// A hub in a browser: twelve receivers, of which one has reported and the others are copies of it at other frequencies.

import test from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startHubOf } from './hub_program.mjs';
import { keepPicture, launchBrowser, openTab } from './page_harness.mjs';
import { postgresIsInstalled, startPostgres } from './postgres.mjs';
import { eventually, REAL, startProgram, temporaryFolder } from './program.mjs';
import { endChild } from './screen.mjs';

const run = promisify(execFile);
const LIMIT = { timeout: 600_000, skip: !postgresIsInstalled && 'PostgreSQL is not installed' };
const RECEIVERS = 12;
const SPAN_HZ = 2_400_000;
const ROWS = 30;
const KILLS = Number(process.env.KILLS ?? 3);

let server, browser, hub;

const sql = (text) => server.query('fleet', text);

const startHub = (...flags) => startHubOf(server.url('fleet'), ...flags);

/** A database with what they report, and a hub. */
async function prepare() {
  server = await startPostgres();
  await server.query('postgres', 'CREATE DATABASE fleet');
  await run(REAL, ['fleet', 'init', '--store', server.url('fleet')]);
  const source = await startProgram(['--history', temporaryFolder(), '--history-flush', '10', '--fft', '1024', '--center', '100M', '--rate', '2400k',
    '--report-levels', '1s', '--report-name', 'shack 1', '--report-locator', 'jo62qm', '--report-store', server.url('fleet')]);
  await eventually(async () => (await sql('SELECT coalesce(sum(rows), 0) FROM fleet.frame'))[0][0] >= ROWS, 'rows', 120_000);
  await eventually(async () => (await sql('SELECT 1 FROM fleet.health')).length > 0, 'health', 120_000);
  await source.stop('SIGTERM');
  for (let n = 2; n <= RECEIVERS; ++n) {
    await sql(`INSERT INTO fleet.receiver(history, board, name) VALUES (gen_random_uuid(), 'board', 'shack ${n}')`);
    for (const [table, center] of [['frame', true], ['tile', false], ['health', true]]) {
      const columns = (await sql(`SELECT attname FROM pg_attribute WHERE attrelid = 'fleet.${table}'::regclass AND attnum > 0`)).flat();
      const values = columns.map((name) => (name === 'receiver' ? n : center && name === 'center_hz' ? `center_hz + ${(n - 1) * SPAN_HZ}` : name));
      await sql(`INSERT INTO fleet.${table}(${columns.join(', ')}) SELECT ${values.join(', ')} FROM fleet.${table} WHERE receiver = 1`);
    }
  }
  await sql(`INSERT INTO fleet.alarm(receiver, t0, book, id, ended, t1, name, kind, reason, frequency_hz, width_hz, peak, floor_db, duty)
    VALUES (3, now() - interval '20 s', 1, 7, true, now() - interval '15 s', 'jammer', 'above', 'above -40 dB', 104.8e6, 12500, -20, -90, 1)`);
  await sql("UPDATE fleet.health SET url = 'http://shack' || receiver || '.example:8088/'"); // those of receivers on loopback are empty
  hub = await startHub();
  browser = await launchBrowser();
}

/** Pixels of each strip that have levels, as shares. */
const painted = (page) => page.$$eval('#strips canvas', (canvases) => canvases.map((canvas) => {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] !== 37 || data[at + 1] !== 40 || data[at + 2] !== 44) ++count;
  return count / (data.length / 4);
}));

test('a hub in a browser', LIMIT, async (t) => {
  await prepare();
  await t.test('the page shows who reports, and their levels on one axis of time', async () => {
    const { page, complaints, close } = await openTab(browser, hub.url);
    await page.waitForSelector('#receivers tbody tr');
    assert.equal(await page.locator('#receivers tbody tr').count(), RECEIVERS);
    assert.match(await page.locator('#receivers tbody tr').nth(1).innerText(), /shack 2.*101\.\d+.*103\.\d+ MHz/s);
    assert.equal(await page.locator('#strips canvas').count(), 4, 'the first are shown');
    for (let zoom = 0; zoom < 6; ++zoom) await page.locator('#strips').press('+');
    await eventually(async () => (await painted(page)).every((share) => share > 0.02), 'levels in each strip', 60_000);
    await page.locator('#show-5').check();
    await eventually(async () => (await painted(page)).length === 5, 'a fifth strip');
    await page.locator('#show-1').uncheck();
    await eventually(async () => (await painted(page)).length === 4, 'four strips again');

    await page.locator('#panorama').check();
    const captions = await page.locator('#strips figcaption').allInnerTexts();
    assert.deepEqual(captions.map((text) => text.split(',')[0]), ['shack 5', 'shack 4', 'shack 3', 'shack 2'], 'the highest is at the top');
    await keepPicture(page, 'hub');
    assert.deepEqual(complaints, []);
    await close();
  });

  await t.test('a click says where a signal was heard, and a band is one for all', async () => {
    const { page, complaints, close } = await openTab(browser, hub.url);
    await page.waitForSelector('#strips canvas');
    for (let zoom = 0; zoom < 6; ++zoom) await page.locator('#strips').press('+');
    await eventually(async () => (await painted(page))[0] > 0.02, 'levels', 60_000);
    const place = await page.$eval('#strips canvas', (canvas) => { // of something that was heard
      const { data } = canvas.getContext('2d').getImageData(0, 60, canvas.width, 1);
      const box = canvas.getBoundingClientRect();
      for (let x = canvas.width - 1; x >= 0; --x) if (data[4 * x] !== 37 || data[4 * x + 1] !== 40) return { x: box.left + x - 2, y: box.top + 60 };
      return null;
    });
    await page.mouse.click(place.x, place.y);
    await page.waitForSelector('#heard tbody tr');
    assert.match(await page.locator('#heard-text').innerText(), /^(99|100)\.\d+ MHz at \d{4}-\d\d-\d\d .*, by rows of 1s:$/);
    assert.match(await page.locator('#heard tbody').innerText(), /^shack 1\t−\d+\.\d\t/);

    await page.locator('#band').fill('104M-106M');
    await page.locator('#band').press('Enter');
    await eventually(async () => (await page.locator('#strips figcaption').allInnerTexts()).every((text) => /104.*106.* MHz/.test(text)), 'the band of all');
    await eventually(async () => { const [first, , third] = await painted(page); return first === 0 && third > 0.02; }, 'only the third has it', 60_000);
    await page.locator('#band').fill('nonsense');
    await page.locator('#band').press('Enter');
    await page.waitForSelector('#band-refusal:not([hidden])');
    assert.deepEqual(complaints, []);
    await close();
  });

  await t.test('the maximum of all says under the pointer, and by keys, which receiver had it', async () => {
    const { page, complaints, close } = await openTab(browser, hub.url);
    let text = '';
    const said = async () => (text = await page.locator('#maximum-text').innerText());
    const shown = () => text;
    await page.waitForSelector('#strips canvas');
    for (let zoom = 0; zoom < 6; ++zoom) await page.locator('#strips').press('+');
    await eventually(async () => /^98\.8 – 108\.4 MHz, .* by rows of 1s: 4 receivers$/.test(await said()), shown, 60_000);
    const { width } = await page.locator('#maximum').boundingBox();
    for (const [share, name] of [[0.125, 'shack 1'], [0.375, 'shack 2'], [0.875, 'shack 4']]) {
      await page.locator('#maximum').hover({ position: { x: share * width, y: 50 } });
      await eventually(async () => new RegExp(`^\\d+\\.\\d+ MHz: −\\d+\\.\\d dB, ${name}$`).test(await said()), shown);
    }
    await page.locator('#maximum').focus();
    const before = await said();
    await page.keyboard.press('PageUp');
    assert.notEqual(await said(), before);
    await page.locator('#show-4').uncheck();
    await eventually(async () => (await page.locator('#strips canvas').count()) === 3, 'three strips');
    await page.locator('#band').fill('105M-108M');
    await page.locator('#band').press('Enter');
    await page.locator('#maximum').focus();
    await eventually(async () => {
      await page.keyboard.press('ArrowLeft');
      return / MHz: −\d+\.\d dB, shack 4$/.test(await said());
    }, shown, 60_000);
    await page.keyboard.press('Enter');
    await eventually(async () => (await page.locator('#strips canvas').count()) === 4, 'the one that had it is shown');
    await page.locator('#maximum-section').scrollIntoViewIfNeeded();
    await keepPicture(page, 'hub-maximum');
    assert.deepEqual(complaints, []);
    await close();
  });

  await t.test('the map has those that say where they are, how each one is, and shows their strips', async () => {
    for (const [n, locator] of [[2, 'JO62QM'], [3, 'JN58'], [4, 'IO91WM'], [5, 'IO91WM'], [6, 'FN31PR'], [7, 'JO31']]) await sql(`UPDATE fleet.receiver SET locator = '${locator}' WHERE id = ${n}`);
    await sql("UPDATE fleet.receiver SET seen = CASE id WHEN 7 THEN now() - interval '20 min' ELSE now() END");
    await sql("UPDATE fleet.health SET state = CASE receiver WHEN 5 THEN 'lost' ELSE 'streaming' END, open_alarms = CASE receiver WHEN 3 THEN 1 ELSE 0 END");
    const { page, complaints, close } = await openTab(browser, hub.url);
    await page.waitForSelector('#map-section:not([hidden])');
    const marks = await page.$$eval('#map-marks li', (all) => all.map((mark) => `${mark.querySelector('button').getAttribute('aria-label')} ${mark.querySelector('button').getAttribute('aria-pressed')}`));
    assert.deepEqual(marks, ['shack 1, JO62QM: fine true', 'shack 2, JO62QM: fine true', 'shack 3, JN58: alarm true', 'shack 4, IO91WM: fine true',
      'shack 5, IO91WM: not receiving false', 'shack 6, FN31PR: fine false', 'shack 7, JO31: silent false']);
    const [left, right] = await Promise.all(['6', '2'].map((id) => page.locator(`#map-marks [data-key="${id}"]`).boundingBox()));
    assert.ok(left.x < right.x, 'America is left of Europe');
    assert.equal(await page.locator('#map-others').innerText(), 'Not on the map, as their report.locator is empty: 5 of 12.');
    await page.locator('#map-marks [data-key="6"] button').focus();
    await page.keyboard.press('Enter');
    await eventually(async () => (await page.locator('#strips canvas').count()) === 5, 'its strip');
    assert.ok(await page.locator('#show-6').isChecked());
    await keepPicture(page, 'hub-map');
    await page.setViewportSize({ width: 360, height: 740 });
    await eventually(() => page.evaluate(() => document.documentElement.scrollWidth <= 360), 'the strips of a phone');
    await page.locator('#map-section').scrollIntoViewIfNeeded();
    await keepPicture(page, 'hub-map-360');
    await page.setViewportSize({ width: 1200, height: 2000 });
    await keepPicture(page, 'hub-1200');
    assert.deepEqual(complaints, []);
    await close();
  });

  await t.test('an admin makes users of the hub, others do not see that', async () => {
    const folder = temporaryFolder();
    const add = async (name, role) => JSON.parse((await run(REAL, ['user', 'add', name, '--role', role, '--hub', '--users', folder, '--json'])).stdout).token;
    const admin = await add('root', 'admin');
    const guarded = await startHub('--users', folder);
    const { page, complaints, close } = await openTab(browser, `${guarded.url}#token=${admin}`);
    await page.waitForSelector('#users-section:not([hidden])');
    assert.equal(await page.locator('#fleet-who').innerText(), 'root: admin');
    await page.locator('#users-section > summary').click();
    await page.locator('#user-name').fill('vera');
    assert.deepEqual(await page.locator('#user-role option').allInnerTexts(), ['viewer', 'admin']);
    await page.locator('#user-form button').click();
    await page.waitForSelector('#user-new:not([hidden])');
    const link = await page.locator('#user-link').inputValue();
    assert.match(link, /^http.*#token=[0-9a-f]{32}$/);
    await eventually(async () => /root \(127\.0\.0\.1\): POST users/.test(await page.locator('#audit').innerText()), 'the log');
    await page.locator('#users-section').scrollIntoViewIfNeeded();
    await keepPicture(page, 'hub-users');
    const guest = await openTab(browser, link);
    await guest.page.waitForSelector('#receivers tbody tr');
    await eventually(async () => (await guest.page.locator('#fleet-who').innerText()) === 'vera: viewer', 'the role');
    assert.ok(await guest.page.locator('#users-section').isHidden());
    await page.locator('[data-key="vera"] button').click();
    await page.locator('[data-key="vera"] button', { hasText: 'Really?' }).click();
    await guest.page.waitForSelector('#token-dialog[open]');
    assert.deepEqual(complaints, []);
    await guest.close();
    await close();
    endChild(guarded.child);
  });

  await t.test('an alarm leads to its time and to its evidence', async () => {
    const { page, close } = await openTab(browser, hub.url);
    await page.waitForSelector('#alarms tbody tr');
    assert.match(await page.locator('#alarms tbody').innerText(), /shack 3\s+jammer: above -40 dB\s+104\.8\d* MHz/);
    assert.equal(await page.locator('#alarms a').getAttribute('href'), 'http://shack3.example:8088/api/v1/events/log/7/picture.png');
    await page.locator('#alarms tbody button').click();
    await eventually(async () => (await painted(page))[2] > 0.02, 'its time', 60_000);
    await close();
  });

  await t.test('a hub keeps nothing: one that is killed leaves nothing behind, and the next serves the same', async () => {
    const framesOf = async ({ url }) => (await (await fetch(`${url}api/v1/receivers/3/history/tiles?level=1s`)).json()).frames;
    const connections = async () => Number((await sql("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"))[0][0]);
    const [frames, before] = [await framesOf(hub), await connections()];
    assert.ok(frames.length > 0);
    for (let kill = 0; kill < KILLS; ++kill) {
      const other = await startHub();
      assert.deepEqual(await framesOf(other), frames);
      const unanswered = framesOf(other).catch(() => null);
      await new Promise((done) => setTimeout(done, Math.random() * 20)); // while it asks the database
      endChild(other.child);
      await unanswered;
    }
    await eventually(async () => (await connections()) <= before, 'the end of their connections');
  });

  await t.test('a hub without a database says so, and recovers', async () => {
    const { page, close } = await openTab(browser, hub.url);
    await page.waitForSelector('#receivers tbody tr');
    await server.stop();
    await eventually(async () => /cannot answer/.test(await page.locator('#fleet-state').innerText()), 'a message', 60_000);
    await server.start();
    await eventually(async () => /12 receivers/.test(await page.locator('#fleet-state').innerText()), 'recovery', 60_000);
    await close();
  });

  await t.test('a hub with a token asks for it, and takes that of a link', async () => {
    const guarded = await startHub('--token', '0123456789abcdef01234567');
    const { page, close } = await openTab(browser, guarded.url);
    await page.waitForSelector('#token-dialog[open]');
    await page.locator('#token').fill('not this one');
    await page.locator('#token').press('Enter');
    await page.waitForSelector('#token-dialog[open]');
    assert.equal(await page.locator('#receivers tbody tr').count(), 0);
    await page.locator('#token').fill('0123456789abcdef01234567');
    await page.locator('#token').press('Enter');
    await page.waitForSelector('#receivers tbody tr');
    await close();
    const linked = await openTab(browser, `${guarded.url}#token=0123456789abcdef01234567`);
    await linked.page.waitForSelector('#receivers tbody tr');
    assert.ok(!linked.page.url().includes('token'));
    await linked.close();
    endChild(guarded.child);
  });

  await t.test('mistakes in the command line', async () => {
    await assert.rejects(run(REAL, ['hub']), ({ code, stderr }) => code === 64 && /--store/.test(stderr));
    await assert.rejects(run(REAL, ['hub', '--store', 'postgresql://owner@127.0.0.1:1/fleet']), ({ code, stderr }) => code === 1 && /refused/i.test(stderr));
  });
  await browser.close();
});
