// SPDX-License-Identifier: MIT
// Who has the dial, in words, and what one may do about it. Pure.

import { say } from '../words/text.js';

/** @typedef {{holder: string | null, held: boolean, seconds_left: number, waiting: string[]}} DialFacts  holder: null if unknown */

/** @param {DialFacts | null} dial null: there are no users @param {string | null} own the name of this user, if it is one
 * @param {string | null} role
 * @returns {{text: string, isMine: boolean, mayAsk: boolean, mayLeave: boolean, mayTake: boolean} | null} null: nothing to show */
export function dialTexts(dial, own, role) {
  if (!dial || (!dial.held && own === null)) return null;
  const tunes = own !== null && (role === 'tuner' || role === 'admin');
  if (!dial.held) return tunes ? { text: say('dial.free'), isMine: false, mayAsk: false, mayLeave: false, mayTake: false } : null;
  const isMine = own !== null && dial.holder === own;
  const place = own === null ? 0 : dial.waiting.indexOf(own) + 1;
  const seconds = Math.ceil(dial.seconds_left);
  const texts = [say(isMine ? 'dial.mine' : 'dial.other', { name: dial.holder ?? say('tuned.hidden'), seconds })];
  if (place > 0) texts.push(say('dial.place', { place, count: dial.waiting.length }));
  else if (dial.waiting.length > 0) texts.push(say('dial.waiting', { count: dial.waiting.length }));
  return { text: texts.join(' '), isMine, mayAsk: tunes && !isMine && place === 0, mayLeave: tunes && (isMine || place > 0), mayTake: tunes && !isMine && role === 'admin' };
}

/** @param {string | null} name who has got it @param {string | null} own */
export function givenText(name, own) {
  if (name !== null && name === own) return say('dial.given');
  return say('dial.passed', { name: name ?? say('tuned.hidden') });
}
