// SPDX-License-Identifier: MIT
// A whole shack: every feed, each with a program that reads and one that does not, next to a page, listeners, a scrape and
// databases, on one stick. No program that reads misses anything. SECONDS says for how long; what it costs is printed.

import test from 'node:test';
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { percentOf, threadSeconds } from '../bench/thread_time.mjs';
import { startBroker, subscribe } from './broker.mjs';
import { freePort } from './free_port.mjs';
import { Programs, strongestHz } from './guest_programs.mjs';
import { Recorder } from './kiwi_recorder.mjs';
import { eventually, startProgram, temporaryFolder } from './program.mjs';
import { talk } from './rig_client.mjs';
import { startLines, startRigctld } from './rigs.mjs';
import { reader as sdrangelReader, spectrumOf } from './sdrangel_reader.mjs';
import { client as spyClient } from './spy_client.mjs';
import { withSticks } from './sticks.mjs';
import { decodeOf, statusOf } from './wsjtx_datagrams.mjs';

const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');

const SECONDS = Number(process.env.SECONDS ?? 10);
const LIMIT = { timeout: 180_000 + SECONDS * 1500 };
const RATE = 2.4e6, CENTER_HZ = 100e6, TONE_HZ = 100.3e6, GUEST_HZ = 99.7e6, GUEST_RATE = 250e3;
const SCENE = { noise: -100, signals: [TONE_HZ, GUEST_HZ].map((frequency) => ({ kind: 'carrier', frequency, level: -20 })) };
const ROWS = 20; // a second
const LOOK_MS = 500; // between looks at what has come, which is then forgotten
const STALLED_MS = 30_000; // then others stall: the program drops them after ten seconds
const SCRAPE_MS = 5000;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Numbers that should follow each other: how many came, and how many are missing. */
class Sequence {
  got = 0;
  missing = 0;
  #next = NaN;

  take(number) {
    this.got += 1;
    if (number !== this.#next && !Number.isNaN(this.#next)) this.missing += Math.abs(number - this.#next);
    this.#next = number + 1;
  }
}

const openSocket = (url) => new Promise((done, failed) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}ws`, 'spectrum.v1');
  socket.once('open', () => done(socket)).once('error', failed);
});

/** What the page asks for. */
async function viewer(url) {
  const socket = await openSocket(url);
  const rows = { got: 0, missing: 0 };
  socket.on('message', (data, binary) => {
    if (!binary) return;
    rows.got += 1;
    rows.missing += data.readUInt16LE(14);
  });
  socket.send(JSON.stringify({ type: 'view', bins: 1086, detectors: ['mean', 'max'], recent: 0 }));
  return { name: 'page', perSecond: ROWS, counts: () => rows, close: () => socket.close() };
}

async function listener(url, center, codec) {
  const socket = await openSocket(url);
  const packets = new Sequence();
  socket.on('message', (data, binary) => binary && data.toString('latin1', 0, 4) === 'SPS1' && packets.take(data.readUInt32LE(12)));
  socket.send(JSON.stringify({ type: 'view', pause: true }));
  socket.send(JSON.stringify({ type: 'listen', center, mode: 'nfm', codec }));
  return { name: `listener, ${codec}`, perSecond: 50, counts: () => packets, close: () => socket.close() };
}

/** Moves the dial in the band, and asks where it is. */
async function dialler(port) {
  const rig = await talk(port);
  let got = 0, open = true;
  const ended = (async () => {
    for (let hz = 99_900_000; open; hz = hz >= 100_100_000 ? 99_900_000 : hz + 5) {
      assert.equal(await rig.ask(`F ${hz}\n`, /\n/), 'RPRT 0\n');
      assert.equal(await rig.ask('f\n', /\n/), `${hz}\n`);
      got += 1;
    }
  })();
  return { name: 'rigctl', counts: () => ({ got, missing: 0 }), close: async () => { open = false; await ended; rig.close(); } };
}

/** Calls `take` with each message of a type. */
async function spyReader(port, name, settings, type, take) {
  const spy = await spyClient(port, name);
  await spy.greeted();
  for (const [setting, value] of settings) spy.set(setting, value);
  const look = setInterval(() => spy.messages.splice(0).filter((message) => message.type === type).forEach(take), LOOK_MS);
  return () => {
    clearInterval(look);
    spy.close();
  };
}

/** A channel of an eighth of the rate in 16 bits: counted in samples. */
async function spySamples(port) {
  const name = 'SpyServer, samples', packets = new Sequence();
  let got = 0;
  const close = await spyReader(port, name, [['mode', 1], ['digitalGain', 0], ['iqFormat', 2], ['iqFrequency', TONE_HZ - 5000], ['iqDecimation', 3], ['enabled', 1]], 101,
    ({ sequence, body }) => {
      packets.take(sequence);
      got += body.length / 4;
    });
  return { name, perSecond: RATE / 8, counts: () => ({ got, missing: packets.missing }), close };
}

/** Spectra have no numbers in this protocol. */
async function spySpectra(port) {
  const name = 'SpyServer, spectra';
  let got = 0;
  const close = await spyReader(port, name, [['mode', 4], ['pixels', 1024], ['dbOffset', 0], ['dbRange', 127], ['fftFormat', 1], ['fftFrequency', CENTER_HZ],
    ['fftDecimation', 0], ['enabled', 1]], 301, () => { got += 1; });
  return { name, perSecond: ROWS, counts: () => ({ got, missing: 0 }), close };
}

async function kiwiRecorder(port) {
  const recorder = new Recorder(port);
  await recorder.begin(0, RATE / 2e3);
  const rows = new Sequence();
  const look = setInterval(() => recorder.rows.splice(0).forEach(({ sequence }) => rows.take(sequence)), LOOK_MS);
  return { name: 'KiwiSDR', perSecond: ROWS, counts: () => rows, close: () => { clearInterval(look); recorder.close(); } };
}

function sdrangel(port) {
  const socket = sdrangelReader(`ws://127.0.0.1:${port}/`);
  const rows = { got: 0, missing: 0 };
  const look = setInterval(() => {
    for (const message of socket.messages.splice(0)) {
      const { centerHz, values } = spectrumOf(message);
      assert.deepEqual([centerHz, values.length], [CENTER_HZ, 4096]);
      rows.got += 1;
    }
  }, LOOK_MS);
  return { name: 'SDRangel', perSecond: ROWS, counts: () => rows, close: () => { clearInterval(look); socket.close(); } };
}

