// SPDX-License-Identifier: MIT
// The language chosen by hand. Languages have their own names, and say so to those who read them aloud.

import { select } from './dom.js';
import { LANGUAGES, chooseLanguage, languageChoice } from '../languages.js';
import { worded } from '../words/page_words.js';
import { onLanguage } from '../words/text.js';

/** @param {() => void} changed once all controls have their new texts */
export function offerLanguages(changed) {
  const list = select('language');
  const names = LANGUAGES.map(([language, name]) => Object.assign(new Option(name, language), { lang: language }));
  list.replaceChildren(worded(new Option('', 'auto'), { text: 'language.auto' }), ...names);
  list.value = languageChoice();
  list.addEventListener('change', () => chooseLanguage(list.value));
  onLanguage(changed);
}
