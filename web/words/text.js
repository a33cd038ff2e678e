// SPDX-License-Identifier: MIT
// What the page says, in the language chosen: texts by key, with plurals and decimal signs. English where a table lacks a
// key. It needs no page, so that formats and tests can use it.

import { WORDS as ENGLISH } from './en.js';

/** A text, or one for each category of number that the language has. @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Phrase */
/** @typedef {Record<string, Phrase>} Words */
/** A number gets the decimal sign of the language; `count` chooses the plural. @typedef {Record<string, string | number>} Values */

/** @type {Words} */
let words = ENGLISH;
let tag = 'en';
let sign = '.';
let plurals = new Intl.PluralRules('en');
/** @type {(() => void)[]} */
const listeners = [];

/** @param {string} language a table's name @param {Words} table @param {string} locale for numbers and dates: de-CH, es-MX */
export function setWords(language, table, locale) {
  words = table;
  tag = locale;
  plurals = new Intl.PluralRules(language);
  sign = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  for (const run of listeners) run();
}

/** Runs after each change of the language, in the order of the calls. @param {() => void} run */
export const onLanguage = (run) => void listeners.push(run);

/** For Intl. */
export const locale = () => tag;

/** @param {string} key @param {Values} [values] for {placeholders} @returns {string} */
export function say(key, values = {}) {
  const phrase = words[key] ?? ENGLISH[key];
  const form = typeof phrase === 'object' ? phrase[plurals.select(Number(values.count))] ?? phrase.other : phrase;
  if (form === undefined) throw new Error(`no text: ${key}`);
  return form.replace(/\{(\w+)\}/g, (placeholder, name) => (name in values ? shown(values[name]) : placeholder));
}

/** Whether there is a text, for what a server of a later version may send. @param {string} key */
export const isWord = (key) => Object.hasOwn(ENGLISH, key);

/** @param {string | number} value */
const shown = (value) => (typeof value === 'number' ? decimal(String(value)) : value);

/** A formatted number with the decimal sign of the language. @param {string} text */
export const decimal = (text) => (sign === '.' ? text : text.replace('.', sign));