/** rtl_433 writes the samples that it gets to its output: counted in samples. */
function rtl433(programs, port) {
  const child = programs.start('rtl_433', ['-d', `rtl_tcp:127.0.0.1:${port}`, '-f', String(GUEST_HZ - 20_000), '-s', String(GUEST_RATE), '-w', 'cu8:-']);
  let got = 0, newest = Buffer.alloc(0);
  child.stdout.on('data', (piece) => {
    got += piece.length / 2;
    newest = piece;
  });
  return { name: 'rtl_433', perSecond: GUEST_RATE, counts: () => ({ got, missing: 0 }), close: () => {
    assert.ok(Math.abs(strongestHz(newest.subarray(newest.length % 2), GUEST_RATE) - 20_000) < 500, 'its carrier');
  } };
}

async function n1mm() {
  const socket = createSocket('udp4');
  let got = 0;
  socket.on('message', (datagram) => {
    const [, low, high, count, values] = /<LowScopeFrequency>([\d.]+)<.*<HighScopeFrequency>([\d.]+)<.*<DataCount>(\d+)<.*<SpectrumData>([\d,]+)</.exec(String(datagram));
    const levels = values.split(',').map(Number);
    assert.equal(levels.length, Number(count));
    const strongest = levels.indexOf(Math.max(...levels));
    const khz = Number(low) + (Number(high) - Number(low)) * strongest / (levels.length - 1);
    assert.ok([TONE_HZ, GUEST_HZ].some((hz) => Math.abs(khz - hz / 1e3) < 3), `${khz} kHz`);
    got += 1;
  });
  await new Promise((done) => socket.bind(0, '127.0.0.1', done));
  return { name: 'N1MM', port: socket.address().port, perSecond: 4, counts: () => ({ got, missing: 0 }), close: () => socket.close() };
}

/** Takes points of the line protocol, once a second. */
async function influx() {
  let got = 0;
  const server = createHttpServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    for (const line of gunzipSync(Buffer.concat(pieces)).toString().trim().split('\n')) {
      assert.match(line, /^spectrumd(_signals)?(,[a-z_]+=\S+)* \w+=\S+ \d+$/);
      if (line.includes('source_center_hertz')) got += 1;
    }
    response.writeHead(204).end();
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { name: 'InfluxDB', port: server.address().port, perSecond: 1, counts: () => ({ got, missing: 0 }), close: () => server.close() };
}

/** WSJT-X says where it is and what it hears, once a second. */
function wsjtx(port) {
  const socket = createSocket('udp4');
  let sent = 0;
  const timer = setInterval(() => {
    for (const message of [statusOf(CENTER_HZ), decodeOf(`CQ DL${sent % 10}ABC JO62`, 1500)]) socket.send(message, port, '127.0.0.1');
    sent += 1;
  }, 1000);
  return { name: 'WSJT-X', counts: () => ({ got: sent, missing: 0 }), close: () => { clearInterval(timer); socket.close(); } };
}

