// SPDX-License-Identifier: MIT
// Points 28 and 30: accessibility, links and screenshots.

import { readFileSync, copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { facts, waitForFacts } from '../page_harness.mjs';
import { PHONE, becomes, rounded, untilFull, untilMoreRows } from './study.mjs';
import { forget, seen } from './watch.mjs';

const AXE = readFileSync(
  createRequire(new URL('../../web/package.json', import.meta.url)).resolve('axe-core/axe.min.js'),
  'utf8',
);
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function violations(page) {
  await page.evaluate(AXE);
  return page.evaluate(async (tags) => {
    for (const section of document.querySelectorAll('#panel details')) section.open = true;
    const { violations: found } = await window.axe.run(document, { runOnly: { type: 'tag', values: tags } });
    return found.map(({ id, nodes }) => `${id} (${nodes.length})`);
  }, TAGS);
}

/** Presses Tab so many times: what has had the focus and looked no different without. */
async function unmarkedFocus(page, presses) {
  const unmarked = [];
  for (let press = 0; press < presses; ++press) {
    await page.keyboard.press('Tab');
    unmarked.push(
      await page.evaluate(() => {
        const part = document.activeElement;
        const look = () => {
          const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(part);
          return [
            outlineStyle,
            outlineStyle === 'none' ? '' : outlineWidth,
            boxShadow,
            borderColor,
            backgroundColor,
          ].join();
        };
        const focused = look();
        part.blur();
        const plain = look();
        part.focus({ preventScroll: true, focusVisible: true });
        return focused === plain && part !== document.body ? part.id || part.tagName : '';
      }),
    );
  }
  return [...new Set(unmarked)].filter((name) => name !== '');
}

async function accessible(study) {
  for (const [name, options] of [
    ['desktop', {}],
    ['desktop, light', { colorScheme: 'light' }],
    ['phone', PHONE],
  ]) {
    const page = await study.page({ reducedMotion: 'reduce', ...options });
    await waitForFacts(page, ({ peaks }) => peaks.length > 3);
    const found = await violations(page);
    study.core(`axe finds nothing of WCAG A and AA: ${name}`, found.length === 0, found.join(', '));
  }
  const page = await study.page();
  const [role, label] = await page.evaluate(() =>
    ['role', 'aria-label'].map((name) => document.querySelector('#plot').getAttribute(name)),
  );
  study.check('the plot has a role and a name', role !== null && label !== null, `${role}, "${label}"`);
  await waitForFacts(page, ({ peaks }) => peaks.length > 3);
  await page.waitForFunction(() => document.querySelector('#summary').textContent !== '');
  const summary = await page.textContent('#summary');
  const live = await page.getAttribute('#summary', 'aria-live');
  study.core(
    'a summary for screen readers says what is there',
    live === 'polite' && /^\d+ signals\. Strongest: 100\.3/.test(summary),
    summary,
  );
  const rows = await page.locator('#peaks tbody tr').count();
  study.core('the strongest signals are a table', rows > 3, `${rows} rows`);
  const unmarked = await unmarkedFocus(page, 40);
  study.check('the focus is visible wherever it goes', unmarked.length === 0, unmarked.join(', ') || '40 stops');
  await page.evaluate(() => document.activeElement.blur()); // in a box it would be a letter
  await page.keyboard.press('v');
  await page.waitForFunction(() => document.querySelectorAll('#scene-rows tr').length > 3);
  study.check(
    'the picture is also there in words',
    (await page.textContent('#scene-lines')).length > 50,
    `${(await page.textContent('#scene-lines')).slice(0, 120)} ...`,
  );
  await study.picture(page, 'in-words');
  const narrow = await study.page({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  study.check(
    'at 320 pixels nothing is outside the screen',
    (await narrow.evaluate(() => document.documentElement.scrollWidth)) <= 320,
  );
}

async function shareable(study) {
  const page = await study.page(
    { acceptDownloads: true },
    { hash: '#from=99900000&to=100500000&floor=-95&ceiling=-25&palette=ice&markers=100300000,100150000' },
  );
  await waitForFacts(page, ({ band }) => band.fromHz === 99.9e6);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(']');
  await untilMoreRows(page, 5);
  const one = await facts(page);
  const other = await facts(await study.page({}, { url: page.url() }));
  const same = (key) => JSON.stringify(one[key]) === JSON.stringify(other[key]);
  const different = ['band', 'range', 'palette', 'detector', 'markers', 'msPerPixel'].filter((key) => !same(key));
  study.core(
    'view, range, map and markers are in the address',
    different.length === 0,
    different.map((key) => `${key}: ${JSON.stringify(one[key])}, ${JSON.stringify(other[key])}`).join('; '),
  );
  await untilFull(page);
  await forget(page);
  await page.locator('#plot').focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
  const kept = `${study.number}-saved.png`;
  copyFileSync(await download.path(), join(study.out, kept));
  study.pictures.push(kept);
  const { headers, texts } = await seen(page);
  const header = headers.join(' · ');
  study.core(
    'a saved picture has axes and scale',
    texts.length > 10 && texts.some(({ text }) => text === 'dBFS'),
    `${texts.length} texts of the axes`,
  );
  study.core('and time and RBW', /\d\d:\d\d:\d\d/.test(header) && /RBW/.test(header), header);
  const { source } = await (await fetch(new URL('api/v1/status', study.shared.url))).json();
  study.check(
    'and the station: its address or its radio',
    header.includes(source.description) || header.includes(new URL(study.shared.url).host),
    header.slice(-60),
  );
  const numbered = headers.some((text) => /^1 {2}100\.3\d* MHz {2}−\d+\.\d dBFS/.test(text));
  study.check('and the levels of the markers', numbered, numbered ? '' : 'lines without numbers');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  study.check(
    'it can be printed',
    /Station/.test(await page.innerText('#print-sheet')) && (await page.isHidden('#panel')),
  );
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.keyboard.press('Space');
  await untilMoreRows(page, 5);
  study.check(
    'a frozen moment is in the address',
    await becomes(page, () => /(at|until|time)=\d{10}/.test(page.url()), 2000),
    page.url().replace(/^.*#/, '#'),
  );
}

export const REACH = [
  { number: 28, claim: 'accessible: roles, summary, table, focus, contrast', run: accessible },
  {
    number: 30,
    claim: 'shareable: view in the address, screenshot with axes, time, station, RBW and scale',
    run: shareable,
  },
];
