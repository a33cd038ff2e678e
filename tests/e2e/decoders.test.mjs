// SPDX-License-Identifier: MIT
// Programs of other people side by side on one stick: rtl_433 and multimon-ng decode what the scene sends, while a view is
// zoomed, two clients listen and a recording runs. Nothing is lost. With WITH_PAGE=1 the page is open and zoomed as well,
// which takes a core: two cores are too few for that and everything else, when other tests run.

import test from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { facts, launchBrowser, openPage } from './page_harness.mjs';
import { eventually, startProgram } from './program.mjs';
import { withSticks } from './sticks.mjs';

const WebSocket = createRequire(new URL('../web/package.json', import.meta.url))('ws');

const LIMIT = { timeout: 400_000 };
const PATIENCE_MS = 60_000;
const FRAME = 'b38f0a';
const BITS = [...FRAME].flatMap((digit) => [3, 2, 1, 0].map((bit) => (parseInt(digit, 16) >> bit) & 1));
const PULSES = BITS.flatMap((bit) => (bit ? [500, 1500] : [1500, 500])); // microseconds: a one is short
const TEXT = 'DE SPECTRUMD';
const CARRIER_HZ = 100_300_000;
const SCENE = { noise: -105, signals: [
  { kind: 'ook', frequency: 99_700_000, level: -6, pulses: PULSES, pause: 0.3 },
  { kind: 'cw', frequency: 100_200_000, level: -30, text: TEXT, wpm: 25, pause: 1 },
  { kind: 'carrier', frequency: CARRIER_HZ, level: -20 },
  { kind: 'am', frequency: 100_450_000, level: -30, tone: 1000 }] };
const ZOOMED = 1024;

/** What a command prints, until stop() ends it. @param {string} command */
function listenTo(command) {
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const heard = { text: '', stop: () => process.kill(-child.pid, 'SIGKILL') };
  child.stdout.on('data', (piece) => (heard.text += piece));
  child.stderr.on('data', (piece) => (heard.text += piece));
  return heard;
}

/** The page in a browser, zoomed to where rows are finer than the band's. */
async function zoomedPage(url) {
  const browser = await launchBrowser();
  const { page } = await openPage(browser, `${url}#from=${CARRIER_HZ - 2000}&to=${CARRIER_HZ + 2000}`);
  return { rows: async () => (await facts(page)).rows, stop: () => browser.close() };
}

/** A client that counts what it hears. */
async function listener(url, path) {
  const abort = new AbortController();
  const response = await fetch(new URL(path, url), { signal: abort.signal });
  const client = { bytes: 0, stop: () => abort.abort() };
  (async () => {
    for await (const piece of response.body) client.bytes += piece.length;
  })().catch(() => {}); // stopped
  return client;
}

/** A viewer of 200 Hz, who counts fine rows. */
function viewer(url) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}ws`, 'spectrum.v1');
  const client = { rows: 0, stop: () => socket.close() };
  socket.on('open', () => socket.send(JSON.stringify({ type: 'view', from: CARRIER_HZ - 100, to: CARRIER_HZ + 100, bins: 512 })));
  socket.on('message', (data, binary) => (client.rows += binary && data.readUInt16LE(6) & ZOOMED ? 1 : 0));
  return client;
}

test('rtl_433 and multimon-ng decode side by side, next to viewers, listeners and a recording', LIMIT, () => withSticks([{}], async (sticks) => {
  const recordings = mkdtempSync(join(tmpdir(), 'recordings-'));
  const program = await startProgram(['--source', 'rtlsdr', '--rate', '2.4M', '--share', 'rtl_tcp=0', '--share-channels', 'true',
    '--recordings', recordings], sticks.environment);
  const clients = [];
  try {
    await eventually(async () => (await program.get('api/v1/status')).source.state === 'streaming', 'samples');
    const port = Number((await eventually(() => /share: .*:(\d+)/.exec(program.log), 'the port'))[1]);
    const keyed = listenTo(`rtl_433 -d rtl_tcp:127.0.0.1:${port} -f 99.68M -s 250k -R 0 -X n=keyed,m=OOK_PWM,s=500,l=1500,r=2500,bits=24 -F json`);
    const morse = listenTo(`curl -sN '${program.url}api/v1/audio?center=100.2M&mode=cw&format=s16' | multimon-ng -q -a MORSE_CW -t raw -`);
    const am = await listener(program.url, 'api/v1/audio?center=100.45M&mode=am');
    const opus = await listener(program.url, 'api/v1/audio?center=100.45M&mode=nfm&format=opus');
    const fine = viewer(program.url);
    const page = process.env.WITH_PAGE ? await zoomedPage(program.url) : undefined;
    clients.push(keyed, morse, am, opus, fine, ...(page ? [page] : []));
    const started = await fetch(new URL('api/v1/recordings', program.url),
      { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ seconds: 3 }) });
    assert.equal(started.status, 200, await started.text());
    const count = (text, pattern) => (text.match(pattern) ?? []).length;
    await eventually(() => count(keyed.text, new RegExp(`"${FRAME}"|\\{24\\}${FRAME}`, 'g')) >= 5, 'five frames', PATIENCE_MS).catch((reason) => {
      throw new Error(`${reason.message}: ${keyed.text.slice(-2000)}`);
    });
    const isRead = () => count(morse.text, new RegExp(TEXT, 'g')) >= 2;
    const read = (patience) => eventually(isRead, 'the text twice', patience);
    await read(PATIENCE_MS).catch(async (reason) => {
      const { samples } = await program.get('api/v1/status');
      const text = `${reason.message}, ${samples.dropped} samples dropped: ${morse.text.slice(-2000)}`;
      if (samples.dropped === 0) throw new Error(text);
      await read(3 * PATIENCE_MS).catch(() => { throw new Error(text); }); // a busy machine broke the letters
    });
    await eventually(() => fine.rows > 20, 'fine rows', PATIENCE_MS);
    assert.ok(am.bytes > 48_000 * 4 && opus.bytes > 1000 * 4, `${am.bytes} and ${opus.bytes} bytes heard`);
    const ended = await eventually(async () => {
      const [recording] = (await program.get('api/v1/recordings')).recordings;
      return recording?.state === 'ended' && recording;
    }, 'the recording', PATIENCE_MS);
    if (page) console.log(`# rows on the page: ${await page.rows()}`);
    const { samples } = await program.get('api/v1/status');
    const { channels, lost_samples: lost } = await program.get('api/v1/channels');
    console.log(`# dropped ${samples.dropped}, lost by channels ${lost}, of the recording ${ended.lost}; ${channels.length} channels of the API`);
    if (samples.dropped === 0) assert.deepEqual([lost, ended.lost], [0, 0]); // else a busy machine lost samples before any of them
    assert.equal((await program.get('api/v1/status')).source.center_hz, 100e6, 'the radio stays where it is');
  } finally {
    for (const client of clients) await client.stop();
    await program.stop();
    rmSync(recordings, { recursive: true, force: true });
  }
}, SCENE));