/** Prometheus: a scrape every five seconds, whose counters of what is lost must be zero. */
function prometheus(url) {
  let got = 0, open = true;
  const zero = /^spectrumd_(samples_total\{fate="dropped"\}|samples_dropped_usb_total|channels_lost_samples_total|feed_lost_messages_total\{.*\}) (\S+)$/gm;
  const scrape = async () => {
    const text = await (await fetch(`${url}metrics`)).text();
    const counters = [...text.matchAll(zero)];
    assert.ok(counters.length > 5, text);
    for (const [line, , value] of counters) assert.equal(Number(value), 0, line);
    got += 1;
  };
  const ended = (async () => {
    for (; open; await pause(Math.min(SCRAPE_MS, SECONDS * 200))) await scrape();
  })();
  return { name: 'Prometheus', counts: () => ({ got, missing: 0 }), close: async () => { open = false; await ended; } };
}

/** A client of each server that asks for much and reads nothing, and others after a while. */
async function stalling(ports) {
  const raw = (port, text = '') => {
    const socket = connect(port, '127.0.0.1').on('error', () => {}).pause();
    socket.write(text);
    return socket;
  };
  const begin = async () => {
    const spy = await spyClient(ports.spyserver, 'stalled');
    for (const [setting, value] of [['mode', 5], ['iqFormat', 4], ['iqDecimation', 0], ['enabled', 1]]) spy.set(setting, value);
    spy.socket.pause();
    const recorder = new Recorder(ports.kiwi);
    await recorder.begin(0, RATE / 2e3);
    recorder.socket.pause();
    const upgrade = `GET / HTTP/1.1\r\nHost: 127.0.0.1:${ports.sdrangel}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
      + 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
    return [spy.socket, recorder.socket, raw(ports.sdrangel, upgrade), raw(ports.rigctl, '1\n'.repeat(100_000)), raw(ports.share)];
  };
  let sockets = await begin();
  const timer = setInterval(async () => {
    sockets.forEach((socket) => socket.destroy());
    sockets = await begin();
  }, STALLED_MS);
  return { close: () => { clearInterval(timer); sockets.forEach((socket) => socket.destroy()); } };
}

/** Everything that the feeds connect to, and the flags that name it. */
async function startOthers() {
  const others = { broker: await startBroker(), rig: await startRigctld(), n1mm: await n1mm(), influx: await influx() };
  others.cluster = await startLines((line) => (line.includes('DL1SHACK') ? 'DX de K1ABC:    100100.0  DL7XYZ       loud               1200Z\r\n' : null), 'login: ');
  await others.rig.rig('F', '100010000');
  const spots = join(temporaryFolder(), 'spots.json');
  writeFileSync(spots, JSON.stringify({ spots: [{ frequency_hz: 100.2e6, label: 'Calling' }] }));
  others.heard = subscribe(others.broker, ['#']);
  others.flags = ['--rigctl', '127.0.0.1:0', '--spyserver', '127.0.0.1:0', '--kiwi', '127.0.0.1:0', '--sdrangel', '127.0.0.1:0',
    '--mqtt', `mqtt://127.0.0.1:${others.broker.port}/shack`, '--n1mm', `127.0.0.1:${others.n1mm.port}`,
    '--influx', `http://127.0.0.1:${others.influx.port}/write?db=shack`, '--influx-seconds', '1', '--follow', `rigctld:127.0.0.1:${others.rig.port}`,
    '--spots', `wsjtx:127.0.0.1:${await freePort()},dxcluster:127.0.0.1:${others.cluster.port},file:${spots}`, '--callsign', 'DL1SHACK',
    '--share', 'rtl_tcp=0', '--share-channels', 'true'];
  return others;
}

const EXPECTED = { rigctl: 'listening', spyserver: 'listening', kiwi: 'listening', sdrangel: 'listening', wsjtx: 'listening', mqtt: 'connected',
  dxcluster: 'connected', follow: 'connected', influx: 'connected', n1mm: 'sending', spots: 'connected' };
const CLIENTS = { rigctl: 1, spyserver: 2, kiwi: 1, sdrangel: 1 };

async function checkFeeds(program) {
  const { feeds } = await program.get('api/v1/feeds');
  assert.deepEqual(Object.fromEntries(feeds.map(({ name, state }) => [name, state])), EXPECTED);
  for (const { name, cause, clients, lost } of feeds) {
    assert.deepEqual([cause, lost], ['', undefined], name);
    assert.ok(clients >= (CLIENTS[name] ?? 0), `${name}: ${clients} clients`);
  }
}

