// SPDX-License-Identifier: MIT
// Rules as the server has them and as boxes show them; what is asked of the log.

import test from 'node:test';
import assert from 'node:assert/strict';
import { queryOf, stretchOf } from '../../web/events/event_log.js';
import { KINDS } from '../../web/events/event_texts.js';
import { FieldError, exactBand, newRule, rangeOf, ruleOf, valuesOf } from '../../web/events/rule_fields.js';

test('a rule of each kind comes back from the boxes as it was, with the keys of its kind', () => {
  for (const kind of KINDS) {
    const rule = { ...newRule(kind), name: 'x', ...(kind === 'health' ? {} : { from_hz: 88e6, to_hz: 108e6, ignored: [[99e6, 99.5e6]] }), ...(kind === 'mask' ? { limits: [[88e6, -60], [108e6, -55.5]] } : {}),
      known: kind === 'appear' ? [{ label: 'beacon', from_hz: 145593750, to_hz: 145606251 }] : [] };
    const body = ruleOf(valuesOf(rule));
    for (const [key, value] of Object.entries(body)) if (key !== 'actions') assert.deepEqual(value, rule[key], `${kind} ${key}`);
    for (const [key, value] of Object.entries(body.actions)) assert.deepEqual(value, rule.actions[key], `${kind} ${key}`);
    assert.equal('limits' in body, kind === 'mask');
    assert.equal('from_hz' in body, kind !== 'health');
    assert.equal('known' in body, kind === 'appear');
    assert.ok(!('secret' in body.actions), 'an empty secret stays as it is');
  }
});

test('a step of a limit line has no two points at a frequency, which the server refuses', () => {
  assert.deepEqual(ruleOf({ ...valuesOf(newRule('mask')), limits: '88M -60, 90M -60, 90M -50, 95M -50' }).limits, [[88e6, -60], [90e6, -60], [90e6 + 1, -50], [95e6, -50]]);
});

test('an empty range is all that is received', () => {
  const values = valuesOf(newRule('appear'));
  assert.equal(values.range, '');
  assert.deepEqual([ruleOf(values).from_hz, ruleOf(values).to_hz], [null, null]);
});

test('what cannot be read is refused with its field', () => {
  const wrong = (change, kind = 'above') => {
    try {
      ruleOf({ ...valuesOf(newRule(kind)), ...change });
    } catch (reason) {
      assert.ok(reason instanceof FieldError);
      return reason.field;
    }
    return '';
  };
  assert.equal(wrong({ level: 'loud' }), 'level');
  assert.equal(wrong({ range: '100M' }), 'range');
  assert.equal(wrong({ ignored: [{ text: '88-89M', name: '' }, { text: 'x', name: '' }] }), 'ignored');
  assert.equal(wrong({ known: [{ text: '', name: 'beacon' }] }, 'appear'), 'known');
  assert.equal(wrong({ limits: '88M -60' }, 'mask'), 'limits');
  assert.equal(wrong({ level: '7,5' }), '', 'either decimal sign');
});

test('the log is asked for what the filters say, and for no more', () => {
  const all = { rule: '', kind: '', from: NaN, to: NaN, fromHz: null, toHz: null };
  assert.equal(queryOf(all).toString(), 'limit=200');
  assert.equal(queryOf({ ...all, rule: '3', kind: 'appear', from: 1000, to: 2500, fromHz: 1e6, toHz: 2e6 }).toString(), 'limit=200&rule=3&kind=appear&since=1.000&until=2.500&from=1000000&to=2000000');
});

test('a range comes back to the hertz from its box, also above 1 GHz', () => {
  for (const range of [[1298006250, 1298018750], [999999999, 1000000001], [2.4e9, 2.5e9], [433050001, 434790000], [135700, 137800]]) {
    assert.deepEqual(rangeOf('range', exactBand(range)), range);
    const rule = { ...newRule('above'), from_hz: range[0], to_hz: range[1], ignored: [range] };
    const { from_hz: from, to_hz: to, ignored } = ruleOf(valuesOf(rule));
    assert.deepEqual([[from, to], ignored], [range, [range]]);
  }
});

test('an event that continues lasts until now by the clock of the server', () => {
  assert.deepEqual(stretchOf({ beginMs: 1000, endMs: NaN }, 5000), { from: 1000, to: 5000 });
  assert.deepEqual(stretchOf({ beginMs: 1000, endMs: 3000 }, 5000), { from: 1000, to: 3000 });
});
