// SPDX-License-Identifier: MIT
// Rules, their alarms and what is measured, through the API of the real program.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, startProgram } from './program.mjs';

const LIMIT = { timeout: 240_000 };
const folder = mkdtempSync(join(tmpdir(), 'spectrumd-rules-'));
const flags = ['--watch', folder, '--fft', '1024'];
let program;
before(async () => {
  program = await startProgram(flags);
  await eventually(async () => (await program.get('api/v1/status')).rows.sequence > 5, 'rows');
}, LIMIT);
after(async () => {
  await program?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function send(method, path, body) {
  const response = await fetch(new URL(path, program.url),
    { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? {}) });
  return { status: response.status, body: await response.json() };
}

test('a rule finds a carrier and keeps evidence, a webhook learns of it, a restart forgets nothing', LIMIT, async () => {
  const hooks = [];
  const receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => (text += piece));
    request.on('end', () => {
      hooks.push({ headers: request.headers, body: JSON.parse(text) });
      response.end();
    });
  });
  await new Promise((done) => receiver.listen(0, '127.0.0.1', done));
  const peaks = await program.get('api/v1/peaks?count=1');
  const hz = peaks.peaks[0].frequency_hz;
  const rule = await send('POST', 'api/v1/rules', { kind: 'above', name: 'carrier', from_hz: hz - 10000, to_hz: hz + 10000,
    actions: { webhook: `http://127.0.0.1:${receiver.address().port}/`, secret: 's3cret' } });
  assert.equal(rule.status, 200, JSON.stringify(rule.body));
  assert.equal(rule.body.actions.secret, undefined);
  const log = async () => (await program.get('api/v1/events/log')).events;
  const [alarm] = await eventually(async () => (await log()).length > 0 && log(), 'an alarm', 60_000);
  assert.equal(alarm.rule, rule.body.id);
  assert.ok(Math.abs(alarm.frequency_hz - hz) < 10000);
  await eventually(() => hooks.length > 0, 'the webhook', 60_000);
  assert.equal(hooks[0].body.event, 'began');
  assert.equal(hooks[0].body.alarm.id, alarm.id);
  assert.match(hooks[0].headers['x-spectrumd-signature'], /^sha256=[0-9a-f]{64}$/);
  await eventually(async () => (await log())[0].evidence.length === 4, 'evidence', 60_000);
  const picture = await fetch(new URL(`api/v1/events/log/${alarm.id}/picture.png`, program.url));
  assert.equal(picture.headers.get('content-type'), 'image/png');
  assert.deepEqual([...new Uint8Array(await picture.arrayBuffer()).slice(1, 4)], [...'PNG'].map((c) => c.charCodeAt(0)));
  for (const file of ['..%2f..%2fwatch.db', 'watch.db', 'rows.npy.tmp'])
    assert.equal((await fetch(new URL(`api/v1/events/log/${alarm.id}/${file}`, program.url))).status, 404);
  const feed = await fetch(new URL('api/v1/events/log', program.url), { headers: { Accept: 'application/atom+xml' } });
  assert.match(await feed.text(), /<title>carrier: /);
  const tried = await send('POST', `api/v1/rules/${rule.body.id}/try?since=-600`, { least_seconds: 0.1 });
  assert.equal(tried.status, 200, JSON.stringify(tried.body));
  assert.ok(tried.body.count >= 1 && tried.body.rows > 10);
  const { watch } = await program.get('api/v1/status');
  assert.deepEqual({ ...watch, evidence_bytes: watch.evidence_bytes > 10_000 }, { folder, state: 'watching', reason: '', rules: 1,
    open_alarms: 1, missed_rows: 0, evidence_bytes: true, evidence_limit_bytes: 512 << 20 });

  await program.stop();
  program = await startProgram(flags);
  const [rules, events] = [await program.get('api/v1/rules'), await log()];
  assert.equal(rules.rules[0].name, 'carrier');
  assert.equal(events[0].id, alarm.id, 'continued');
  assert.equal((await send('DELETE', `api/v1/rules/${rule.body.id}`)).body.rules.length, 0);
  await eventually(async () => (await log())[0].reason === 'changed', 'the end with the rule');
  receiver.close();
});

