// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { isCharacter, isPlainKey } from '../../web/controls/keyboard.js';

const key = (options) => ({ key: '[', ctrlKey: false, altKey: false, metaKey: false, getModifierState: (name) => name === 'AltGraph' && Boolean(options.altGraph), ...options });

test('keys typed with AltGr or Option are keys, combinations with Ctrl, Alt and Meta are not', () => {
  assert.equal(isPlainKey(key({})), true);
  assert.equal(isPlainKey(key({ altGraph: true })), true, 'X11');
  assert.equal(isPlainKey(key({ altGraph: true, ctrlKey: true, altKey: true })), true, 'Windows');
  assert.equal(isPlainKey(key({ altKey: true })), true, 'Option on a Mac');
  assert.equal(isPlainKey(key({ key: 'ArrowLeft', altKey: true })), false);
  for (const modifier of ['ctrlKey', 'metaKey']) assert.equal(isPlainKey(key({ key: 'c', [modifier]: true })), false, modifier);
});

test('what can be turned off are characters, on any keyboard, not the other keys', () => {
  for (const character of ['t', 'T', '?', '[', 'ö', '1', '@']) assert.equal(isCharacter(character), true, character);
  for (const other of [' ', 'Home', 'PageUp', 'ArrowLeft', 'Escape', 'Backspace', 'Delete']) assert.equal(isCharacter(other), false, other);
});
