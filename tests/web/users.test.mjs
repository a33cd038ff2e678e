// SPDX-License-Identifier: MIT
// Who has the dial and who changed what, in words.

import test from 'node:test';
import assert from 'node:assert/strict';
import { dialTexts, givenText } from '../../web/users/dial_texts.js';
import { changeText } from '../../web/users/change_text.js';

const dial = (holder, waiting = [], left = 41.2) => ({ held: holder !== null, holder, seconds_left: left, waiting });

test('without users there is nothing to show, nor to a guest of a free dial', () => {
  assert.equal(dialTexts(null, null, 'admin'), null);
  assert.equal(dialTexts(dial(null), null, 'listener'), null);
  assert.equal(dialTexts(dial(null), 'vera', 'viewer'), null);
});

test('who has it may give it up, others may ask, and admins take it', () => {
  const buttons = (...given) => {
    const { mayAsk, mayLeave, mayTake } = dialTexts(...given);
    return [mayAsk, mayLeave, mayTake];
  };
  assert.deepEqual(buttons(dial('anna'), 'anna', 'tuner'), [false, true, false]);
  assert.deepEqual(buttons(dial('anna'), 'bert', 'tuner'), [true, false, false]);
  assert.deepEqual(buttons(dial('anna', ['bert']), 'bert', 'tuner'), [false, true, false]);
  assert.deepEqual(buttons(dial('anna'), 'root', 'admin'), [true, false, true]);
  assert.deepEqual(buttons(dial('anna'), 'vera', 'viewer'), [false, false, false]);
  assert.deepEqual(buttons(dial('anna'), null, 'admin'), [false, false, false], 'the token needs no dial');
});

test('the text has the holder, the time and the place', () => {
  assert.equal(dialTexts(dial('anna'), 'anna', 'tuner').text, 'You have the dial, for 42 s more unless you use it.');
  assert.equal(dialTexts(dial('anna', ['carl', 'bert']), 'bert', 'tuner').text, 'anna has the dial, for 42 s more. You are number 2 of 2 who wait.');
  assert.equal(dialTexts(dial('anna', ['carl']), 'anna', 'tuner').text, 'You have the dial, for 42 s more unless you use it. 1 user waits.');
  assert.equal(givenText('bert', 'bert'), 'You have the dial now.');
  assert.equal(givenText('bert', 'anna'), 'bert has the dial now.');
  assert.equal(givenText(null, null), 'another client has the dial now.', 'to a guest');
});

test('a line of the log', () => {
  const change = { time: '2026-11-21T08:03:49.123456Z', who: 'anna', address: '192.168.1.7', what: 'PATCH /api/v1/tuning', values: '{"center":145500000}', times: 12 };
  assert.equal(changeText(change), '2026-11-21 08:03:49 anna (192.168.1.7): PATCH tuning {"center":145500000} × 12');
  assert.equal(changeText({ ...change, who: '(token)', address: '', values: undefined, times: 1 }), '2026-11-21 08:03:49 the token of the configuration: PATCH tuning');
});
