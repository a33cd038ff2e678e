// SPDX-License-Identifier: MIT
// The page in each of its languages: nothing of it stays English, numbers are as the language writes them, and the choice
// by hand is remembered.

import test from 'node:test';
import assert from 'node:assert/strict';
import { LANGUAGES } from '../../web/languages.js';
import { REAL, keepPicture, untilSignals, withServer } from './page_harness.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? 'needs the fake' : false };
const tables = Object.fromEntries(await Promise.all(LANGUAGES.map(async ([name]) => [name, (await import(`../../web/words/${name}.js`)).WORDS])));
const DECIMALS = { en: '.', de: ',', fr: ',', es: ',', it: ',', ja: '.' };

const withPage = withServer(LIMIT, untilSignals);

/** All that can be read, also in sections that are closed, in lists and in tooltips. */
const readable = (page) => page.evaluate(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, textContent: text } = walker.currentNode;
    if (!parent.closest('#language, datalist, script, code, [data-text]')) texts.push(text);
  }
  for (const target of document.querySelectorAll('[data-text]:not(#language *)')) texts.push(target.textContent);
  for (const attribute of ['title', 'aria-label', 'placeholder']) {
    for (const target of document.querySelectorAll(`body [${attribute}]`)) texts.push(target.getAttribute(attribute));
  }
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
});

const forms = (table) => Object.values(table).flatMap((phrase) => (typeof phrase === 'object' ? Object.values(phrase) : [phrase]));
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (form) => new RegExp(`^${form.split(/\{\w+\}/).map(escaped).join('[\\s\\S]+')}$`);

/** What reads like a text of the English table and of none in the language. @param {string[]} texts */
function leftovers(texts, language) {
  const worded = (form) => /[A-Za-z]{2}/.test(form.replace(/\{\w+\}/g, '')) && form.replace(/\{\w+\}/g, '').trim().length > 3;
  const english = forms(tables.en).filter(worded).map(patternOf);
  const own = forms(tables[language]).map((form) => (form.replace(/\{\w+\}/g, '').trim() === '' ? /^$/ : patternOf(form)));
  return texts.filter((text) => english.some((pattern) => pattern.test(text)) && !own.some((pattern) => pattern.test(text)));
}

/** Buttons and boxes whose text is wider than they are. */
const cutOff = (page) => page.evaluate(() => [...document.querySelectorAll('button, summary, #frequency')]
  .filter((each) => each.getClientRects().length > 0 && !each.closest('.skip') && each.scrollWidth > each.clientWidth + 1).map((each) => each.id || each.textContent.trim()));

const untilLanguage = (page, language) => page.waitForFunction((name) => document.documentElement.lang === name, language);

/** That the page is in a language, with nothing left over, and with its decimal sign. */
async function checkLanguage(page, language) {
  await untilLanguage(page, language);
  const sign = DECIMALS[language];
  await page.waitForFunction((text) => document.querySelector('#fact-span').textContent === text, `2${sign}4 MHz`);
  await page.waitForFunction((text) => document.querySelector('#peaks tbody tr').textContent.includes(text), `100${sign}3000`);
  await page.waitForFunction((text) => document.querySelector('#status-state b').textContent === text, tables[language]['state.streaming']);
  assert.equal(await page.inputValue('#frequency'), `100${sign}000 MHz`);
  assert.equal(await page.textContent('#panel-toggle'), tables[language].controls);
  await page.waitForFunction((text) => document.querySelector('#summary').textContent.includes(text), tables[language]['summary.megahertz'].replace('{number}', `100${sign}300`));
  assert.deepEqual(await cutOff(page), [], language);
  if (language !== 'en') assert.deepEqual(leftovers(await readable(page), language), [], language);
  await keepPicture(page, `language-${language}`);
}

for (const [locale, language] of [['de-AT', 'de'], ['ja-JP', 'ja']]) {
  test(`a browser that asks for ${locale} gets the page in ${language}`, LIMIT, () => withPage({ locale }, (page) => checkLanguage(page, language)));
}

test('on a phone no language is wider than the screen', LIMIT, () => withPage({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }, async (page) => {
  await page.tap('#panel-toggle');
  await page.evaluate(() => document.querySelectorAll('#panel details').forEach((section) => (section.open = true)));
  for (const [language] of LANGUAGES) {
    await page.selectOption('#language', language);
    await untilLanguage(page, language);
    for (const id of ['frequency', 'live', 'panel-toggle']) {
      const box = await page.locator(`#${id}`).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= 320, `${language}: #${id} ends at ${box.x + box.width}`);
    }
    const wide = await page.evaluate(() => [...document.querySelectorAll('#panel *')].filter((each) => each.getClientRects().length > 0 &&
      !each.closest('.sr-only, option') && each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.id || each.textContent.trim()));
    assert.deepEqual(wide, [], language);
    assert.deepEqual(await cutOff(page), [], language);
  }
}));

test('every language can be chosen by hand, holds at once and everywhere, and is remembered', LIMIT, () => withPage({}, async (page) => {
  await page.selectOption('#averaging', '4');
  for (const [language] of [...LANGUAGES].reverse()) {
    await page.selectOption('#language', language);
    await checkLanguage(page, language);
    assert.equal(await page.inputValue('#averaging'), '4');
  }
  await page.selectOption('#language', 'de');
  await page.reload();
  await untilLanguage(page, 'de');
  assert.equal(await page.inputValue('#language'), 'de');
  await page.selectOption('#language', 'auto');
  await untilLanguage(page, 'en');
  await page.reload();
  await page.waitForFunction(() => document.querySelector('#panel-toggle').textContent === 'Controls');
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
}));

test('frequencies are typed with a comma or a point, and their digits turned, in any language', LIMIT, () => withPage({ locale: 'de' }, async (page) => {
  const shows = (text) => page.waitForFunction((wanted) => document.querySelector('#frequency').value === wanted, text);
  for (const [typed, shown] of [['100,1M', '100,100 MHz'], ['100.2M', '100,200 MHz'], ['100,3 MHz', '100,300 MHz']]) {
    await page.fill('#frequency', typed);
    await page.press('#frequency', 'Enter');
    await shows(shown);
  }
  await page.focus('#frequency');
  await page.evaluate(() => document.querySelector('#frequency').setSelectionRange(5, 5));
  await page.keyboard.press('ArrowDown');
  await shows('100,200 MHz');
  await page.keyboard.press('Escape');
  await page.fill('#frequency', '100M');
  await page.press('#frequency', 'Enter');
  await shows('100,000 MHz');
}));
