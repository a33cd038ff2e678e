// SPDX-License-Identifier: MIT
import test from 'node:test';
import assert from 'node:assert/strict';
import { Connection, reconnectWait, silenceLimit } from '../../web/feed/connection.js';
import { Throttle } from '../../web/feed/throttle.js';
import { ScrollClock, ServerClock } from '../../web/feed/clock.js';

/** Time that advances only when a test says so. */
class FakeTime {
  now = 0;
  timers = [];
  later = (run, ms) => {
    this.timers.push({ run, due: this.now + ms, id: this.timers.length + 1 });
    return this.timers.length;
  };
  cancel = (id) => {
    this.timers = this.timers.map((timer) => (timer.id === id ? { ...timer, run: () => {} } : timer));
  };
  pass(ms) {
    const until = this.now + ms;
    for (;;) {
      const next = this.timers.filter((timer) => timer.due <= until && !timer.done).sort((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.now = next.due;
      this.timers[next.id - 1].done = true;
      this.timers[next.id - 1].run();
    }
    this.now = until;
  }
}

/** A network whose sockets do what the test says. */
function world() {
  const time = new FakeTime();
  const seen = { sockets: [], states: [], rows: 0, texts: [], refused: 0, opened: 0, entered: false };
  const open = (url, protocols) => {
    const socket = { url, protocols, readyState: 0, sent: [], send: (text) => socket.sent.push(JSON.parse(text)), close: () => {} };
    seen.sockets.push(socket);
    return socket;
  };
  const connection = new Connection('ws://radio/ws', () => ['spectrum.v1'], {
    opened: () => ++seen.opened, text: (message) => seen.texts.push(message), row: () => ++seen.rows,
    state: (state) => seen.states.push(state), refused: async () => ++seen.refused > 0 && seen.entered,
  }, { open, later: time.later, cancel: time.cancel, chance: () => 0.5 });
  return { time, seen, connection, last: () => seen.sockets[seen.sockets.length - 1] };
}

const settle = () => new Promise((done) => setImmediate(done));
const opens = (socket) => {
  socket.readyState = 1;
  socket.onopen();
};
const dies = async (socket) => {
  socket.readyState = 3;
  socket.onclose();
  await settle();
};

test('texts and rows are distinguished', () => {
  const { seen, connection, last } = world();
  connection.connect();
  opens(last());
  last().onmessage({ data: '{"type":"hello"}' });
  last().onmessage({ data: new ArrayBuffer(64) });
  assert.deepEqual(seen.texts, [{ type: 'hello' }]);
  assert.equal(seen.rows, 1);
  assert.equal(connection.send({ type: 'ping' }), true);
  assert.deepEqual(last().sent, [{ type: 'ping' }]);
});

test('a lost connection is reopened', async () => {
  const { time, seen, connection, last } = world();
  connection.connect();
  opens(last());
  await dies(last());
  assert.equal(connection.send({}), false);
  assert.deepEqual(seen.states, ['connecting', 'open', 'waiting']);
  time.pass(10_000);
  assert.equal(seen.sockets.length, 2);
  opens(last());
  assert.equal(seen.opened, 2);
  assert.equal(seen.refused, 0, 'it had been open, so it was not refused');
});

test('waits grow while the server is away, have a limit, and start over after a success', async () => {
  const { time, seen, connection, last } = world();
  connection.connect();
  const starts = [];
  for (let attempt = 0; attempt < 8; ++attempt) {
    starts.push(time.now);
    await dies(last());
    time.pass(9000);
  }
  assert.equal(seen.sockets.length, 9);
  assert.equal(seen.refused, 8);
  assert.ok(reconnectWait(1, 0.5) === 500 && reconnectWait(2, 0.5) === 1000 && reconnectWait(50, 0.5) === 8000);
  opens(last());
  await dies(last());
  time.pass(501);
  assert.equal(seen.sockets.length, 10);
});

test('one that is refused is not said to be lost before it is known why, and is made again at once with a token', async () => {
  const { time, seen, connection, last } = world();
  connection.connect();
  seen.entered = true;
  await dies(last());
  assert.equal(seen.sockets.length, 2, 'without a wait');
  assert.deepEqual(seen.states, ['connecting', 'connecting']);
  seen.entered = false;
  await dies(last());
  assert.equal(seen.states.at(-1), 'waiting');
  assert.equal(seen.sockets.length, 2);
  time.pass(9000);
  assert.equal(seen.sockets.length, 3);
});

test('a line that has gone silent is reported, and later given up', async () => {
  const { time, seen, connection, last } = world();
  connection.connect();
  opens(last());
  connection.expectEvery(50);
  last().onmessage({ data: '{"type":"status"}' });
  time.pass(1400);
  assert.equal(seen.states.at(-1), 'open');
  time.pass(600);
  assert.equal(seen.states.at(-1), 'silent', 'within 2 s at 20 rows/s');
  last().onmessage({ data: '{"type":"status"}' });
  assert.equal(seen.states.at(-1), 'open');
  time.pass(9_900);
  assert.equal(seen.sockets.length, 1);
  time.pass(200);
  await settle();
  assert.equal(seen.states.at(-1), 'waiting');
  time.pass(1_000);
  assert.equal(seen.sockets.length, 2);
});

test('a silence is longer where messages are rarer', () => {
  assert.deepEqual([10, 50, 100, 1000, Infinity].map(silenceLimit), [1500, 1500, 1900, 1900, 1900]);
});

test('a lost network is a silence at once, and ends with the next message', () => {
  const { seen, time, connection, last } = world();
  connection.connect();
  connection.suspect();
  assert.deepEqual(seen.states, ['connecting'], 'not while there is no connection');
  opens(last());
  connection.suspect();
  connection.suspect();
  assert.deepEqual(seen.states, ['connecting', 'open', 'silent']);
  last().onmessage({ data: '{}' });
  assert.equal(seen.states.at(-1), 'open');
  connection.suspect();
  time.pass(10_000);
  assert.ok(seen.states.includes('waiting'), 'or with a new connection');
});

test('a connection that never opened is not called silent', () => {
  const { time, seen, connection } = world();
  connection.connect();
  time.pass(9_000);
  assert.deepEqual(seen.states, ['connecting']);
});

test('views are throttled, and the last one is always sent', () => {
  const time = new FakeTime();
  const sent = [];
  const views = new Throttle(40, (value) => sent.push([time.now, value]), { now: () => time.now, later: time.later });
  for (let value = 0; value <= 100; ++value) {
    views.offer(value);
    time.pass(1);
  }
  time.pass(100);
  assert.equal(sent[0][1], 0);
  assert.equal(sent[sent.length - 1][1], 100);
  for (let index = 1; index < sent.length; ++index) assert.ok(sent[index][0] - sent[index - 1][0] >= 40);
  assert.ok(sent.length <= 4);
});

test('the waterfall scrolls evenly between rows that come in steps, and never past the newest', () => {
  const clock = new ScrollClock();
  let before = NaN;
  for (let frame = 0; frame < 300; ++frame) {
    const now = frame * 16.7;
    const jitter = (frame * 7) % 20;
    const newest = { time: Math.floor((now - jitter) / 50) * 50, duration: 50 };
    const time = clock.advance(16.7, newest, true);
    assert.ok(time <= newest.time + 50);
    if (frame > 60) assert.ok(time - before > 5 && time - before < 30, `frame ${frame}: ${time - before}`);
    before = time;
  }
  assert.equal(clock.advance(16.7, { time: 1e6, duration: 50 }, false), 1e6 + 50);
});

test('the quickest answers give the offset of the clocks', () => {
  const clock = new ServerClock();
  assert.ok(Number.isNaN(clock.aheadMs));
  clock.answered(1000, 1400, 6390);
  clock.answered(2000, 2010, 7005);
  clock.answered(3000, 3300, 8200);
  assert.equal(clock.aheadMs, 5000);
});

test('after a step of the server\'s clock only answers from after it count', () => {
  const clock = new ServerClock();
  clock.answered(1000, 1010, 1005);
  clock.answered(2000, 2200, 3_602_100);
  assert.equal(clock.aheadMs, 3_600_000);
});
