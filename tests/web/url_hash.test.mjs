// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { addressFollowed, rememberInAddress } from '../../web/state/url_hash.js';
import { createState } from '../../web/state/state.js';

test('a link that was followed just now is not overwritten', () => {
  globalThis.location = { hash: '', pathname: '/', search: '' };
  globalThis.history = { replaceState: (_state, _title, url) => { location.hash = url.startsWith('#') ? url : ''; } };
  const state = createState();
  state.frozenAt = 5000;
  rememberInAddress(state);
  assert.equal(location.hash, '#at=5000');
  location.hash = '#at=7000'; // a link; "hashchange" has not come yet
  state.frozenAt = null;
  rememberInAddress(state);
  assert.equal(location.hash, '#at=7000');
  state.frozenAt = 7000; // as its listener does
  addressFollowed();
  state.frozenAt = 8000;
  rememberInAddress(state);
  assert.equal(location.hash, '#at=8000');
});
