// SPDX-License-Identifier: MIT
// The table "you use X: do this" of daemon/feeds/README.md, line by line: its flags are accepted as they stand there, and
// with them (but on ports of this test, and with its servers) the feed answers with what its protocol begins with. Each
// line names the test in which that program, or the bytes it sends, goes further. A line without a check fails.

import test from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { startBroker, subscribe } from './broker.mjs';
import { freePort } from './free_port.mjs';
import { Recorder } from './kiwi_recorder.mjs';
import { eventually, REAL, startProgram, temporaryFolder } from './program.mjs';
import { talk } from './rig_client.mjs';
import { startFlrig, startLines, startRigctld, startTci } from './rigs.mjs';
import { reader as sdrangelReader, spectrumOf } from './sdrangel_reader.mjs';
import { client as spyClient } from './spy_client.mjs';
import { decodeOf, statusOf } from './wsjtx_datagrams.mjs';

const LIMIT = { timeout: 120_000 };
const run = promisify(execFile);
const file = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The rows: what is used, the flags of each `--span`, the last column. "The same" is what the row above has. */
const ROWS = (() => {
  const rows = [];
  const [, table] = file('daemon/feeds/README.md').split('| you use | turn on | and there |\n|---|---|---|\n');
  for (const line of table.slice(0, table.indexOf('\n\n')).split('\n')) {
    const [uses, turnOn, there] = line.split('|').slice(1, 4).map((cell) => cell.trim());
    const flags = turnOn === 'the same' ? rows.at(-1).flags : [...turnOn.matchAll(/`(--[^`]+)`/g)].map(([, span]) => span);
    rows.push({ uses, turnOn, flags, there });
  }
  return rows;
})();

/** The words of flags as a shell has them, with what is of this place in them replaced by what is of the test. */
function wordsOf(flags, replacements = {}) {
  let text = flags;
  for (const [from, to] of Object.entries(replacements)) {
    assert.ok(text.includes(from), `${from} in ${text}`);
    text = text.replace(from, String(to));
  }
  return [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word);
}

/** Starts spectrumd with flags of the table, and stops it after `work`. */
async function started(words, work) {
  const program = await startProgram(words);
  try {
    await work(program);
  } finally {
    await program.stop();
  }
}

/** A server of HTTP that keeps what it was asked, and answers `answer`. */
async function httpServer(answer) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    asked.push({ url: request.url, headers: request.headers, body: request.headers['content-encoding'] === 'gzip' ? gunzipSync(body).toString() : body.toString() });
    response.writeHead(answer ? 200 : 204).end(answer);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { at: `127.0.0.1:${server.address().port}`, asked, stop: () => { server.closeAllConnections(); server.close(); } };
}

/** The first bytes that a server says to a client. */
const firstBytes = (port, count) => new Promise((done, failed) => {
  let got = Buffer.alloc(0);
  const socket = connect(port, '127.0.0.1').on('error', failed).on('data', (bytes) => {
    got = Buffer.concat([got, bytes]);
    if (got.length < count) return;
    socket.destroy();
    done(got.subarray(0, count));
  });
});

const feedOf = async (program, wanted) => (await program.get('api/v1/feeds')).feeds.find(({ name }) => name === wanted);
const labelled = (program, label) => eventually(async () => (await program.get('api/v1/spots')).spots.find((spot) => spot.label === label), `a flag ${label}`);

async function rigctl({ flags: [flags] }) {
  const port = await freePort();
  await started(wordsOf(flags, { 4532: port }), async () => {
    const client = await talk(port);
    assert.equal(await client.ask('\\chk_vfo\n', /\n/), '0\n');
    client.close();
  });
}

async function rigctlItself({ flags: [flags], there }) {
  const port = await freePort();
  const [, command] = /`([^`]+)`/.exec(there);
  await started(wordsOf(flags, { 4532: port }), async () => {
    const [name, ...words] = wordsOf(command, { 4532: port });
    assert.equal((await run(name, [...words, 'f'], { timeout: 30_000 })).stdout, '100000000\n');
  });
}

async function n1mm({ flags }) {
  const socket = createSocket('udp4').unref();
  await new Promise((done) => socket.bind(0, '127.0.0.1', done));
  const came = new Promise((done) => socket.once('message', (bytes) => done(String(bytes))));
  const words = wordsOf(flags.join(' '), { '192.168.1.20': `127.0.0.1:${socket.address().port}` });
  await started([...words, '--center', '14.175M'], async () => {
    assert.match(await came, /^<\?xml version="1\.0" encoding="utf-8"\?>\s*<Spectrum>/);
    const [, low, high] = /<LowScopeFrequency>([\d.]+)<[^]*<HighScopeFrequency>([\d.]+)</.exec(await came);
    assert.ok(Math.abs(low - 14_000) < 1 && Math.abs(high - 14_350) < 1, `${low} to ${high} kHz`);
  });
  socket.close();
}

async function wsjtxReports({ flags: [flags], there }) {
  const multicast = /`(--spots [^`]+)`/.exec(there)[1];
  for (const [span, from, host] of [[flags, 'wsjtx', '127.0.0.1'], [multicast, '2237', '224.0.0.1']]) {
    const port = await freePort();
    await started(wordsOf(span, { [from]: from === 'wsjtx' ? `wsjtx:127.0.0.1:${port}` : port }), async (program) => {
      const socket = createSocket('udp4').unref();
      await new Promise((done) => socket.bind(0, '127.0.0.1', done));
      socket.setMulticastInterface('127.0.0.1'); // as WSJT-X has it at first
      if (host !== '127.0.0.1') assert.equal((await feedOf(program, 'wsjtx')).address, `${host}:${port}`);
      for (const message of [statusOf(100e6), decodeOf('CQ DL7XYZ JO62', 1500)]) socket.send(message, port, host);
      assert.equal((await labelled(program, 'DL7XYZ')).frequency_hz, 100_001_500);
      socket.close();
    });
  }
}

async function spyserver({ flags: [flags] }) {
  const port = await freePort();
  await started(wordsOf(flags, { 5555: port }), async () => {
    const client = await spyClient(port, 'of the table');
    await client.greeted();
    client.close();
  });
}

async function share({ flags: [flags] }) {
  const port = await freePort();
  await started(wordsOf(flags, { 1234: port }), async () => assert.equal(String((await firstBytes(port, 12)).subarray(0, 4)), 'RTL0'));
}

async function kiwi({ flags: [flags] }) {
  const port = await freePort();
  await started(wordsOf(flags, { 8073: port }), async () => {
    const recorder = new Recorder(port);
    await recorder.begin(3, 100_100);
    await eventually(() => recorder.rows.length > 0, 'a row');
    recorder.close();
  });
}

async function sdrangel({ flags: [flags], there }) {
  const port = await freePort();
  await started(wordsOf(flags, { 8887: port }), async () => {
    const [url] = wordsOf(/`([^`]+)`/.exec(there)[1], { 8887: port });
    const reader = sdrangelReader(url);
    await eventually(() => reader.messages.length > 0, 'a spectrum');
    assert.equal(spectrumOf(reader.messages[0]).centerHz, 100e6);
    reader.close();
  });
}

async function cluster({ flags: [flags] }) {
  const said = [];
  const server = await startLines((line) => {
    said.push(line.trim());
    return 'DX de K1ABC:    100100.0  DL7XYZ       loud               1200Z\r\n';
  }, 'login: ');
  await started(wordsOf(flags, { 'HOST:7300': `127.0.0.1:${server.port}`, YOURS: 'DL1ABC' }), async (program) => {
    assert.equal((await labelled(program, 'DL7XYZ')).frequency_hz, 100.1e6);
    assert.deepEqual(said, ['DL1ABC']);
  });
  server.stop();
}

async function pages({ flags: [network, own] }) {
  const spot = { activator: 'DL1ABC/P', frequency: '14285.5', mode: 'SSB', reference: 'DE-0001', spotTime: new Date(Date.now() - 60_000).toISOString().slice(0, 19) };
  const server = await httpServer(JSON.stringify([spot]));
  await started(wordsOf(network, { 'https://api.pota.app': `http://${server.at}` }), async (program) => {
    assert.equal((await labelled(program, 'DL1ABC/P')).frequency_hz, 14_285_500);
    assert.equal(server.asked[0].url, '/spot/activator');
  });
  server.stop();
  const path = join(temporaryFolder(), 'spots.json');
  writeFileSync(path, JSON.stringify({ spots: [{ frequency_hz: 145.5e6, label: 'Calling' }] }));
  await started(wordsOf(own, { '/etc/spectrumd/spots.json': path }), async (program) => {
    assert.equal((await labelled(program, 'Calling')).frequency_hz, 145.5e6);
  });
}

async function follow({ flags: [rigctld, flrig, tci, atIf] }) {
  const state = () => ({ hz: 14_074_000, mode: 'USB', ptt: 0 });
  const followed = async (flags, from, rig) => {
    await started([...wordsOf(flags, { [from]: `127.0.0.1:${rig.port}` }), ...wordsOf(atIf)], async (program) => {
      await eventually(async () => (await feedOf(program, 'follow')).dial?.frequency_hz === 14_074_000, 'the dial');
      await eventually(async () => (await program.get('api/v1/status')).source.radio_center_hz === 68.33e6, 'the radio at the IF');
    });
    await rig.stop();
  };
  const hamlib = await startRigctld();
  await hamlib.rig('F', '14074000');
  await followed(rigctld, '127.0.0.1', hamlib);
  await followed(flrig, 'HOST', await startFlrig(state()));
  await followed(tci, 'HOST', await startTci(state()));
}

async function mqtt({ flags: [flags] }) {
  const broker = await startBroker();
  const heard = subscribe(broker, ['#']);
  await started(wordsOf(flags, { HOST: `127.0.0.1:${broker.port}` }), async () => {
    assert.equal(await heard.topic('spectrumd/shack/availability'), 'online');
    await eventually(() => [...heard.seen.keys()].some((topic) => topic.startsWith('homeassistant/device/')), 'the discovery');
  });
  heard.close();
  await broker.stop();
}

async function influx({ flags: [first, second] }) {
  for (const [flags, from, path, token] of [[first, 'http://HOST:8086', '/write', undefined], [second, 'https://HOST', '/api/v2/write', 'Token TOKEN']]) {
    const server = await httpServer('');
    await started([...wordsOf(flags, { [from]: `http://${server.at}` }), '--influx-seconds', '1'], async () => {
      const { url, headers, body } = await eventually(() => server.asked.find(({ body: text }) => text), 'points');
      assert.equal(new URL(url, 'http://x').pathname, path);
      assert.equal(headers.authorization, token);
      assert.match(body, /^spectrumd(_signals)?,host=\S+ \w+=\S+ \d+\n/);
    });
    server.stop();
  }
}

async function prometheus({ turnOn }) {
  const [, path] = /`GET \/(\w+)`/.exec(turnOn);
  await started([], async (program) => {
    assert.match(await (await fetch(new URL(path, program.url))).text(), /^# HELP spectrumd_/);
  });
}

// By what begins the first column: the check, and the tests with the program itself or with its bytes.
const CHECKS = {
  'WSJT-X, JTDX': { answers: rigctl, proof: { rig_programs: ['WSJT-X tunes the radio, and reports where it is tuned'], rigctl: ['WSJT-X finds out to the hertz where it is'] } },
  fldigi: { answers: rigctl, proof: { rig_programs: ['fldigi tunes the radio, and shows where it is tuned'] } },
  GPredict: { answers: rigctl, proof: { rig_programs: ['GPredict tunes the radio to a satellite, and corrects for its speed'] } },
  CQRLOG: { answers: rigctl, proof: { rigctl: ['GPredict follows a satellite, CQRLOG logs'] } },
  CubicSDR: { answers: rigctlItself, proof: { rigctl: ['rigctl reads and sets the dial'] } },
  'N1MM Logger+': { answers: n1mm, proof: { shack: ['a whole shack on one stick for ${SECONDS} s'] } },
  'WSJT-X, JTDX, MSHV: their decodes': { answers: wsjtxReports, proof: { rig_programs: ['WSJT-X tunes the radio, and reports where it is tuned'] } },
  'SDR#': { answers: spyserver, proof: { spyserver: ['AIS-catcher, SDR++ and a client of spectra are served side by side'] } },
  'rtl_433': { answers: share, proof: { guests: ['rtl_433, gqrx and welle-cli have a radio each'] } },
  kiwirecorder: { answers: kiwi, proof: { kiwi: ['kiwirecorder records the waterfall'] } },
  'programs that read SDRangel': { answers: sdrangel, proof: { sdrangel: ['20 readers get every row while another does not read'] } },
  'a DX cluster': { answers: cluster, proof: { shack: ['a whole shack on one stick for ${SECONDS} s'] } },
  'PSK Reporter': { answers: pages, proof: { spot_pages: ['stations of POTA, of PSK Reporter and of a file are flagged'] } },
  'a transceiver': { answers: follow, proof: { follow: ['the radio follows the dial of Hamlib\\\'s rigctld', 'flrig itself is followed and tuned',
    'wfview with its transceiver is followed and tuned', 'a TCI server is followed and tuned', 'at the IF the radio stays, and its frequencies are those of the dial'] } },
  'Home Assistant': { answers: mqtt, proof: { mqtt: ['Home Assistant finds a device whose every value is published', 'subscribers get state and signals as the API has them'] } },
  InfluxDB: { answers: influx, proof: { influx: ['InfluxDB takes the figures, also those of a time when it was away'] } },
  Prometheus: { answers: prometheus, proof: { metrics: ['both formats are what the parsers of Prometheus accept', 'the dashboard asks for metrics that exist'] } },
};

/** The check of a row: that whose name is the longest beginning of what is used. */
const checkOf = ({ uses }) => Object.keys(CHECKS).filter((name) => uses.startsWith(name)).sort((a, b) => b.length - a.length)[0];

test('each line of the table has a check, and each check a line', () => {
  assert.ok(ROWS.length > 10, String(ROWS.length));
  assert.deepEqual(ROWS.map(checkOf).sort(), Object.keys(CHECKS).sort(), ROWS.map((row) => `${row.uses}: ${checkOf(row)}`).join('\n'));
});

test('README leads to the table', () => assert.match(file('README.md'), /\[[^\]]+\]\(daemon\/feeds\/README\.md\) has a table/));

const LISTED = file('tests/CMakeLists.txt');

const EMPTY = join(temporaryFolder(), 'empty.json');
writeFileSync(EMPTY, '{}');

for (const row of ROWS) {
  test(`for ${row.uses}`, LIMIT, async () => {
    const { answers, proof } = CHECKS[checkOf(row)];
    for (const flags of row.flags) {
      const checked = await run(REAL, ['check-config', EMPTY, '--source', 'sim', ...wordsOf(flags)]).catch((error) => error);
      assert.ok(checked.code === undefined, `${flags}: ${checked.stderr}`);
    }
    await answers(row);
    for (const [name, titles] of Object.entries(proof)) {
      assert.ok(LISTED.includes(`e2e/${name}.test.mjs)`), `${name} is run`);
      const source = file(`tests/e2e/${name}.test.mjs`);
      for (const title of titles) assert.ok(["'", '`'].some((quote) => source.includes(`test(${quote}${title}${quote},`)), `a test "${title}" in ${name}`);
    }
  });
}
