// SPDX-License-Identifier: MIT
// The tables of texts: all languages have the same ones, the page uses all of them, and has no other texts.

import test, { afterEach } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { LANGUAGES, languageFor } from '../../web/languages.js';
import { dateText, dayText } from '../../web/words/dates.js';
import { decimal, locale, onLanguage, say, setWords } from '../../web/words/text.js';
import { axisUnit, formatBand, formatDb, formatFrequency, formatTick, formatWidth, parseFrequency, parseFrequencyEntry, parseNumber, shortFrequency } from '../../web/controls/numbers.js';
import { offsetText, parseOffset } from '../../web/controls/converter.js';
import { digitHz } from '../../web/state/steps.js';

const WEB = new URL('../../web/', import.meta.url);
const source = (name) => readFileSync(new URL(name, WEB), 'utf8');
const tables = Object.fromEntries(await Promise.all(LANGUAGES.map(async ([language]) => [language, (await import(`../../web/words/${language}.js`)).WORDS])));
const english = tables.en;
const others = LANGUAGES.map(([language]) => language).filter((language) => language !== 'en');
const modules = readdirSync(WEB, { recursive: true }).filter((name) => name.endsWith('.js') && (!name.startsWith('words/') || name === 'words/page_words.js'))
  .map((name) => ({ name, code: source(name).replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '') }));

afterEach(() => { // of other files too, where they are run together
  if (locale() !== 'en') setWords('en', english, 'en');
});

const forms = (phrase) => (typeof phrase === 'object' ? Object.values(phrase) : [phrase]);
const placeholders = (phrase) => [...new Set(forms(phrase).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();

for (const language of others) {
  test(`${language} has the keys and placeholders of English, and no empty text`, () => {
    assert.deepEqual(Object.keys(tables[language]).sort(), Object.keys(english).sort());
    for (const [key, phrase] of Object.entries(tables[language])) {
      assert.deepEqual(placeholders(phrase), placeholders(english[key]), key);
      for (const form of forms(phrase)) assert.ok(form.trim() !== '' && form === form.trim(), `${key}: "${form}"`);
    }
  });
  test(`${language} is translated: sentences are not the English ones`, () => {
    const same = Object.keys(english).filter((key) => / \w+ /.test(forms(english[key])[0]) && forms(tables[language][key])[0] === forms(english[key])[0]);
    assert.deepEqual(same.filter((key) => !SYMBOLS.has(key)), []);
  });
}

/** Texts of units and signs. */
const SYMBOLS = new Set(['rows.rate', 'backend.chip']);

test('a plural has the forms of its language, and always one for any other number', () => {
  for (const [language, table] of Object.entries(tables)) {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, phrase] of Object.entries(table)) {
      assert.equal(typeof phrase, typeof english[key] === 'object' ? 'object' : 'string', `${language} ${key}`);
      if (typeof phrase === 'string') continue;
      assert.ok('other' in phrase, `${language} ${key}`);
      for (const form of Object.keys(phrase)) assert.ok(pluralCategories.includes(form), `${language} ${key}: ${form}`);
      if (pluralCategories.includes('one')) assert.ok('one' in phrase, `${language} ${key}: one`);
    }
  }
});

