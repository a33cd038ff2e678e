// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';

globalThis.sessionStorage = globalThis.localStorage = { getItem: () => null };
const { requesterText, tunedText } = await import('../../web/controls/tuned_by.js');
const { eventText } = await import('../../web/controls/wording.js');
const { Tuner } = await import('../../web/controls/tuner.js');

test('who has tuned is an address, or what else tunes', () => {
  assert.equal(requesterText({ via: 'http', by: '192.168.1.7' }), '192.168.1.7');
  assert.equal(requesterText({ via: 'rtl_tcp', by: '192.168.1.7' }), '192.168.1.7 (rtl_tcp)');
  assert.equal(requesterText({ via: 'mqtt', by: 'broker.local' }), 'broker.local (mqtt)');
  assert.equal(requesterText({ via: 'http', by: '192.168.1.7' }), '192.168.1.7');
  assert.equal(requesterText({ via: 'websocket', by: 'another client' }), 'another client');
  assert.equal(requesterText({ via: 'reload' }), 'the configuration');
  assert.equal(requesterText({ via: 'restart' }), 'the last run');
  assert.equal(requesterText({ via: 'something later' }), 'another program');
});

test('an event of a change says who made it, with units as the page writes them', () => {
  const event = { kind: 'retune', text: 'center 145MHz, rate 2.4MS/s, gain 28 dB', time: '', via: 'http', by: '192.168.1.7' };
  assert.equal(eventText(event, null), 'Tuned by 192.168.1.7: center 145 MHz, rate 2.4 MS/s, gain 28 dB');
  assert.equal(tunedText({ via: 'reload' }, 'span 88M to 108MHz'), 'Tuned by the configuration: span 88M to 108 MHz');
  assert.equal(eventText({ kind: 'retune', text: 'center 145MHz', time: '' }, null), 'center 145MHz', 'of an older server');
});

test('events of what this page has changed are its own', async () => {
  globalThis.fetch = async () => new Response(JSON.stringify({ tuning: { center: 1, rate: 1 }, generation: 5 }));
  const tuner = new Tuner({ adopt: () => {}, withToken: (_, action) => action() });
  const retune = (generation) => ({ kind: 'retune', generation });
  assert.equal(tuner.isOwn(retune(5)), false);
  const turn = tuner.tune({ center: 1 });
  assert.equal(tuner.isOwn(retune(5)), true, 'before the answer');
  await turn;
  await new Promise((done) => setImmediate(done));
  assert.equal(tuner.isOwn(retune(5)), true);
  assert.equal(tuner.isOwn(retune(6)), false);
  assert.equal(tuner.isOwn({ kind: 'gap' }), false);
  assert.equal(tuner.isOwn({ kind: 'retune' }), false, 'of an older server');
});
