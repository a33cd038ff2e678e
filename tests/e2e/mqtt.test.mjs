// SPDX-License-Identifier: MIT
// A real broker, mosquitto, and what its subscribers see: state, signals, events, and what Home Assistant needs.

import test from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publish, startBroker, subscribe } from './broker.mjs';
import { eventually, startProgram } from './program.mjs';

const LIMIT = { timeout: 120_000 };
const run = promisify(execFile);

const start = (broker, flags = []) => startProgram(['--source', 'sim', '--mqtt', `mqtt://127.0.0.1:${broker.port}/shack`, ...flags]);

async function withBroker(flags, work) {
  const broker = await startBroker();
  const program = await start(broker, flags);
  const heard = subscribe(broker, ['#']);
  try {
    await work({ broker, program, heard });
  } finally {
    heard.close();
    await program.stop();
    await broker.stop();
  }
}

test('subscribers get state and signals as the API has them', LIMIT, () => withBroker([], async ({ program, heard }) => {
  assert.equal(await heard.topic('shack/availability'), 'online');
  await heard.until('shack/signals', (text) => JSON.parse(text).length > 3);
  const states = JSON.parse(await heard.topic('shack/states'));
  assert.equal(states.center_hz, 100e6);
  assert.equal(states.source, 'streaming');
  assert.equal(states.unit, 'dBFS');
  await heard.until('shack/states', (text) => JSON.parse(text).signals > 3);
  const { signals, floor_db: floor } = await program.get('api/v1/signals?count=50');
  const shown = JSON.parse(heard.seen.get('shack/states'));
  assert.ok(Math.abs(shown.floor_db - floor) < 3, `${shown.floor_db} and ${floor}`);
  assert.ok(signals.some(({ frequency_hz: hz }) => Math.abs(hz - shown.strongest_hz) < 20e3));
  const { feeds: [feed] } = await program.get('api/v1/feeds');
  assert.equal(feed.state, 'connected');
}));

test('Home Assistant finds a device whose every value is published', LIMIT, () => withBroker(['--mqtt-control', 'true'], async ({ broker, heard }) => {
  const topic = await eventually(() => [...heard.seen.keys()].find((name) => name.startsWith('homeassistant/')), 'the discovery');
  assert.equal(topic, 'homeassistant/device/spectrumd_shack/config', 'named by the topics: another receiver of this machine has others');
  const config = JSON.parse(heard.seen.get(topic));
  assert.ok(config.dev.ids.length === 1 && config.o.name === 'spectrumd');
  const states = JSON.parse(await heard.topic('shack/states'));
  const parts = Object.values(config.cmps);
  assert.ok(parts.length >= 9);
  assert.equal(new Set(parts.map(({ uniq_id: id }) => id)).size, parts.length);
  for (const part of parts) {
    assert.ok(part.p && part.name);
    assert.equal(part.stat_t, 'shack/states');
    assert.ok(/value_json\.(\w+)/.exec(part.val_tpl)[1] in states, part.val_tpl);
    if (part.p === 'number') assert.ok(part.min < part.max);
    if (part.p === 'select') assert.ok(part.ops.includes('auto'));
  }
  assert.equal(config.avty_t, 'shack/availability');
  heard.seen.delete(topic);
  await publish(broker, 'homeassistant/status', 'online');
  assert.deepEqual(JSON.parse(await heard.topic(topic)), config, 'again, for a Home Assistant that has started');
}));

test('messages tune where that is allowed, and errors are answered', LIMIT, () => withBroker(['--mqtt-control', 'true'], async ({ broker, program, heard }) => {
  await heard.topic('shack/availability');
  await publish(broker, 'shack/set/center', '100.7M');
  await heard.until('shack/states', (text) => JSON.parse(text).center_hz === 100.7e6);
  await publish(broker, 'shack/set/gain', '28');
  await heard.until('shack/states', (text) => JSON.parse(text).gain === '28');
  assert.equal((await program.get('api/v1/status')).tuned_by.via, 'mqtt');
  await publish(broker, 'shack/set/center', 'high up');
  assert.match(await heard.topic('shack/errors'), /center/);
  await publish(broker, 'shack/set/token', 'x');
  await heard.until('shack/errors', (text) => /token/.test(text));
  await publish(broker, `shack/set/${'x'.repeat(59)}é`, 'a key that is shortened within a letter');
  await heard.until('shack/errors', (text) => /xxx/.test(JSON.parse(text).error.message));
  await heard.ever('shack/events', (text) => JSON.parse(text).kind === 'retune'); // a busy machine reports lost samples, too
}));