/** Keys that are made of a fixed beginning and a name. */
const PREFIXES = modules.flatMap(({ code }) => [...code.matchAll(/`([a-z]+\.)\$\{/g)].map(([, prefix]) => prefix))
  .filter((prefix) => Object.keys(english).some((key) => key.startsWith(prefix)));
const SUFFIX = '.does'; // of a gesture

test('every key that is used exists, and every key is used', () => {
  const html = source('index.html');
  const asked = [...html.matchAll(/data-(?:text|title|label|hint)="([^"]+)"/g)].map(([, key]) => key);
  for (const { code } of modules) asked.push(...[...code.matchAll(/\bsay\('([^']+)'/g)].map(([, key]) => key), ...[...code.matchAll(/\bdoes: '([^']+)'/g)].map(([, key]) => key));
  assert.ok(asked.length > 300, 'they are found');
  for (const key of asked) assert.ok(key in english, `${key} is used`);
  const literals = new Set([...asked, ...modules.flatMap(({ code }) => [...code.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key))]);
  const isUsed = (key) => literals.has(key) || PREFIXES.some((prefix) => key.startsWith(prefix)) || (key.endsWith(SUFFIX) && literals.has(key.slice(0, -SUFFIX.length)));
  assert.deepEqual(Object.keys(english).filter((key) => !isUsed(key)), []);
});

test('what index.html shows before the modules run is what the English table has', () => {
  const html = source('index.html').replace(/&amp;/g, '&');
  for (const [, attributes, content] of html.matchAll(/<\w+([^>]*\sdata-text="[^"]+"[^>]*)>([\s\S]*?)<\/(?:button|span|label|p|li|h1|h2|b|dt|th|summary|option|caption)>/g)) {
    const [, key] = /data-text="([^"]+)"/.exec(attributes);
    let index = 0;
    assert.equal(content.replace(/<code>.*?<\/code>/g, () => `{${index++}}`).trim(), english[key], key);
  }
  for (const [kind, attribute] of [['title', 'title'], ['label', 'aria-label'], ['hint', 'placeholder']]) {
    for (const [tag] of html.matchAll(new RegExp(`<[^>]*\\sdata-${kind}="[^>]*>`, 'g'))) {
      const [, key] = new RegExp(`data-${kind}="([^"]+)"`).exec(tag);
      assert.equal(new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag)?.[1], english[key], key);
    }
  }
});

test('all words of index.html have a key', () => {
  const body = source('index.html').split('<body>')[1];
  const NAMES = /^(spectrumd.*|FFT|RBW|SNR|MHz|CSV|SigMF|JSON|PNG|RSS|gqrx|SDR#|SDR\+\+|OpenWebRX|CHIRP|Hz|dBFS|dBm|Gamma|A|B|A − B|server\.token|daemon\/feeds\/README\.md|source|--source|[^A-Za-z]*)$/;
  const bare = [];
  for (const [, tag, text] of body.matchAll(/<([a-z][^>]*)>([^<]*[A-Za-z][^<]*)/g)) {
    if (!/data-text=/.test(tag) && !NAMES.test(text.trim())) bare.push(`${tag}: ${text.trim()}`);
  }
  for (const [tag] of body.matchAll(/<[a-z][^>]*\s(?:title|aria-label|placeholder)="[^"]*[A-Za-z]{3}[^>]*>/g)) {
    if (!/data-(title|label|hint)=/.test(tag)) bare.push(tag);
  }
  assert.deepEqual(bare, []);
});

/** What goes to the console, and what is not for reading. */
const NOT_SHOWN = /^(missing (element|control|canvas)|no text|WebGL|this browser draws no canvas|row: |history unavailable|#version|# Tag name|<\?xml)|ui-sans-serif|\bpx\b|^[a-z-]+ [.#]|[{}\[\]:]\w*\(|^bearer|^another client$/; // the last: what the server writes
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;
const SINKS = [/\.(?:textContent|title|placeholder|alt|text) = '([A-Za-z]{2}[^']*)'/g, /(?:setText|showRefusal)\([^;]*?, [^;]*?'([A-Za-z][a-z]{2}[^'.]*)'\)/g,
  /\bbanner\('([A-Za-z][^']*)'/g, /(?:fillText|strokeText|new Option)\('([A-Za-z]{2}[^']*)'/g, /'aria-label', '([A-Za-z][^']*)'/g];

test('no module has English texts', () => {
  const found = [];
  const translated = modules.filter(({ name }) => !name.startsWith('hub/')); // the page of a hub is in English so far
  for (const { name, code } of translated) {
    for (const [, plain, template] of code.matchAll(LITERAL)) {
      const text = (plain ?? template).replace(/\$\{[^}]*\}/g, '#');
      if (/[A-Za-z]{2,} [a-z]{2,}/.test(text) && !NOT_SHOWN.test(text)) found.push(`${name}: ${text}`);
    }
    for (const sink of SINKS) found.push(...[...code.matchAll(sink)].filter(([, text]) => !(text in english) && text !== 'spectrumd').map(([, text]) => `${name}: ${text}`));
  }
  assert.deepEqual(found, []);
});

