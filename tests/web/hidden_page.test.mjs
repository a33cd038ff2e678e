// SPDX-License-Identifier: MIT
// A tab that is not seen receives no rows, whatever happens meanwhile.

import test from 'node:test';
import assert from 'node:assert/strict';
import { createState } from '../../web/state/state.js';

/** Timers by a clock that the test moves. */
class Clock {
  #now = 0;
  #timers = [];
  set = (run, ms) => this.#timers.push({ at: this.#now + ms, run });
  clear = (number) => delete this.#timers[number - 1];

  pass(ms) {
    for (this.#now += ms; ;) {
      const due = Object.keys(this.#timers).filter((at) => this.#timers[at].at <= this.#now).sort((a, b) => this.#timers[a].at - this.#timers[b].at);
      if (due.length === 0) return;
      const { run } = this.#timers[due[0]];
      delete this.#timers[due[0]];
      run();
    }
  }
}

/** A feed whose browser is this test. */
async function openFeed(context, hidden) {
  const clock = new Clock();
  const { setTimeout } = globalThis;
  globalThis.setTimeout = clock.set;
  context.after(() => Object.assign(globalThis, { setTimeout }));
  globalThis.PerformanceObserver = class { // Node 18 has none
    observe() {}
  };
  const sockets = [];
  globalThis.sessionStorage = globalThis.localStorage = { getItem: () => null };
  globalThis.document = Object.assign(new EventTarget(), { hidden, baseURI: 'http://radio/' });
  globalThis.window = { addEventListener: () => {}, setInterval: () => 0, setTimeout: clock.set, clearTimeout: clock.clear };
  globalThis.WebSocket = class {
    readyState = 1;
    sent = [];
    constructor() { sockets.push(this); }
    send(text) { this.sent.push(JSON.parse(text)); }
    close() {}
  };
  const { ReceiverFeed } = await import('../../web/feed/receiver_feed.js');
  const feed = new ReceiverFeed(createState(), { columns: () => 1000, isNarrow: () => false, retuned: () => feed.viewChanged(), refused: async () => false });
  const hello = (generation) => {
    const source = { state: 'streaming', generation, center_hz: 100e6 + generation, rate_hz: 2.4e6 };
    sockets.at(-1).onmessage({ data: JSON.stringify({ type: 'hello', status: { source, sweep: null, tuning: { center: 100e6, rate: 2.4e6, fft: 4096 } } }) });
  };
  const connect = (generation) => {
    feed.connect();
    sockets.at(-1).onopen();
    hello(generation);
  };
  const show = (now) => {
    document.hidden = !now;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const pauses = () => sockets.at(-1).sent.filter(({ type }) => type === 'view').map(({ pause }) => pause);
  return { feed, connect, show, pauses, pass: (ms) => clock.pass(ms) };
}

test('a hidden tab stays paused on a new connection and after a retune, until it is shown', async (context) => {
  const { feed, connect, show, pauses, pass } = await openFeed(context, false);
  connect(1);
  pass(1000);
  assert.ok(pauses().length > 0 && !pauses().includes(true));
  show(false);
  pass(6000);
  assert.equal(pauses().at(-1), true);
  connect(2);
  pass(1000);
  assert.deepEqual([...new Set(pauses())], [true], 'on a new connection');
  feed.viewChanged();
  pass(1000);
  assert.deepEqual([...new Set(pauses())], [true], 'after a retune');
  show(true);
  pass(1000);
  assert.equal(pauses().at(-1), false);
});

test('a tab that is opened in the background is paused after a while', async (context) => {
  const { connect, pauses, pass } = await openFeed(context, true);
  connect(1);
  pass(6000);
  assert.equal(pauses().at(-1), true);
});
