// SPDX-License-Identifier: MIT
// Where the browser keeps nothing, the page works until it is closed.

import test from 'node:test';
import assert from 'node:assert/strict';
import { makePage } from './small_page.mjs';
import { forgetToken, isTokenLasting, rememberToken, token } from '../../web/feed/api.js';
import { chooseData } from '../../web/controls/data_choice.js';

/** @param {Partial<Storage>} other than a usual one */
function storage(other = {}) {
  const store = new Map();
  return { store, getItem: (name) => store.get(name) ?? null, setItem: (name, text) => void store.set(name, text), removeItem: (name) => void store.delete(name), ...other };
}

/** Of all browsers: one that keeps, one whose disk is full, one that refuses to be asked. */
const BROWSERS = {
  usual: () => storage(),
  full: () => storage({ setItem: () => { throw new DOMException('full', 'QuotaExceededError'); } }),
  blocked: () => { throw new DOMException('blocked', 'SecurityError'); },
};

function inBrowser(kind) {
  const stores = new Map();
  for (const name of ['sessionStorage', 'localStorage']) {
    const get = () => (kind === 'blocked' ? BROWSERS.blocked() : stores.get(name) ?? stores.set(name, BROWSERS[kind]()).get(name));
    Object.defineProperty(globalThis, name, { get, configurable: true });
  }
}

for (const kind of Object.keys(BROWSERS)) {
  test(`a token serves for as long as the page is open: ${kind} storage`, () => {
    inBrowser(kind);
    assert.equal(token(), '');
    rememberToken('secret', true);
    assert.equal(token(), 'secret');
    assert.equal(isTokenLasting(), kind === 'usual');
    rememberToken('other', false);
    assert.deepEqual([token(), isTokenLasting()], ['other', false]);
    forgetToken();
    assert.equal(token(), '');
  });

  test(`the choice of data is offered, and kept if that is possible: ${kind} storage`, () => {
    inBrowser(kind);
    const { at } = makePage();
    const state = {};
    let changes = 0;
    chooseData(state, () => ++changes);
    assert.equal(state.dataChoice, 'auto');
    at('data').value = 'saved';
    at('data').dispatchEvent(new Event('change'));
    assert.deepEqual([state.dataChoice, changes], ['saved', 1]);
    chooseData(state, () => {});
    assert.equal(state.dataChoice, kind === 'usual' ? 'saved' : 'auto');
  });
}