test('a second program with the same folder reports that, and takes over from the first', LIMIT, async () => {
  await send('POST', 'api/v1/rules', { kind: 'above', name: 'kept' });
  const second = await startProgram(flags);
  const { watch } = await second.get('api/v1/status');
  assert.equal(watch.state, 'in_use');
  assert.match(watch.reason, /another spectrumd/);
  const refused = await fetch(new URL('api/v1/rules', second.url));
  assert.equal(refused.status, 503);
  assert.equal((await refused.json()).error.message, watch.reason);
  await program.stop();
  program = second;
  await eventually(async () => (await program.get('api/v1/status')).watch.state === 'watching', 'the folder');
  const { rules } = await program.get('api/v1/rules');
  assert.deepEqual(rules.map((rule) => rule.name), ['kept']);
  assert.equal((await send('DELETE', `api/v1/rules/${rules[0].id}`)).status, 200);
});

test('rules that cannot be are refused by the key at fault', LIMIT, async () => {
  for (const [body, field] of [[{}, 'kind'], [{ kind: 'mask' }, 'limits'], [{ kind: 'above', level: 'x' }, 'level'],
    [{ kind: 'above', actions: { webhook: 'file:///etc/passwd' } }, 'actions.webhook']]) {
    const refused = await send('POST', 'api/v1/rules', body);
    assert.equal(refused.status, 400);
    assert.equal(refused.body.error.field, field);
  }
  assert.equal((await send('PATCH', 'api/v1/rules/999', {})).status, 404);
  assert.equal((await send('POST', 'api/v1/rules/x/try', {})).status, 404);
});

test('noise floor and occupancy are what Python makes of the same rows', LIMIT, async () => {
  const hz = (await program.get('api/v1/peaks?count=1')).peaks[0].frequency_hz;
  const [low, high] = [hz - 15000, hz + 15000];
  const plan = await send('PATCH', 'api/v1/occupancy', { threshold_db: 20, channels: [{ name: 'a', from_hz: low, to_hz: high }] });
  assert.equal(plan.status, 200, JSON.stringify(plan.body));
  const period = await eventually(async () => {
    const { periods } = await program.get('api/v1/occupancy');
    return periods[0]?.channels[0]?.samples > 100 && periods[0];
  }, 'a hundred samples', 60_000);
  const rows = await program.get(`api/v1/history?since=${period.begin}&rows=2000&bins=1024&pool=mean`);
  rows.rows = rows.rows.slice(0, period.samples);
  const python = spawnSync('python3', [new URL('usage.py', import.meta.url).pathname, low, high, 20],
    { input: JSON.stringify(rows), encoding: 'utf8', maxBuffer: 1 << 24 });
  assert.equal(python.status, 0, python.stderr);
  const expected = JSON.parse(python.stdout);
  assert.equal(expected.rows, period.samples);
  // The floor of the channel is that of its surroundings, not of the band: rows at the threshold may differ.
  assert.ok(Math.abs(expected.used - period.channels[0].occupied) <= 0.02 * expected.rows,
    `${expected.used} and ${period.channels[0].occupied} of ${expected.rows}`);
  assert.ok(period.channels[0].low <= period.channels[0].fco && period.channels[0].fco <= period.channels[0].high);

  const measured = await eventually(async () => {
    const text = await (await fetch(new URL('metrics', program.url))).text();
    return /^spectrumd_noise_floor_decibels (.*)$/m.exec(text);
  }, 'a minute', 120_000);
  assert.ok(Math.abs(Number(measured[1]) - expected.floor_db) < 0.3, `${measured[1]} and ${expected.floor_db}`);
});