test('a request to look is answered where the band is, and only by those that listen for it', LIMIT, () => withBroker(['--mqtt-look', 'spectrumd/look', '--report-name', 'shed'], async ({ broker, program, heard }) => {
  const deaf = await startProgram(['--source', 'sim', '--mqtt', `mqtt://127.0.0.1:${broker.port}/deaf`]);
  try {
    await heard.until('shack/states', (text) => JSON.parse(text).signals > 3);
    await heard.topic('deaf/states');
    const { strongest_hz: hz } = JSON.parse(heard.seen.get('shack/states'));
    const look = (id, from, to) => publish(broker, 'spectrumd/look', JSON.stringify({ id, from, to, seconds: 1 }));
    await look('elsewhere', 433e6, 434e6);
    await look('partly', 101.1e6, 101.3e6);
    await look('here', hz - 50e3, hz + 50e3);
    const answer = JSON.parse(await heard.topic('shack/look'));
    assert.equal(answer.id, 'here');
    assert.equal(answer.name, 'shed');
    assert.equal(answer.unit, 'dBFS');
    assert.ok(Math.abs(answer.frequency_hz - hz) < 50e3, `${answer.frequency_hz} and ${hz}`);
    assert.ok(answer.max_db > answer.mean_db && answer.mean_db > answer.floor_db, JSON.stringify(answer));
    assert.ok(answer.rows > 0 && answer.seconds > 0);
    for (const wrong of ['look!', '{"id":"a","from":2e6,"to":1e6}', '{"id":"a","from":1e6}']) {
      heard.seen.delete('shack/errors');
      await publish(broker, 'spectrumd/look', wrong);
      assert.ok(JSON.parse(await heard.topic('shack/errors')).error.message);
    }
    await look('again', 99e6, 101e6);
    await heard.until('shack/look', (text) => JSON.parse(text).id === 'again');
    assert.equal(heard.counts.get('shack/look'), 2, 'silence where the range is not received');
    assert.ok(!heard.seen.has('deaf/look') && !heard.seen.has('deaf/errors'));
    assert.equal((await program.get('api/v1/tuning')).tuning.center, 100e6);
  } finally {
    await deaf.stop();
  }
}));

test('what the broker has kept tunes nothing when a receiver connects', LIMIT, async () => {
  const broker = await startBroker();
  await publish(broker, 'shack/set/center', '101.3M', '-r');
  await publish(broker, 'spectrumd/look', '{"id":"kept","from":99.9e6,"to":100.1e6,"seconds":0.1}', '-r');
  const heard = subscribe(broker, ['shack/#']);
  const program = await start(broker, ['--mqtt-control', 'true', '--mqtt-look', 'spectrumd/look']);
  try {
    await heard.topic('shack/states');
    await publish(broker, 'shack/set/gain', '28', '-r'); // obeyed, and comes after what the broker has kept
    await heard.until('shack/states', (text) => JSON.parse(text).gain === '28');
    assert.equal((await program.get('api/v1/tuning')).tuning.center, 100e6);
    await publish(broker, 'spectrumd/look', '{"id":"now","from":99.9e6,"to":100.1e6,"seconds":0.1}');
    assert.equal(JSON.parse(await heard.topic('shack/look')).id, 'now');
    assert.equal(heard.counts.get('shack/look'), 1);
  } finally {
    heard.close();
    await program.stop();
    await broker.stop();
  }
});

