// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { Thrift } from '../../web/feed/thrift.js';

const checks = (thrift, count, latency, skipped = 0) => Array.from({ length: count }, () => thrift.check(latency, skipped));

test('one late row changes nothing, lasting lateness does, step by step', () => {
  const thrift = new Thrift();
  checks(thrift, 1, 5000);
  checks(thrift, 1, 100);
  checks(thrift, 1, 5000);
  assert.equal(thrift.level, 0);
  assert.deepEqual(checks(thrift, 1, 5000), [true]);
  assert.equal(thrift.level, 1);
  assert.deepEqual(checks(thrift, 3, 9000), [false, false, false], 'rows under way still arrive late');
  checks(thrift, 30, 9000);
  assert.equal(thrift.level, 3, 'and no further than the last step');
});

test('skipped rows are lateness, too, and rows that do not come are not', () => {
  const skipping = new Thrift();
  checks(skipping, 2, 100, 3);
  assert.equal(skipping.level, 1);
  const silent = new Thrift();
  checks(silent, 10, NaN);
  assert.equal(silent.level, 0);
});

test('what was enough before is tried again, each time later', () => {
  const thrift = new Thrift();
  const promptChecks = () => {
    for (let count = 1; ; ++count) if (thrift.check(100, 0)) return count;
  };
  checks(thrift, 2, 5000);
  const first = promptChecks();
  assert.equal(thrift.level, 0);
  checks(thrift, 5, 5000);
  assert.equal(thrift.level, 1);
  assert.ok(promptChecks() > 1.5 * first);
});

test('each step takes fewer bytes, and the detector on the screen is always among them', () => {
  const thrift = new Thrift();
  const cost = ({ detectors, bytes, rate }) => detectors.length * bytes * (rate ?? 20);
  let before = cost(thrift.detail('min'));
  for (let level = 1; level <= 3; ++level) {
    thrift.level = level;
    for (const shown of ['mean', 'max', 'min']) assert.ok(thrift.detail(shown).detectors.includes(shown));
    assert.ok(cost(thrift.detail('min')) < before);
    before = cost(thrift.detail('min'));
  }
});
