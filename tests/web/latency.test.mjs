// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { Latency } from '../../web/feed/latency.js';

test('the latency of a row is by the clock of the server', () => {
  const latency = new Latency();
  latency.arrived({ time: 5000, duration: 50 }, 100);
  assert.ok(Number.isNaN(latency.consume()));
  latency.pinged(1, 100);
  latency.answered({ id: 1, time: new Date(5060).toISOString() }, 120);
  latency.answered({ id: 7, time: new Date(9e6).toISOString() }, 120);
  latency.arrived({ time: 5000, duration: 50 }, 130);
  assert.equal(latency.consume(), 30);
  assert.ok(Number.isNaN(latency.consume()), 'no row since');
  assert.equal(latency.smoothMs, 30);
  latency.restart();
  assert.ok(Number.isNaN(latency.smoothMs));
});
