// SPDX-License-Identifier: MIT
// The languages that the page has: chosen by the browser, or by hand and then remembered. Only the one in use is fetched.
// In the folder of main.js, so that the addresses also hold where the modules are joined into one.

import { keep, kept } from './state/kept.js';
import { setWords } from './words/text.js';
import { WORDS as ENGLISH } from './words/en.js';

/** @typedef {import('./words/text.js').Words} Words */

/** Each in its own words, as those look for it who cannot read the others. @type {[string, string][]} */
export const LANGUAGES = [['en', 'English'], ['de', 'Deutsch'], ['fr', 'Français'], ['es', 'Español'], ['it', 'Italiano'], ['ja', '日本語']];

/** @type {Record<string, () => Promise<{WORDS: Words}>>} */
const TABLES = {
  en: async () => ({ WORDS: ENGLISH }),
  de: () => import('./words/de.js'),
  fr: () => import('./words/fr.js'),
  es: () => import('./words/es.js'),
  it: () => import('./words/it.js'),
  ja: () => import('./words/ja.js'),
};

const KEY = 'language';
const AUTOMATIC = 'auto';

/** @param {string} locale */
const languageOf = (locale) => locale.toLowerCase().split('-')[0];

/** Also what Intl knows: a browser on a system without a language gives "en-US@posix". @param {string} locale */
function isLocale(locale) {
  try {
    return Object.hasOwn(TABLES, languageOf(locale)) && Intl.getCanonicalLocales(locale).length > 0;
  } catch {
    return false;
  }
}

/** What was chosen, else the first of the browser's languages that there is; numbers as in the browser's region.
 * @param {string} choice @param {readonly string[]} preferred @returns {{language: string, locale: string}} */
export function languageFor(choice, preferred) {
  const known = preferred.filter(isLocale);
  const language = Object.hasOwn(TABLES, choice) ? choice : languageOf(known[0] ?? 'en');
  return { language, locale: known.find((locale) => languageOf(locale) === language) ?? language };
}

export const languageChoice = () => kept(KEY, AUTOMATIC);

/** Fetches the table of the language to use. Where it does not arrive the page keeps the language it has. */
export async function applyLanguage() {
  const { language, locale } = languageFor(languageChoice(), navigator.languages);
  const table = await TABLES[language]().catch(() => null);
  if (table && languageFor(languageChoice(), navigator.languages).language === language) setWords(language, table.WORDS, locale);
}

/** @param {string} choice of LANGUAGES, or auto */
export function chooseLanguage(choice) {
  keep(KEY, choice);
  return applyLanguage();
}
