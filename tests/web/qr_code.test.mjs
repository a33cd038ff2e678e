// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { qrCode } from '../../web/share/qr_code.js';
import { corrections } from '../../web/share/reed_solomon.js';

const LINK = 'http://192.168.1.20:8088/#from=99300000&to=99500000&palette=ice&token=abcdefghijklmnopqrstuvwxyz0123456789'.repeat(4);

test("the correction is that of the standard's example (annex I)", () => {
  const data = Uint8Array.from([0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11]);
  assert.deepEqual([...corrections(data, 10)], [0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
});

/** Width, and the first digits of the SHA-256 of the modules as 0 and 1, of what libqrencode 4.1.1 draws. */
const SYMBOLS = {
  19: [25, 'a6db297f3216d0ab'],
  54: [33, '5557d606c389b804'],
  61: [33, '10add02ea0f8c13a'],
  82: [37, '3ee6750d71f68d40'],
  117: [41, '7d1a9da08a89864a'],
  138: [45, '81e39847a1ffc7a9'],
  180: [49, '549c7c14f0bbd1b8'],
  194: [53, 'b238e62292b38350'],
  250: [57, '9fbd4f03a78c88f5'],
  271: [57, '27754f3dd76557c6'],
};

test('links are drawn as libqrencode draws them, from version 2 to 10', () => {
  for (const [length, [size, digest]] of Object.entries(SYMBOLS)) {
    const symbol = qrCode(LINK.slice(0, Number(length)));
    assert.equal(symbol.size, size, length);
    assert.equal(createHash('sha256').update([...symbol.dark].join('')).digest('hex').slice(0, 16), digest, length);
  }
});

test('what does not fit is refused', () => {
  assert.notEqual(qrCode(LINK.slice(0, 271)), null);
  assert.equal(qrCode(LINK.slice(0, 272)), null);
});
