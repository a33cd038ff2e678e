// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { linkTo, splitToken } from '../../web/state/token_link.js';

test('the token is taken out of a link, and the rest stays', () => {
  assert.deepEqual(splitToken('#from=1&token=a%2Bb%26c&to=2'), { token: 'a+b&c', rest: 'from=1&to=2' });
  assert.deepEqual(splitToken('#from=1'), { token: '', rest: 'from=1' });
  assert.deepEqual(splitToken(''), { token: '', rest: '' });
});

test('whatever is in a token, a link brings it over', () => {
  for (const token of ['a+b/c==', 'ä & ö', '100%', '#?&=']) {
    const link = new URL(linkTo('http://pi.local:8088/radio/?renderer=2d#old', 'from=1', token));
    assert.deepEqual(splitToken(link.hash), { token, rest: 'from=1' });
    assert.equal(link.search, '?renderer=2d');
  }
  assert.equal(linkTo('http://pi/#old', '', ''), 'http://pi/');
});
