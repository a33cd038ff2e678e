// SPDX-License-Identifier: MIT
// The page has controls for what the radio has, and for nothing else: gain steps, correction, converter, hardware,
// profiles, sweeps.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { REAL, keepPicture, launchBrowser, openPage, startServer } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };
const GAINS = [0, 0.9, 1.4, 2.7, 28, 29.7, 32.8];
const STICK = { tuning: { gain: 30, offset: 0, invert: false, span: 'none', dwell: 0.02 }, radio: { gains_db: GAINS, estimated_ppm: 25.46 },
  settings: { bias_tee: false, direct_sampling: 'off', bandwidth: 0 }, profiles: ['QO-100', '40m'] };

let browser;
before(async () => {
  browser = await launchBrowser();
}, LIMIT);
after(() => browser?.close());

/** A page and its own fake, with all sections of the panel open. */
async function withPage(options, work) {
  const server = await startServer(options);
  const { page, complaints, close } = await openPage(browser, server.url);
  try {
    await page.evaluate(() => document.querySelectorAll('#panel details').forEach((section) => section.toggleAttribute('open', true)));
    await work(page, server.fake);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
    await server.stop();
  }
}

const eventually = async (condition, what) => {
  for (const deadline = Date.now() + 30_000; !(await condition());) {
    assert.ok(Date.now() < deadline, what);
    await new Promise((done) => setTimeout(done, 50));
  }
};
const becomes = (fake, key, value) => eventually(() => fake.tuning[key] === value, `${key}: ${value}`);

test('gain is chosen from the steps of the radio, and shown as the step it applies', LIMIT, () => withPage(STICK, async (page, fake) => {
  await page.waitForFunction(() => document.querySelector('#gain-step').value === '29.7');
  assert.ok(await page.isHidden('#gain'));
  await page.getByLabel('Gain', { exact: true }).selectOption('32.8');
  await becomes(fake, 'gain', 32.8);
  await page.selectOption('#gain-step', 'auto');
  await becomes(fake, 'gain', 'auto');
}));

test('the measured correction is adopted with one click', LIMIT, () => withPage(STICK, async (page, fake) => {
  await page.getByRole('button', { name: 'Use 25.5' }).click();
  await becomes(fake, 'ppm', 25.5);
  await page.waitForSelector('#ppm-measured', { state: 'hidden' });
}));

test('a converter is typed as hams name it', LIMIT, () => withPage(STICK, async (page, fake) => {
  await page.fill('#offset', '-9750');
  await page.press('#offset', 'Enter');
  await becomes(fake, 'offset', -9750e6);
  await page.waitForFunction(() => document.querySelector('#offset').value === '-9750M');
  await page.waitForSelector('#radio-center', { state: 'visible' });
  await page.getByRole('button', { name: 'Inverted' }).click();
  await becomes(fake, 'invert', true);
  await page.fill('#offset', 'LNB');
  await page.press('#offset', 'Enter');
  await page.getByText('offset: expected 125M, -9750M or none').waitFor();
}));

test('an answer changes nothing that was entered after its request', LIMIT, () => withPage(STICK, async (page, fake) => {
  let answer;
  const held = () => page.route('**/api/v1/tuning', async (route) => {
    const response = await route.fetch();
    await new Promise((done) => { answer = done; });
    await route.fulfill({ response });
  }, { times: 1 });
  const valueOf = (id) => page.inputValue(id);

  await held();
  await page.fill('#dwell', '50 ms');
  await page.press('#dwell', 'Enter');
  await becomes(fake, 'dwell', 0.05);
  await page.fill('#dwell', '70');
  answer();
  await page.waitForSelector('#dwell:not([data-pending])');
  assert.equal(await valueOf('#dwell'), '70', 'being typed');

  await held();
  await page.fill('#dwell', '60 ms');
  await page.press('#dwell', 'Enter');
  await becomes(fake, 'dwell', 0.06);
  await page.fill('#dwell', 'long');
  await page.press('#dwell', 'Enter');
  answer();
  await page.selectOption('#window', 'hamming');
  await page.waitForSelector('#window:not([data-pending])'); // requests run one after the other
  assert.equal(await page.getAttribute('#dwell', 'aria-invalid'), 'true');
  assert.equal(await valueOf('#dwell'), 'long');

  await held();
  await page.getByRole('button', { name: 'Inverted' }).click();
  await becomes(fake, 'invert', true);
  await page.fill('#offset', 'LNB');
  await page.press('#offset', 'Enter');
  answer();
  await page.waitForSelector('#invert[aria-pressed=true]');
  assert.equal(await page.getAttribute('#offset', 'aria-invalid'), 'true');
}));