async function look(program) {
  const { samples, history } = await program.get('api/v1/status');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'));
  return { samples, historyBytes: history.bytes, residentBytes: 1024 * Number(kilobytes), threads: threadSeconds(program.pid) };
}

function report(before, after, seconds) {
  const names = Object.keys(after.threads);
  const percent = Object.fromEntries(names.map((name) => [name, percentOf(name, before.threads, after.threads, seconds)]));
  const all = Object.values(percent).reduce((sum, each) => sum + each, 0);
  const most = Object.entries(percent).filter(([, each]) => each >= 0.5).sort(([, a], [, b]) => b - a);
  const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(1);
  console.log(`# ${seconds.toFixed(0)} s: ${all.toFixed(1)} % of a core, the simulated stick included: ${most.map(([name, each]) => `${name} ${each}`).join(', ')}`);
  console.log(`# memory: ${megabytes(before.residentBytes)} MiB, then ${megabytes(after.residentBytes)} MiB, ${megabytes(after.historyBytes - before.historyBytes)} MiB of that rows of the history`);
}

test(`a whole shack on one stick for ${SECONDS} s`, LIMIT, () => withSticks([{}], async (sticks) => {
  const others = await startOthers();
  const programs = new Programs();
  const readers = [];
  let program, stalled;
  try {
    program = await startProgram(['--source', 'rtlsdr', '--rate', String(RATE), '--center', String(CENTER_HZ), '--rows', String(ROWS), ...others.flags], sticks.environment);
    await eventually(async () => (await program.get('api/v1/status')).source.state === 'streaming', 'samples');
    const { feeds } = await program.get('api/v1/feeds');
    const ports = Object.fromEntries(feeds.map(({ name, address }) => [name, Number(address.split(':').at(-1))]));
    ports.share = Number((await eventually(() => /share: .*:(\d+)/.exec(program.log), 'the port'))[1]);
    stalled = await stalling(ports);
    readers.push(others.n1mm, others.influx, rtl433(programs, ports.share), sdrangel(ports.sdrangel), wsjtx(ports.wsjtx), prometheus(program.url));
    readers.push(...await Promise.all([viewer(program.url), listener(program.url, TONE_HZ, 'opus'), listener(program.url, GUEST_HZ, 's16'), dialler(ports.rigctl),
      spySamples(ports.spyserver), spySpectra(ports.spyserver), kiwiRecorder(ports.kiwi)]));
    await eventually(() => readers.every((reader) => reader.counts().got > 0), () => `something for: ${readers.filter((reader) => reader.counts().got === 0).map(({ name }) => name)}; ${program.log}`);
    await eventually(() => checkFeeds(program).then(() => true, () => false), 'all feeds').catch(() => checkFeeds(program));

    const counts = () => readers.map((reader) => ({ ...reader.counts() }));
    const [before, countsBefore, begin] = [await look(program), counts(), performance.now()];
    await pause(SECONDS * 1000);
    const [after, countsAfter] = [await look(program), counts()];
    report(before, after, (performance.now() - begin) / 1000);
    await checkFeeds(program);

    assert.equal(after.samples.dropped, 0);
    const radioSeconds = (after.samples.received - before.samples.received) / RATE;
    readers.forEach(({ name, perSecond }, i) => {
      const got = countsAfter[i].got - countsBefore[i].got;
      console.log(`# ${name}: ${(got / radioSeconds).toFixed(1)} a second`);
      assert.equal(countsAfter[i].missing, 0, `${name} misses some`);
      if (perSecond) assert.ok(Math.abs(got / perSecond - radioSeconds) < 2 + radioSeconds / 100, `${name}: ${got} in ${radioSeconds} s of the radio`);
    });
    const { channels } = await program.get('api/v1/channels');
    assert.ok(channels.length >= 2, JSON.stringify(channels));
    channels.forEach((channel) => assert.equal(channel.lost, 0, JSON.stringify(channel)));
    const labels = (await program.get('api/v1/spots')).spots.map(({ label }) => label);
    for (const label of ['DL7XYZ', 'Calling', 'DL0ABC']) assert.ok(labels.includes(label), `${label} in ${labels}`);
    assert.ok(others.heard.counts.get('shack/states') >= SECONDS / 10);
    assert.ok([...others.heard.seen.keys()].some((topic) => topic.startsWith('homeassistant/device/')), 'the discovery');
  } finally {
    for (const { close } of readers) await close();
    stalled?.close();
    programs.stop();
    others.heard.close();
    await program?.stop();
    for (const each of [others.cluster, others.rig, others.broker]) await each.stop();
  }
}, SCENE));
