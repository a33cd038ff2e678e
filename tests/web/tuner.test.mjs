// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';

globalThis.sessionStorage = globalThis.localStorage = { getItem: () => null };
const { Tuner } = await import('../../web/controls/tuner.js');

const tuning = (center) => ({ center, span: 'none', rate: 2.4e6 });
const status = (center, generation) => ({ tuning: tuning(center), source: { generation } });

test('what this page tuned to is known from what others did, and from reports made before', async () => {
  globalThis.fetch = async () => new Response(JSON.stringify({ tuning: tuning(101e6), generation: 5 }));
  let adopted;
  const tuner = new Tuner({ adopt: (answer) => (adopted = answer), withToken: (_, action) => action() });
  assert.equal(tuner.isMine(tuning(100e6)), false);
  const turn = tuner.tune({ center: 101e6 });
  assert.equal(tuner.isMine(tuning(100e6)), true, 'while it is under way');
  await turn;
  await new Promise((done) => setImmediate(done));
  assert.equal(tuner.isMine(tuning(101e6)), true);
  assert.equal(tuner.isMine(tuning(145e6)), false);
  assert.equal(tuner.isStale(status(100e6, 4)), true);
  assert.equal(tuner.isStale({ ...status(100e6, 4), tuning: adopted }), false, 'adopted before the status reports it');
  assert.equal(tuner.isStale(status(145e6, 6)), false);
});
