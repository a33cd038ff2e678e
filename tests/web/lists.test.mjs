// SPDX-License-Identifier: MIT
// Lists that are fetched again and again: what they say when that fails, and where the focus is afterwards.

import test from 'node:test';
import assert from 'node:assert/strict';
import { makePage, settled } from './small_page.mjs';
import { Recordings } from '../../web/controls/recordings.js';
import { RulesList } from '../../web/events/rules_list.js';
import { Days } from '../../web/history/days.js';
import { Channels } from '../../web/trends/channels.js';
import { createState } from '../../web/state/state.js';

/** A page whose server gives these answers to GET by the path, and to changes; null: it is out of reach. */
function pageWith(answers) {
  globalThis.sessionStorage = globalThis.localStorage = { getItem: () => null };
  globalThis.fetch = async (path, { method = 'GET' } = {}) => {
    const answer = method === 'GET' ? answers[path] : answers.change;
    if (answer === null) throw new TypeError('Failed to fetch');
    return answer.error ? new Response(JSON.stringify(answer), { status: 409 }) : new Response(JSON.stringify(answer));
  };
  return makePage();
}
const isRefused = (control) => control.getAttribute('aria-invalid') === 'true';
const withToken = (_, action) => action();

test('that recordings could not be listed is said until they are; that one could not be started stays', async () => {
  const none = { recordings: [], used_bytes: 0, quota_bytes: 1 };
  const answers = { 'api/v1/recordings': none, change: { error: { message: 'the disk is full' } } };
  const { at } = pageWith(answers);
  const recordings = new Recordings({ ...createState(), link: 'open' }, { withToken });
  answers['api/v1/recordings'] = null;
  await recordings.refresh();
  assert.ok(isRefused(at('record')));
  answers['api/v1/recordings'] = none;
  await recordings.refresh();
  assert.ok(!isRefused(at('record')));
  at('record').click();
  await settled();
  await recordings.refresh();
  assert.ok(isRefused(at('record')), 'nothing was recorded');
});

const RULES = { rules: [{ id: 1, name: 'A', kind: 'above', enabled: true }, { id: 2, name: 'B', kind: 'above', enabled: true }] };

test('that rules could not be listed is said until they are; that one could not be changed stays until one is', async () => {
  const answers = { 'api/v1/rules': null, change: { error: { message: 'no' } } };
  const { at } = pageWith(answers);
  const list = new RulesList(createState(), { withToken, changed: () => {} });
  await list.refresh();
  assert.ok(isRefused(at('rule-new')));
  answers['api/v1/rules'] = RULES;
  await list.refresh();
  assert.ok(!isRefused(at('rule-new')));
  const change = async () => {
    at('rules').querySelector('input').dispatchEvent(new Event('change'));
    for (let turn = 0; turn < 5; ++turn) await settled();
  };
  await change();
  assert.ok(isRefused(at('rule-new')), 'the list was fetched since');
  answers.change = {};
  await change();
  assert.ok(!isRefused(at('rule-new')));
});

test('that days could not be listed is said until they are', async () => {
  const answers = { 'api/v1/days': null };
  const { at } = pageWith(answers);
  new Days(() => {});
  const open = async () => {
    at('days-section').dispatchEvent(new Event('toggle'));
    await settled();
  };
  await open();
  assert.ok(isRefused(at('days')));
  answers['api/v1/days'] = { days: [] };
  await open();
  assert.ok(!isRefused(at('days')));
});

test('the focus stays on the box or button of its rule while rules are listed again', async () => {
  const answers = { 'api/v1/rules': RULES, change: {} };
  const { at } = pageWith(answers);
  const list = new RulesList(createState(), { withToken, changed: () => {} });
  await list.refresh();
  for (const kind of ['input', 'button']) {
    at('rules').querySelectorAll(kind)[1].focus();
    answers['api/v1/rules'] = { rules: [{ ...RULES.rules[0], id: 3 }, ...RULES.rules] };
    await list.refresh();
    assert.equal(document.activeElement, at('rules').querySelectorAll(kind)[2]);
    answers['api/v1/rules'] = RULES;
    await list.refresh();
    assert.equal(document.activeElement, at('rules').querySelectorAll(kind)[1]);
  }
});

test('the focus stays on its channel while channels are listed again', async () => {
  const channel = (name) => ({ name, from_hz: 1e6, to_hz: 2e6 });
  const { at } = pageWith({});
  globalThis.window = { setTimeout: () => 0, clearTimeout: () => {} };
  const known = { threshold_db: 10, channels: [channel('R1'), channel('R2')], periods: [] };
  globalThis.fetch = async () => new Response(JSON.stringify(known));
  const channels = new Channels(createState(), { show: () => {}, withToken });
  channels.update({ from: 0, to: 60_000 });
  const refresh = async () => {
    at('channels-section').dispatchEvent(new Event('toggle'));
    for (let turn = 0; turn < 3; ++turn) await settled();
  };
  await refresh();
  at('channels').querySelectorAll('button')[1].focus();
  known.channels.unshift(channel('R0'));
  await refresh();
  assert.equal(document.activeElement, at('channels').querySelectorAll('button')[2]);
});