test('hardware and profiles are switched where the source has them', LIMIT, () => withPage(STICK, async (page, fake) => {
  await page.getByLabel('Bias tee').click();
  await eventually(() => fake.settings.bias_tee === true, 'the bias tee');
  await page.waitForFunction(() => document.querySelector('#hardware-bias_tee').textContent === 'On');
  await page.getByLabel('Sampling').selectOption('q');
  await eventually(() => fake.settings.direct_sampling === 'q', 'direct sampling');
  await page.getByLabel('Bandwidth').fill('300k');
  await page.getByLabel('Bandwidth').press('Enter');
  await eventually(() => fake.settings.bandwidth === 300e3, 'the bandwidth');
  await page.getByLabel('Profile').selectOption('QO-100');
  await eventually(() => fake.profile === 'QO-100', 'the profile');
  await keepPicture(page, 'receiver');
}));

test('what the radio does not have is not shown', LIMIT, () => withPage({}, async (page) => {
  await page.waitForSelector('#gain', { state: 'visible' });
  for (const id of ['gain-step', 'gain-advise', 'ppm-measured', 'radio-center', 'hardware', 'profile', 'sweep-stay', 'sweep-back', 'sweep-bar']) {
    assert.ok(await page.isHidden(`#${id}`), id);
  }
}));

test('a sweep shows how far it is, is halted and taken up again', LIMIT, () => withPage(STICK, async (page, fake) => {
  await page.fill('#span', '88-108M');
  await page.press('#span', 'Enter');
  await becomes(fake, 'span', '88000000:108000000');
  fake.sweep = { from_hz: 88e6, to_hz: 108e6, hops: 967, hop: 214, revisit_seconds: 33.1 };
  await page.waitForFunction(() => document.querySelector('#sweep-progress').textContent === 'hop 214 of 967, 33.1 s a sweep');
  assert.deepEqual(await page.$eval('#sweep-bar', ({ value, max }) => [value, max]), [214, 967]);
  await page.fill('#dwell', '50 ms');
  await page.press('#dwell', 'Enter');
  await becomes(fake, 'dwell', 0.05);
  await page.getByRole('button', { name: 'Stay here' }).click();
  await becomes(fake, 'span', 'none');
  assert.equal(fake.tuning.center, 98e6);
  fake.sweep = null; // the next status says so, after the answer
  await page.getByRole('button', { name: 'Back to the sweep' }).click();
  await becomes(fake, 'span', '88000000:108000000');
}));

test('a recording of what was listened to that ended while the link was down is not shown as going on', LIMIT, () => withPage(STICK, async (page, fake) => {
  const sound = { name: 'sound-1', startedAt: Date.now() };
  fake.recordings.push(sound);
  await page.evaluate(() => sessionStorage.setItem('spectrumd.listen-recording', 'sound-1'));
  await page.reload();
  await page.waitForFunction(() => window.spectrumd?.facts().link === 'open');
  assert.equal(await page.getAttribute('#listen-record', 'aria-pressed'), 'true');
  sound.endedAt = Date.now();
  for (const client of fake.clients.keys()) client.terminate();
  await page.waitForSelector('#listen-record[aria-pressed=false]', { state: 'attached' });
}));

test('the best gain is found with one click', LIMIT, () => withPage(STICK, async (page, fake) => {
  fake.overloadsAbove = 28; // from 29.7 dB on samples clip
  await page.getByRole('button', { name: 'Find the best gain' }).click();
  await page.waitForFunction(() => /more clips/.test(document.querySelector('#gain-advice').textContent));
  assert.equal(fake.tuning.gain, 28);
}));

test('other programs that are served are listed while their section is open', LIMIT, () => withPage({}, async (page, fake) => {
  await page.waitForSelector('#no-programs', { state: 'visible' });
  fake.feeds = [
    { name: 'rigctl', address: '127.0.0.1:4532', state: 'listening', cause: '', clients: 2, served: 5, messages: 812, dial: { frequency_hz: 145.5e6, mode: 'FM', width_hz: 15000 } },
    { name: 'mqtt', address: '192.168.1.20:1883', state: 'waiting', cause: 'Connection refused', clients: 0, served: 0, messages: 0, may_tune: false }];
  const lines = () => page.$$eval('#programs li', (all) => all.map((line) => [...line.children].map(({ textContent }) => textContent)));
  await eventually(async () => (await lines()).length === 2, 'the feeds');
  assert.deepEqual(await lines(), [['Hamlib', 'listening', '127.0.0.1:4532', '2 clients', 'dial 145.50000 MHz FM'],
    ['MQTT', 'waiting', '192.168.1.20:1883', 'Connection refused']]);
  assert.ok(await page.isHidden('#no-programs'));
  await keepPicture(page, 'programs');
  await page.evaluate(() => document.querySelector('#programs-section').removeAttribute('open'));
  const asked = () => fake.requests.filter((request) => request === 'GET /api/v1/feeds').length;
  await eventually(async () => page.evaluate(() => !document.querySelector('#programs-section').open), 'the section to close');
  const [before, spots] = [asked(), () => fake.requests.filter((request) => request === 'GET /api/v1/spots').length];
  const spotsBefore = spots();
  await eventually(() => spots() >= spotsBefore + 2, 'ten seconds');
  assert.ok(asked() <= before + 1, 'not asked for any more');
}));