test('messages tune nowhere else', LIMIT, () => withBroker([], async ({ broker, program, heard }) => {
  await heard.topic('shack/states');
  await publish(broker, 'shack/set/center', '100.7M');
  heard.seen.delete('shack/states');
  await heard.topic('shack/states'); // the next, ten seconds later
  assert.equal((await program.get('api/v1/tuning')).tuning.center, 100e6);
}));

test('the broker says offline after kill -9, and after a stop', LIMIT, async () => {
  const broker = await startBroker();
  const heard = subscribe(broker, ['shack/availability']);
  try {
    const killed = await start(broker);
    await heard.until('shack/availability', (text) => text === 'online');
    process.kill(killed.pid, 'SIGKILL');
    await heard.until('shack/availability', (text) => text === 'offline');
    const stopped = await start(broker);
    await heard.until('shack/availability', (text) => text === 'online');
    await stopped.stop('SIGTERM');
    await heard.until('shack/availability', (text) => text === 'offline');
  } finally {
    heard.close();
    await broker.stop();
  }
});

test('a broker that was away gets everything again', LIMIT, async () => {
  const first = await startBroker();
  const program = await start(first);
  try {
    await eventually(async () => (await program.get('api/v1/feeds')).feeds[0].state === 'connected', 'the connection');
    await first.stop();
    await eventually(async () => (await program.get('api/v1/feeds')).feeds[0].state === 'waiting', 'the loss');
    assert.notEqual((await program.get('api/v1/feeds')).feeds[0].cause, '');
    const second = await startBroker({ port: first.port });
    const heard = subscribe(second, ['#']);
    assert.equal(await heard.topic('shack/availability'), 'online');
    await heard.topic('shack/states');
    await eventually(() => [...heard.seen.keys()].some((name) => name.startsWith('homeassistant/')), 'the discovery');
    heard.close();
    await second.stop();
  } finally {
    await program.stop();
  }
});

test('a broker with TLS and a password', LIMIT, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const [key, certificate, passwords] = ['key.pem', 'cert.pem', 'passwords'].map((name) => join(folder, name));
  await run('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost',
    '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', certificate]);
  await run('mosquitto_passwd', ['-b', '-c', passwords, 'ham', 'secret word']);
  const broker = await startBroker({ lines: [`certfile ${certificate}`, `keyfile ${key}`, 'allow_anonymous false', `password_file ${passwords}`] });
  const url = `mqtts://ham@localhost:${broker.port}/shack`;
  const states = async (flags) => {
    const program = await startProgram(['--source', 'sim', '--mqtt', url, ...flags]);
    try {
      return await eventually(async () => {
        const { feeds: [feed] } = await program.get('api/v1/feeds');
        return feed.state === 'connected' || !['', 'connecting'].includes(feed.cause) ? feed : undefined;
      }, 'an answer');
    } finally {
      await program.stop();
    }
  };
  try {
    assert.equal((await states(['--mqtt-ca', certificate, '--mqtt-password', 'secret word'])).state, 'connected');
    assert.match((await states(['--mqtt-ca', certificate, '--mqtt-password', 'wrong'])).cause, /authori[sz]ed/i);
    assert.equal((await states(['--mqtt-password', 'secret word'])).state, 'waiting', 'a certificate that nothing known has signed');
  } finally {
    await broker.stop();
    rmSync(folder, { recursive: true });
  }
});

test('a broker that knows only MQTT 3.1.1', LIMIT, async () => {
  const versions = [];
  const server = createServer((socket) => socket.once('data', (packet) => {
    versions.push(packet[8]); // behind the fixed header, a length and "MQTT"
    socket.write(Buffer.from([0x20, 2, 0, packet[8] === 4 ? 0 : 1]));
    if (packet[8] !== 4) socket.end();
  }).on('error', () => {}));
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const program = await start({ port: server.address().port });
  try {
    await eventually(async () => (await program.get('api/v1/feeds')).feeds[0].state === 'connected', 'the connection');
    assert.deepEqual(versions, [5, 4]);
  } finally {
    await program.stop();
    server.close();
  }
});
