// SPDX-License-Identifier: MIT
// What the page shows while there is no radio, in a real browser against the fake: what to do, and the demo band.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { REAL, keepPicture, launchBrowser, openTab, overlayOf, startServer, untilRows, waitForFacts } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };

let browser;
before(async () => (browser = await launchBrowser()), LIMIT);
after(() => browser?.close());

/** @param {object} options of the fake @param {object} tab of the browser */
async function withPage(options, tab, work) {
  const server = await startServer({ noRadio: true, ...options });
  const { page, complaints, close } = await openTab(browser, server.url, tab);
  try {
    await work(page, server.fake, complaints);
  } finally {
    await close();
    await server.stop();
  }
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LYING = { ...PHONE, viewport: { width: 844, height: 390 } };

for (const [name, tab] of Object.entries({ 'dark': {}, 'light': { colorScheme: 'light' }, 'phone': PHONE,
  'phone-light': { ...PHONE, colorScheme: 'light' }, 'phone-lying': LYING })) {
  test(`without a radio it says what to do, and one click shows the demo band: ${name}`, LIMIT, () => withPage({}, tab, async (page, fake, complaints) => {
    await page.getByRole('heading', { name: 'No radio is connected' }).waitFor();
    const card = await page.locator('#no-radio').boundingBox();
    const plot = await page.locator('#plot').boundingBox();
    assert.ok(card.x >= plot.x && card.y >= plot.y, 'the card is over the plot');
    assert.ok(card.x + card.width <= plot.x + plot.width && card.y + card.height <= plot.y + plot.height);
    assert.equal(await page.textContent('#status-state b'), 'waiting for a radio');
    assert.ok(await page.locator('#banner').isHidden(), 'it is said once');
    assert.equal(fake.requests.filter((request) => /v1.signals/.test(request)).length, 0, 'there are no signals to ask for');
    assert.equal(await page.textContent('#summary'), '', 'and none to speak of');
    await keepPicture(page, `no-radio-${name}`);
    const show = page.getByRole('button', { name: 'Use the demo band' });
    assert.ok(!tab.isMobile || (await show.boundingBox()).height >= 44, 'large enough for a finger');

    await show.click();
    await page.locator('#demo-bar').getByText('SIMULATED').waitFor();
    await untilRows(page);
    assert.ok(await page.locator('#no-radio').isHidden());
    await waitForFacts(page, ({ rows }) => rows > 20); // enough of them to see what the picture looks like
    await keepPicture(page, `demo-${name}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0, 'the page does not scroll sideways');

    await page.getByRole('button', { name: 'Back to the radio' }).click();
    await page.getByRole('heading', { name: 'No radio is connected' }).waitFor();
    assert.ok(await page.locator('#demo-bar').isHidden());
    assert.equal(fake.demo, false);
    assert.deepEqual(complaints, []);
  }));
}

test('SIMULATED stands across the rows of the demo band, translucent, and not across others', LIMIT, () => withPage({}, {}, async (page, fake) => {
  await page.getByRole('button', { name: 'Use the demo band' }).click();
  await untilRows(page);
  const untilWritten = async (what) => {
    for (const end = Date.now() + 20_000; ; await page.waitForTimeout(100)) {
      const overlay = await overlayOf(page);
      if (overlay.covered > 0.01 && overlay.opaque < 160) return;
      assert.ok(Date.now() < end, `${what}: ${JSON.stringify(overlay)}`);
    }
  };
  await untilWritten('the demo band');
  fake.noRadio = false;
  await page.getByRole('button', { name: 'Back to the radio' }).click();
  await page.locator('#demo-bar').waitFor({ state: 'hidden' });
  await untilWritten('what is left of it on the screen');
  await page.reload();
  await untilRows(page);
  await untilWritten('the same, from the history');
  fake.demos = [];
  await page.reload();
  await untilRows(page);
  assert.deepEqual(await overlayOf(page), { covered: 0, opaque: 0 });
}));

test('a stick that cannot be used is explained with its remedy', LIMIT, () => withPage({}, {}, async (page, fake) => {
  fake.trouble = { state: 'waiting', cause: 'no_permission', reason: '/dev/bus/usb/001/004: permission denied; add the user to the group plugdev', retry_seconds: 3.2 };
  await page.getByRole('heading', { name: 'The radio cannot be used' }).waitFor();
  assert.equal(await page.textContent('#no-radio-reason'), '/dev/bus/usb/001/004: permission denied; add the user to the group plugdev. Retrying in 4 s.');
  await keepPicture(page, 'no-permission');
  fake.trouble = {};
  fake.noRadio = false;
  await page.locator('#no-radio').waitFor({ state: 'hidden' });
}));

test('the demo band needs the token, and a refusal says why', LIMIT, () => withPage({ token: 'secret' }, {}, async (page, fake) => {
  await page.fill('#token', 'secret');
  await page.press('#token', 'Enter');
  await page.getByRole('heading', { name: 'No radio is connected' }).waitFor();
  fake.refusal = { code: 'refused', message: 'the source is being replaced; try again', field: 'demo' };
  await page.getByRole('button', { name: 'Use the demo band' }).click();
  await page.getByText('the source is being replaced; try again').waitFor();
  fake.refusal = null;
  await page.getByRole('button', { name: 'Use the demo band' }).click();
  await page.locator('#demo-bar').waitFor();
  fake.refusal = { code: 'refused', message: 'try again later', field: 'demo' };
  await page.getByRole('button', { name: 'Back to the radio' }).click();
  await page.locator('#banner').getByText('try again later').waitFor();
}));
