// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { Trail, requestOf } from '../../web/state/trail.js';

const at = (center, more = {}) => ({ center, rate: 2.4e6, span: 'none', ...more });
const MINUTE = 60_000;

/** A trail of tunings that lasted a minute each. */
function trailOf(...tunings) {
  const trail = new Trail();
  tunings.forEach((tuning, index) => trail.visit(tuning, index * MINUTE));
  return trail;
}

test('goes back and forth between the bands one was at', () => {
  const trail = trailOf(at(100e6), at(145e6), at(7e6));
  assert.equal(trail.peek(1), null);
  assert.equal(trail.move(-1, 0).center, 145e6);
  assert.equal(trail.move(-1, 0).center, 100e6);
  assert.equal(trail.move(-1, 0), null);
  assert.equal(trail.move(1, 0).center, 145e6);
});

test('reports of the tuning that was left do not disturb it, nor those of where it led', () => {
  const trail = trailOf(at(100e6), at(145e6));
  trail.move(-1, 0);
  trail.visit(at(145e6), 1);
  trail.visit(at(100e6), 2);
  trail.visit(at(100e6), 3);
  assert.equal(trail.peek(1).center, 145e6);
});

test('a new band takes the place of those that lay ahead', () => {
  const trail = trailOf(at(100e6), at(145e6), at(7e6));
  trail.move(-1, 0);
  trail.visit(at(145e6), 0);
  trail.visit(at(433e6), MINUTE);
  assert.equal(trail.peek(1), null);
  assert.equal(trail.peek(-1).center, 145e6);
});

test('steps of a dial are one way, the retune of another band is not', () => {
  const trail = new Trail();
  trail.visit(at(100e6), 0);
  for (let step = 1; step <= 20; ++step) trail.visit(at(100e6 + step * 1e5), MINUTE + step * 100);
  assert.equal(trail.peek(-1).center, 100e6, 'the steps are left out');
  trail.visit(at(145e6), MINUTE + 2200);
  assert.equal(trail.peek(-1).center, 102e6, 'however short it was');
});

test('a sweep and the rate are places, too; only what differs is requested', () => {
  const sweep = at(98e6, { span: '88M:108M' });
  const trail = trailOf(at(98e6), sweep, at(98e6, { rate: 1e6 }));
  assert.deepEqual(requestOf(trail.move(-1, 0), at(98e6, { rate: 1e6 })), { span: '88M:108M', rate: 2.4e6 });
  assert.deepEqual(requestOf(trail.move(-1, 0), sweep), { center: 98e6 });
});
