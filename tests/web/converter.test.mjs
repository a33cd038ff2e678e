// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { offsetText, parseOffset } from '../../web/controls/converter.js';

test('offsets are read as hams name converters', () => {
  const expected = { '125M': 125e6, '+125 MHz': 125e6, '-9750M': -9750e6, '−9750': -9750e6, '9750': 9750e6, '-9.75G': -9750e6,
    '116': 116e6, none: 0, off: 0, '': 0, 0: 0, 'LNB': null, '--1M': null };
  for (const [text, hz] of Object.entries(expected)) assert.equal(parseOffset(text), hz === 0 ? 0 : hz, text);
});

test('what is shown is read back', () => {
  for (const hz of [125e6, -9750e6, 116e6, -1.5e3]) assert.equal(parseOffset(offsetText(hz)), hz);
  assert.equal(offsetText(0), 'none');
});
