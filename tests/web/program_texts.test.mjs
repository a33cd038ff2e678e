// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';

const { programTexts } = await import('../../web/controls/program_texts.js');
const FEED = { name: 'rigctl', address: '127.0.0.1:4532', state: 'listening', cause: '', clients: 0, served: 0, messages: 0 };

test('a server is where it listens, with its clients once there were any', () => {
  assert.deepEqual(programTexts(FEED), { name: 'Hamlib', state: 'listening', facts: ['127.0.0.1:4532'], trouble: '' });
  assert.deepEqual(programTexts({ ...FEED, clients: 1, served: 3 }).facts, ['127.0.0.1:4532', '1 client']);
  assert.deepEqual(programTexts({ ...FEED, clients: 0, served: 3 }).facts, ['127.0.0.1:4532', '0 clients']);
});

test('a dial has its frequency to ten hertz, and its mode if there is one', () => {
  const dial = { frequency_hz: 14_074_000, mode: 'USB', width_hz: 2400 };
  assert.deepEqual(programTexts({ ...FEED, dial }).facts, ['127.0.0.1:4532', 'dial 14.07400 MHz USB']);
  assert.deepEqual(programTexts({ ...FEED, name: 'follow', dial: { ...dial, mode: '' } }), { name: 'Transceiver', state: 'listening', facts: ['127.0.0.1:4532', 'dial 14.07400 MHz'], trouble: '' });
});

test('what is wrong is said, and what was lost', () => {
  const { state, facts, trouble } = programTexts({ ...FEED, name: 'influx', state: 'waiting', cause: 'Connection refused', lost: 2 });
  assert.deepEqual([state, facts, trouble], ['waiting', ['127.0.0.1:4532', '2 messages lost'], 'Connection refused']);
});

test('what a later server has is shown as it is', () => {
  const { name, state } = programTexts({ ...FEED, name: 'something', state: 'resting' });
  assert.deepEqual([name, state], ['something', 'resting']);
});
