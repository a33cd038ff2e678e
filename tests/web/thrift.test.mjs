// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { Thrift } from '../../web/feed/thrift.js';
import { LinkPace, limitsFor, savesData } from '../../web/feed/link_kind.js';

const checks = (thrift, count, latency, skipped = 0) => Array.from({ length: count }, () => thrift.check(latency, skipped));

/** One over a link that is known to be quick. */
function quick() {
  const thrift = new Thrift();
  thrift.limit(0);
  return thrift;
}

test('less is requested until the link is known, and full detail at once over a quick one', () => {
  const thrift = new Thrift();
  assert.equal(thrift.level, 1);
  assert.equal(thrift.limit(1), false);
  assert.equal(thrift.limit(0), true);
  assert.equal(thrift.level, 0);
  assert.equal(thrift.limit(0), false);
});

test('one late row changes nothing, lasting lateness does, step by step', () => {
  const thrift = quick();
  checks(thrift, 1, 5000);
  checks(thrift, 1, 100);
  checks(thrift, 1, 5000);
  assert.equal(thrift.level, 0);
  assert.deepEqual(checks(thrift, 1, 5000), [true]);
  assert.equal(thrift.level, 1);
  thrift.limit(0);
  assert.equal(thrift.level, 1, 'a quick answer does not undo that');
  assert.deepEqual(checks(thrift, 3, 9000), [false, false, false], 'rows under way still arrive late');
  checks(thrift, 30, 9000);
  assert.equal(thrift.level, 3, 'and no further than the last step');
});

test('skipped rows are lateness, too, and rows that do not come are not', () => {
  const skipping = quick();
  checks(skipping, 2, 100, 3);
  assert.equal(skipping.level, 1);
  const silent = quick();
  checks(silent, 10, NaN);
  assert.equal(silent.level, 0);
});

test('what was enough before is tried again, each time later', () => {
  const thrift = quick();
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

test('saving data never asks for full detail, wanting it always does', () => {
  const saving = quick();
  saving.limit(1);
  checks(saving, 500, 10);
  assert.equal(saving.level, 1);
  const full = new Thrift();
  full.limit(0, 0);
  checks(full, 50, 9000, 9);
  assert.equal(full.level, 0);
});

test('each step takes fewer bytes, and the waterfall has its detector in every row', () => {
  const thrift = new Thrift();
  for (const narrow of [false, true]) {
    const cost = ({ detectors, bytes, rate, extra }) => detectors.length * bytes * (rate ?? 20) + (extra ? extra.rate * extra.detectors.length : 0);
    thrift.level = 0;
    let before = cost(thrift.detail('min', narrow));
    for (let level = 1; level <= 3; ++level) {
      thrift.level = level;
      for (const shown of ['mean', 'max', 'min']) {
        const { detectors, extra } = thrift.detail(shown, narrow);
        assert.deepEqual(detectors, [shown]);
        assert.equal(extra.detectors.includes(shown), false);
        assert.ok([...detectors, ...extra.detectors].includes('mean'), 'for the line');
      }
      assert.ok(cost(thrift.detail('min', narrow)) < before);
      before = cost(thrift.detail('min', narrow));
    }
  }
});

test('what a link deserves is chosen, reported, or measured', () => {
  const lan = { network: undefined, narrow: false, roundTripMs: 3, slow: false };
  assert.deepEqual(limitsFor('auto', lan), { least: 0, most: undefined });
  for (const change of [{ roundTripMs: NaN }, { roundTripMs: 300 }, { slow: true }, { narrow: true }, { network: { saveData: true } },
    { network: { type: 'cellular' } }, { network: { effectiveType: '3g' } }]) {
    assert.equal(limitsFor('auto', { ...lan, ...change }).least, 1, JSON.stringify(change));
    assert.deepEqual(limitsFor('full', { ...lan, ...change }), { least: 0, most: 0 });
  }
  assert.equal(limitsFor('saved', lan).least, 1);
});

test('what the page and its history came at counts, unless it was in the cache', () => {
  const file = (transferSize, ms) => ({ transferSize, responseStart: 40, responseEnd: 40 + ms });
  const isSlow = (...files) => {
    const pace = new LinkPace();
    pace.loaded(files);
    return pace.slow;
  };
  assert.equal(isSlow(file(5000, 300), file(63e3, 504)), true);
  assert.equal(isSlow(file(63e3, 30)), false);
  assert.equal(isSlow(file(0, 500), file(5000, 300)), false, 'too little to judge by');
  assert.equal(isSlow(file(63e3, 0)), false);
  assert.equal(isSlow(file(63e3, 0), file(63e3, 504), file(100e3, 1000)), true, 'the first out of a buffer');
  assert.equal(isSlow(file(63e3, 504), file(100e3, 90), file(100e3, 90)), false, 'quick after all');
  assert.equal(isSlow(), false);
});

test('a browser that reports nothing, or a good network, does not save', () => {
  assert.equal(savesData(undefined), false);
  assert.equal(savesData({ saveData: false, effectiveType: '4g', type: 'wifi' }), false);
  assert.equal(savesData({ effectiveType: 'slow-2g' }), true);
});