test('a text has its values, and numbers have the decimal sign of the language', () => {
  assert.equal(say('ppm.use', { ppm: 1.5 }), 'Use 1.5');
  setWords('de', tables.de, 'de-DE');
  assert.equal(say('ppm.use', { ppm: 1.5 }), '1,5 nehmen');
  assert.equal(say('summary.signals', { count: 1, list: 'x' }), '1 Signal. Stärkstes: x.');
  assert.equal(say('summary.signals', { count: 2, list: 'x' }), '2 Signale. Stärkste: x.');
  setWords('de', {}, 'de-CH');
  assert.equal(say('ppm.use', { ppm: 1.5 }), 'Use 1.5', 'English for a missing key; Swiss decimals');
  assert.throws(() => say('no.such.key'), /no text: no\.such\.key/);
  setWords('fr', tables.fr, 'fr');
  assert.equal(say('summary.signals', { count: 0, list: 'x' }), '0 signal. Le plus fort\u00a0: x.', 'French counts nought as one');
});

test('frequencies, levels and dates are written as in the language', () => {
  assert.deepEqual([formatFrequency(100.3e6, 1000), formatBand(87.5e6, 108e6), formatWidth(12500), formatDb(-3.25), formatTick(99.5e6, 1e5, axisUnit(100e6))],
    ['100.300 MHz', '87.5 – 108 MHz', '12.5 kHz', '−3.3', '99.5']);
  assert.deepEqual([dateText('2026-11-21T08:03'), dayText('2026-11-21T08:03')], ['2026-11-21', '11-21']);
  setWords('de', tables.de, 'de');
  assert.deepEqual([formatFrequency(100.3e6, 1000), formatBand(87.5e6, 108e6), formatWidth(12500), formatDb(-3.25), formatTick(99.5e6, 1e5, axisUnit(100e6))],
    ['100,300 MHz', '87,5 – 108 MHz', '12,5 kHz', '−3,3', '99,5']);
  assert.deepEqual([dateText('2026-11-21T08:03'), dayText('2026-11-21T08:03')], ['21.11.2026', '21.11.']);
  setWords('ja', tables.ja, 'ja');
  assert.deepEqual([formatFrequency(100.3e6, 1000), dateText('2026-11-21T08:03'), decimal('1.5')], ['100.300 MHz', '2026/11/21', '1.5']);
});

test('what is shown in a box is read back in every language', () => {
  for (const [language, table] of Object.entries(tables)) {
    setWords(language, table, language);
    assert.equal(parseFrequency(formatFrequency(100_312_500, 100)), 100_312_500, language);
    assert.equal(parseFrequency(shortFrequency(2.4e6)), 2.4e6, language);
    assert.deepEqual(parseFrequencyEntry(formatBand(87.5e6, 108e6)), { kind: 'band', fromHz: 87.5e6, toHz: 108e6 }, language);
    assert.equal(digitHz(formatFrequency(100.3e6, 1000), 4), 1e5, language);
    for (const hz of [0, 125.5e6, -9750e6]) assert.equal(parseOffset(offsetText(hz)), hz, language);
    assert.equal(parseNumber('29,7'), 29.7);
    assert.equal(parseNumber('29.7'), 29.7);
  }
});

test('the language is the chosen one, else the first of the browser that there is', () => {
  assert.deepEqual(languageFor('auto', ['de-AT', 'en']), { language: 'de', locale: 'de-AT' });
  assert.deepEqual(languageFor('auto', ['sv', 'pt-BR', 'es-MX', 'en']), { language: 'es', locale: 'es-MX' });
  assert.deepEqual(languageFor('auto', ['en-US@posix', 'de']), { language: 'de', locale: 'de' }, 'of a system without a language');
  assert.deepEqual(languageFor('auto', ['zh']), { language: 'en', locale: 'en' });
  assert.deepEqual(languageFor('ja', ['de-AT', 'en']), { language: 'ja', locale: 'ja' });
  assert.deepEqual(languageFor('fr', ['de', 'fr-CA']), { language: 'fr', locale: 'fr-CA' });
  assert.deepEqual(languageFor('constructor', ['toString', 'it']), { language: 'it', locale: 'it' }, 'not what objects have');
});

test('who shows texts learns of a change of the language', () => {
  let heard = '';
  onLanguage(() => { heard = say('none'); });
  setWords('it', tables.it, 'it');
  assert.equal(heard, 'nessuno');
});
