// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { Losses } from '../../web/controls/losses.js';
import { eventText } from '../../web/controls/wording.js';

const NOON = Date.parse('2026-11-21T12:29:10Z');

test('lost samples are said as time, and when', () => {
  const event = { kind: 'gap', text: '1.0 s lost', time: new Date(NOON).toISOString() };
  assert.equal(eventText(event), '1.0 s lost at 12:29');
  assert.equal(eventText({ ...event, text: '5 ms lost' }), '5 ms lost at 12:29');
  assert.equal(eventText({ kind: 'source', text: 'streaming', time: event.time }), 'streaming');
});

test('losses that follow each other are one, and an earlier run of the server is not held against this', () => {
  const losses = new Losses();
  const at = (dropped, seconds) => losses.update(dropped, 1e6, NOON + seconds * 1000);
  assert.equal(at(0, 0), 'nothing lost');
  assert.equal(at(500_000, 1), '500 ms lost at 12:29');
  assert.equal(at(1_500_000, 2), '1.5 s lost at 12:29');
  assert.equal(at(1_500_000, 100), '1.5 s lost at 12:29');
  assert.equal(at(1_700_000, 120), '200 ms lost at 12:31');
  assert.equal(at(0, 121), 'nothing lost');
});

test('what was lost before the page was opened has no time', () => {
  assert.equal(new Losses().update(17_800_000, 2.4e6, NOON), '7.4 s lost before');
});
