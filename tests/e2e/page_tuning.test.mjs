// SPDX-License-Identifier: MIT
// The page follows the radio: band, transform, sweeps, what others tune; and what the address and the boxes ask for.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { REAL, facts, keepPicture, launchBrowser, newContext, openPage, startServer, waitForFacts } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };

let browser;
before(async () => {
  browser = await launchBrowser();
}, LIMIT);
after(() => browser?.close());

/** A page and its own fake. */
async function withPage(options, work) {
  const server = await startServer(options);
  const { page, close } = await openPage(browser, server.url);
  try {
    await work(page, server.fake);
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

test('the picture moves with the first row of a new tuning, not with the next status', LIMIT, () => withPage({}, async (page, fake) => {
  await page.waitForSelector('#live[data-radio="streaming"]');
  fake.reports = false; // no status comes
  fake.retune({ center: 101e6 });
  await waitForFacts(page, ({ whole }) => whole.fromHz === 99.8e6);
  await page.waitForFunction(() => document.querySelector('#frequency').value === '101.000 MHz');
}));

test('so it does where only a part is shown, and where that part is gone', LIMIT, () => withPage({}, async (page, fake) => {
  await page.keyboard.press('+');
  await page.waitForFunction(() => window.spectrumd.lastRow().spanHz < 2.3e6);
  fake.reports = false;
  fake.retune({ center: 100.2e6 });
  await waitForFacts(page, ({ whole, band }) => whole.fromHz === 99e6 && band.fromHz === 99.4e6);
  fake.retune({ center: 145e6 });
  await waitForFacts(page, ({ whole, band }) => whole.fromHz === 143.8e6 && band.fromHz === 143.8e6);
}));

test('a longer transform is shown in its resolution in a zoomed view, without a touch', LIMIT, () => withPage({}, async (page, fake) => {
  for (let press = 0; press < 6; ++press) await page.keyboard.press('+');
  await page.waitForFunction(() => window.spectrumd.lastRow().spanHz < 100e3);
  fake.retune({ fft: 65536 });
  await page.waitForFunction(() => {
    const row = window.spectrumd.lastRow();
    return row.spanHz / row.bins < 60;
  });
}));

test('Center follows the radio although it has the focus, but not while it is typed in', LIMIT, () => withPage({}, async (page, fake) => {
  await page.fill('#center', '100.5M');
  await page.keyboard.press('Enter');
  await waitForFacts(page, ({ whole }) => whole.fromHz === 99.3e6);
  fake.retune({ center: 101e6 });
  await page.waitForFunction(() => document.activeElement.id === 'center' && document.activeElement.value === '101M');
  await page.keyboard.type('7');
  fake.retune({ center: 99e6 });
  await waitForFacts(page, ({ whole }) => whole.fromHz === 97.8e6);
  assert.match(await page.inputValue('#center'), /7/);
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('#center').value === '99M'); // at the latest with the next status
}));

const SWEEP = { from_hz: 88e6, to_hz: 108e6, hops: 12, revisit_seconds: 0.5 };
const SWEPT = { center: 98e6, rate: 20e6, rows: 2 };

test('in a sweep Center shows the span, and takes one', LIMIT, () => withPage({ sweep: SWEEP, tuning: SWEPT }, async (page, fake) => {
  await page.waitForFunction(() => document.querySelector('#center').value === '88M-108M');
  assert.equal(await page.inputValue('#frequency'), '88 – 108 MHz');
  const { msPerPixel } = await facts(page);
  assert.equal(msPerPixel, 250, 'two pixels a sweep');
  await page.fill('#center', '144:148M');
  await page.keyboard.press('Enter');
  await eventually(() => fake.tuning.span === '144000000:148000000', 'a span is requested');
}));

test('before the first sweep has ended the page says how long one takes, and asks for nothing that is not there', LIMIT, async () => {
  const server = await startServer({ empty: true, tuning: SWEPT, sweep: { from_hz: 26e6, to_hz: 1766e6, hops: 967, revisit_seconds: null } });
  const context = await newContext(browser);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.goto(server.url);
  await page.waitForFunction(() => /26 – 1766 MHz: 967 hops, about 34 s/.test(document.querySelector('#banner').textContent));
  assert.equal(await page.textContent('#status-rows'), '967 hops, first sweep');
  const statuses = () => page.evaluate(() => performance.now() > 4000);
  await eventually(statuses, 'four seconds of statuses');
  assert.deepEqual(complaints, []);
  assert.ok(!server.fake.requests.some((request) => /api\/v1\/(signals|history)/.test(request)), 'neither signals nor history');
  await keepPicture(page, 'first-sweep');
  server.fake.sweep = SWEEP;
  server.fake.empty = false;
  await page.waitForSelector('#banner', { state: 'hidden' });
  await waitForFacts(page, ({ pastRows }) => pastRows > 100);
  await keepPicture(page, 'sweep');
  await context.close();
  await server.stop();
});

/** A page whose texts in one element are remembered from the start: some are gone before a test looks. */
async function withTextsOf(selector, hash, work) {
  const server = await startServer();
  const context = await newContext(browser);
  await context.addInitScript((where) => {
    window.texts = [];
    new MutationObserver(() => {
      const text = document.querySelector(where)?.textContent;
      if (text && text !== window.texts.at(-1)) window.texts.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, selector);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  try {
    await page.goto(server.url + hash);
    await work(page);
  } finally {
    await context.close();
    await server.stop();
  }
}

test('a screen reader hears of signals when they are known, not before', LIMIT, () => withTextsOf('#summary', '', async (page) => {
  await page.waitForFunction(() => window.texts.length > 0);
  assert.match(await page.evaluate(() => window.texts[0]), /^\d+ signals\. Strongest: 100\.300 megahertz/);
  assert.ok(await page.isHidden('#no-peaks'));
}));

test('another link pasted into the address of an open tab is followed', LIMIT, () => withPage({}, async (page) => {
  const follow = (hash) => page.evaluate((text) => void (location.hash = text), hash);
  await follow('#from=99300000&to=99500000&palette=ice&time=2');
  await waitForFacts(page, ({ band, palette }) => band.fromHz === 99.3e6 && band.toHz === 99.5e6 && palette === 'ice');
  assert.equal(await page.inputValue('#palette'), 'ice');
  await follow('#from=7000000&to=7200000');
  await waitForFacts(page, ({ band, whole, palette }) => band.fromHz === whole.fromHz && palette === 'aurora');
}));

test('a link to a band that is not received says so when it is opened', LIMIT, () => withTextsOf('#banner', '#from=144000000&to=146000000', async (page) => {
  await page.waitForFunction(() => window.texts.some((text) => /144 – 146 MHz, which is not being received/.test(text)));
  const { band, whole } = await facts(page);
  assert.deepEqual(band, whole);
}));

test('the frequency box takes the names of bands', LIMIT, () => withPage({}, async (page, fake) => {
  await page.fill('#frequency', '20m');
  await page.keyboard.press('Enter');
  await waitForFacts(page, ({ band }) => band.fromHz === 14e6 && band.toHz === 14.35e6);
  assert.equal(fake.tuning.center, 14.175e6);
}));

test('the brackets work where they need AltGr', LIMIT, () => withPage({}, async (page) => {
  await page.evaluate(() => document.querySelector('#plot').dispatchEvent(new KeyboardEvent('keydown',
    { key: ']', ctrlKey: true, altKey: true, modifierAltGraph: true, bubbles: true })));
  await waitForFacts(page, ({ autoRange }) => autoRange === false);
}));
