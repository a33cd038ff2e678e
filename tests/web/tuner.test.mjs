// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';

globalThis.sessionStorage = globalThis.localStorage = { getItem: () => null };
const { Tuner } = await import('../../web/controls/tuner.js');

const tuning = (center) => ({ center, span: 'none', rate: 2.4e6 });

test('what this page tuned to is known from what others did', async () => {
  globalThis.fetch = async () => new Response(JSON.stringify({ tuning: tuning(101e6), generation: 5 }));
  const tuner = new Tuner({ adopt: () => {}, withToken: (_, action) => action() });
  assert.equal(tuner.isMine(tuning(100e6)), false);
  const turn = tuner.tune({ center: 101e6 });
  assert.equal(tuner.isMine(tuning(100e6)), true, 'while it is under way');
  await turn;
  await new Promise((done) => setImmediate(done));
  assert.equal(tuner.isMine(tuning(101e6)), true);
  assert.equal(tuner.isMine(tuning(145e6)), false);
});
