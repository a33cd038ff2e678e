// SPDX-License-Identifier: MIT
// Listening on the page: what reaches the sound card is what the radio receives, without gaps, decoded from Opus or as
// samples, changes without another connection, and comes back after the connection was cut.

import test, { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { REAL, keepPicture, launchBrowser, openPage, waitForFacts } from './page_harness.mjs';
import { eventually, startProgram } from './program.mjs';
import { startTappedLink } from './tapped_link.mjs';

const LIMIT = { timeout: 240_000, skip: REAL ? false : 'needs the program' };
const AM = { mode: 'am', centerHz: 100.45e6, passBands: { am: { lowHz: -5000, highHz: 5000 } }, volume: 1, squelchDb: null };
const AM_SECONDS = Number(process.env.AM_SECONDS ?? 10);
const AM_TONE_HZ = 4000;
const PATIENCE_MS = 60_000;
const SCENE = fileURLToPath(new URL('page_listen.scene.json', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'spectrumd-listen-'));
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
let program;
let link;
let plainLink; // as to a page without TLS from another computer, where browsers have no AudioDecoder
before(async () => {
  browser = await launchBrowser();
  // A radio of 2.4 MS/s loses samples next to a browser.
  program = await startProgram(['--source', 'sim', '--sim-scene', SCENE, '--rate', '1.4M', '--recordings', folder]);
  link = await startTappedLink(program.port, 'tap.js', TAP);
  const reader = await (await fetch(new URL('listen/reader.js', program.url))).text();
  plainLink = await startTappedLink(Number(new URL(link.url).port), 'listen/reader.js', `delete globalThis.AudioDecoder;${reader}`);
}, LIMIT);
after(async () => {
  rmSync(folder, { recursive: true });
  await browser?.close();
  for (const each of [plainLink, link]) each?.cut();
  await program?.stop();
});

/** Keeps all that goes to the sound card, by a worklet next to it: `recorded.pieces` of the left side. Runs in the page. */
function tapDestination({ settings, withoutWorklet }) {
  if (localStorage.getItem('spectrumd.listen') === null) localStorage.setItem('spectrumd.listen', JSON.stringify(settings));
  window.recorded = { pieces: [], rate: 0, contexts: 0 };
  const connect = AudioNode.prototype.connect;
  const { addModule } = AudioWorklet.prototype;
  const worklets = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'audioWorklet').get;
  AudioNode.prototype.connect = function (target, ...rest) {
    if (target instanceof AudioDestinationNode) tap(this);
    return connect.call(this, target, ...rest);
  };
  async function tap(node) {
    window.recorded.rate = node.context.sampleRate;
    window.recorded.contexts += 1;
    await addModule.call(worklets.call(node.context), 'tap.js').catch((reason) => console.error(`tap: ${reason}`));
    const recorder = new AudioWorkletNode(node.context, 'tap');
    recorder.port.onmessage = ({ data }) => window.recorded.pieces.push(data);
    connect.call(node, recorder);
    connect.call(recorder, node.context.destination); // silent, and asked for sound only so
  }
  if (withoutWorklet) Object.defineProperty(BaseAudioContext.prototype, 'audioWorklet', { get: () => undefined });
}

const TAP = `registerProcessor('tap', class extends AudioWorkletProcessor {
  constructor() { super(); this.piece = new Float32Array(4096); this.at = 0; }
  process([[sound]]) {
    for (let index = 0; index < 128; ++index) this.piece[this.at + index] = sound ? sound[index] : 0;
    this.at += 128;
    if (this.at === this.piece.length) { this.port.postMessage(this.piece.slice()); this.at = 0; }
    return true;
  }
});`;

/** A page whose sound is kept, which `work` gets, with the addresses of its WebSockets; it may only complain of what
 * `mayComplain` matches. */
async function withPage(work, { settings = AM, withoutWorklet = false, withoutDecoder = false, look = {}, mayComplain = null } = {}) {
  const sockets = [];
  const context = { newContext: async (options) => {
    const made = await browser.newContext(options);
    await made.addInitScript(tapDestination, { settings, withoutWorklet });
    made.on('page', (page) => page.on('websocket', (socket) => sockets.push(socket.url())));
    return made;
  } };
  const { page, complaints, close } = await openPage(context, withoutDecoder ? plainLink.url : link.url, look);
  try {
    await waitForFacts(page, ({ access }) => access !== null);
    await work(page, sockets);
    assert.deepEqual(complaints.filter((text) => !mayComplain?.test(text)), []);
  } finally {
    await close();
  }
}

const open = (page) => page.evaluate(() => {
  document.body.classList.remove('panel-closed');
  document.querySelector('#listen-section').open = true;
});
const stateIs = (page, pattern) => eventually(async () => pattern.test(await page.textContent('#listen-state')), String(pattern), PATIENCE_MS);
const delayOf = async (page) => Number.parseInt(await page.textContent('#listen-delay'), 10);
const plays = (page) => eventually(async () => (await delayOf(page)) > 0, 'sound', PATIENCE_MS);
const forget = (page) => page.evaluate(() => void (window.recorded.pieces = []));

/** The next `seconds` of what is played, and the longest delay that was shown meanwhile. */
async function hear(page, seconds) {
  await forget(page);
  const rate = await page.evaluate(() => window.recorded.rate);
  let longestDelayMs = 0;
  await eventually(async () => {
    longestDelayMs = Math.max(longestDelayMs, (await delayOf(page)) || 0);
    return page.evaluate((samples) => window.recorded.pieces.length * 4096 >= samples, seconds * rate);
  }, `${seconds} s of sound`, 60_000 + 5000 * seconds);
  const letters = await page.evaluate(() => window.recorded.pieces.map((piece) => {
    const bytes = new Uint8Array(Int16Array.from(piece, (value) => Math.round(32767 * value)).buffer);
    return btoa(String.fromCharCode(...bytes));
  })); // numbers one by one would stop the page for so long that it misses sound
  const pieces = letters.map((text) => new Int16Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer));
  return { sound: Float32Array.from(pieces.flatMap((piece) => Array.from(piece)), (value) => value / 32767), rate, longestDelayMs };
}

/** The longest run of silence, ms. */
function longestSilence({ sound, rate }) {
  let [longest, run] = [0, 0];
  for (const value of sound) longest = Math.max(longest, run = Math.abs(value) < 1e-4 ? run + 1 : 0);
  return (1000 * longest) / rate;
}

/** What the radio and the program have lost so far, which is missing in the sound as well. */
async function lostSamples() {
  const { samples } = await program.get('api/v1/status');
  return samples.dropped + (await program.get('api/v1/channels')).lost_samples;
}

/** Sound without a gap. On a machine that is busy the page misses some at first, and each time more waits from then on.
 * Stretches in which the simulated radio itself lost samples do not count. */
async function hearWithoutGap(page, seconds, mostTries = 5) {
  for (let [tries, interrupted] = [1, 0]; ; ++tries) {
    const before = await lostSamples();
    const heard = await hear(page, seconds);
    if (await lostSamples() !== before) {
      assert.ok(++interrupted < 20, 'the radio loses samples all the time');
      --tries;
      continue;
    }
    const silence = longestSilence(heard);
    if (silence < 5) return { heard, tries };
    console.log(`# ${silence.toFixed(1)} ms of silence at try ${tries}`);
    assert.ok(tries < mostTries, `${silence} ms of silence`);
    await plays(page);
  }
}

/** Share of the power within 50 Hz of a tone, from pieces of 20 ms under a Hann window: a page that catches up plays half
 * a percent faster. */
function shareOf({ sound, rate }, hz) {
  const length = Math.round(0.02 * rate);
  let [near, all] = [0, 0];
  for (let start = 0; start + length <= sound.length; start += length) {
    let [cosine, sine, power] = [0, 0, 0];
    for (let at = 0; at < length; ++at) {
      const value = sound[start + at] * (1 - Math.cos((2 * Math.PI * at) / length));
      cosine += value * Math.cos((2 * Math.PI * hz * at) / rate);
      sine += value * Math.sin((2 * Math.PI * hz * at) / rate);
      power += value * value;
    }
    near += (3 * (cosine ** 2 + sine ** 2)) / length; // of a tone all: the window's mean is 1, its mean square 1.5
    all += power;
  }
  return all > 0 ? near / all : 0;
}

/** The frequency of a clean tone: how fast its phase turns against one of `hz`, within 40 Hz. */
function toneNear({ sound, rate }, hz) {
  const length = Math.round(0.01 * rate);
  const phases = [];
  for (let start = 0; start + length <= sound.length; start += length) {
    let [cosine, sine] = [0, 0];
    for (let at = start; at < start + length; ++at) {
      cosine += sound[at] * Math.cos((2 * Math.PI * hz * at) / rate);
      sine -= sound[at] * Math.sin((2 * Math.PI * hz * at) / rate);
    }
    phases.push(Math.atan2(sine, cosine));
  }
  let turned = 0;
  for (let at = 1; at < phases.length; ++at) turned += Math.atan2(Math.sin(phases[at] - phases[at - 1]), Math.cos(phases[at] - phases[at - 1]));
  return hz + turned / (2 * Math.PI * (phases.length - 1) * (length / rate));
}

/** The same channel as samples, as the server has them: what reaches the card should be as loud. */
async function sentBy({ centerHz, mode, passBands }, seconds) {
  const { lowHz, highHz } = passBands[mode];
  const answer = await fetch(new URL(`api/v1/audio?center=${centerHz}&mode=${mode}&low=${lowHz}&high=${highHz}&format=s16`, program.url));
  const wanted = 2 * 24000 * (seconds + 1); // the first second is that of the automatic gain
  const bytes = [];
  for await (const piece of answer.body) {
    bytes.push(...piece);
    if (bytes.length >= wanted) break;
  }
  return { sound: Float32Array.from(new Int16Array(Uint8Array.from(bytes.slice(2 * 24000, wanted)).buffer), (value) => value / 32768), rate: 24000 };
}

const loudnessDb = ({ sound }) => 10 * Math.log10(sound.reduce((sum, value) => sum + value * value, 0) / sound.length);
const codingOf = (page) => eventually(() => page.getAttribute('#listen-delay', 'title'), 'the coding', PATIENCE_MS);
const textIs = (page, selector, pattern) => eventually(async () => pattern.test(await page.textContent(selector)), `${selector}: ${pattern}`, PATIENCE_MS);

const channels = async () => (await program.get('api/v1/channels')).channels;

test(`${AM_SECONDS} seconds of AM: the tone has its frequency, and there is no gap`, LIMIT, () => withPage(async (page) => {
  assert.equal(await page.evaluate(() => window.recorded.contexts), 0, 'no sound before a press');
  await open(page);
  await page.click('#listen-on');
  await stateIs(page, /^listening, 100\.4500 MHz$/);
  await plays(page);
  assert.match(await codingOf(page), /^Opus, \d+ kbit\/s$/);
  const delayMs = await delayOf(page);
  assert.ok(delayMs > 20 && delayMs < 5000, `${delayMs} ms`);
  const { heard, tries } = await hearWithoutGap(page, AM_SECONDS);
  const tone = toneNear(heard, AM_TONE_HZ);
  assert.ok(Math.abs(tone / AM_TONE_HZ - 1) < 0.0055, `${tone} Hz`); // half a percent is what the speed may differ by
  assert.ok(shareOf(heard, tone) > 0.9, `${shareOf(heard, tone)} of the power is the tone`);
  const differenceDb = loudnessDb(heard) - loudnessDb(await sentBy(AM, 2));
  assert.ok(Math.abs(differenceDb) < 1, `${differenceDb} dB louder than what is sent`);
  await textIs(page, '#listen-level', /^−(2[6-9]|3[01])\.\d dBFS$/); // the carrier and its side bands
  console.log(`# at try ${tries}: ${delayMs} ms behind, at most ${heard.longestDelayMs} ms, ${await codingOf(page)}, tone at ${tone.toFixed(2)} Hz, ${(100 * shareOf(heard, tone)).toFixed(1)} % of the power, longest silence ${longestSilence(heard).toFixed(2)} ms`);
  await page.evaluate(() => document.querySelector('#listen-section').scrollIntoView());
  await keepPicture(page, 'listen');
  await page.click('#listen-on');
  await stateIs(page, /^stopped$/);
  await eventually(async () => (await channels()).length === 0, 'the server ends the channel', PATIENCE_MS);
}, { look: { viewport: { width: 1280, height: 800 } } }));

test('the key listens at marker 1, in narrow FM, and stops; a reload is silent and remembers', LIMIT, () => withPage(async (page) => {
  await page.keyboard.press('1');
  await eventually(() => page.evaluate(() => window.spectrumd.facts().markers.length === 1), 'a marker');
  const hz = await page.evaluate(() => window.spectrumd.facts().markers[0].hz);
  await page.keyboard.press('h');
  await eventually(async () => (await channels()).some(({ mode, center_hz: center }) => mode === 'nfm' && Math.abs(center - hz) < 1), 'there', PATIENCE_MS);
  await open(page);
  await page.fill('#listen-center', '100.22M');
  await page.press('#listen-center', 'Enter');
  await eventually(async () => (await channels()).some(({ center_hz: center }) => center === 100.22e6), 'moved', PATIENCE_MS);
  assert.equal((await channels()).length, 1);
  await plays(page);
  await hearWithoutGap(page, 2);
  await page.locator('#plot').focus();
  await page.keyboard.press('h');
  await stateIs(page, /^stopped$/);
  await page.reload();
  await waitForFacts(page, ({ access }) => access !== null);
  assert.equal(await page.evaluate(() => window.recorded.contexts), 0);
  assert.equal(await page.inputValue('#listen-center'), '100.22M');
}, { settings: { ...AM, mode: 'nfm' } }));

test('place, mode, edges and options change on the same connection', LIMIT, () => withPage(async (page, sockets) => {
  const before = sockets.length;
  assert.equal(before, 1, 'that of the rows');
  await open(page);
  await page.evaluate(() => void (document.querySelector('#listen-options').open = true));
  await page.click('#listen-on');
  await stateIs(page, /^listening/);
  await plays(page);
  const [{ id }] = await channels();
  const becomes = (what, condition) => eventually(async () => (await channels()).find(condition), what, PATIENCE_MS);
  const entered = async (name, value) => {
    await page.fill(`#listen-${name}`, value);
    await page.press(`#listen-${name}`, 'Enter');
  };
  await page.click('#listen-agc');
  await becomes('fixed gain', ({ agc, gain_db: gainDb }) => !agc && gainDb > 0);
  await entered('gain', '20');
  await becomes('gain', ({ gain_db: gainDb }) => gainDb === 20);
  await page.click('#listen-agc');
  await page.click('#listen-notch');
  await becomes('notch', ({ agc, gain_db: gainDb, auto_notch: notch }) => agc && gainDb === 0 && notch);
  await page.locator('#listen-reduction').fill('12');
  await becomes('less noise', ({ noise_reduction_db: db }) => db === 12);
  await page.selectOption('#listen-mode', 'usb');
  await becomes('usb', (channel) => channel.id === id && channel.mode === 'usb' && channel.low_hz === 150 && channel.high_hz === 2850);
  await entered('high', '2.4k');
  await becomes('narrower', ({ high_hz: high }) => high === 2400);
  await page.click('#listen-squelch-off');
  await becomes('squelched', ({ squelch_db: db }) => db === -70);
  await textIs(page, '#listen-squelch-lamp', /^Squelch (open|closed)$/);
  await page.selectOption('#listen-mode', 'nfm');
  await page.click('#listen-noise-squelch-off');
  await page.selectOption('#listen-deemphasis-nfm', '0');
  await becomes('nfm', (channel) => channel.id === id && channel.noise_squelch_db === 9 && channel.deemphasis_us === 0);
  assert.equal(await page.isVisible('#listen-gain'), false, 'FM has no gain');
  await page.selectOption('#listen-mode', 'cw');
  await entered('pitch', '700');
  await becomes('cw', (channel) => channel.id === id && channel.pitch_hz === 700 && channel.noise_squelch_db === null);
  await page.selectOption('#listen-mode', 'wfm');
  await page.selectOption('#listen-deemphasis-wfm', '75');
  await becomes('wide', (channel) => channel.mode === 'wfm' && channel.deemphasis_us === 75);
  await page.click('#listen-squelch-off');
  await becomes('open', ({ squelch_db: db }) => db === null);
  await stateIs(page, /^listening/);
  await plays(page);
  assert.equal((await channels()).length, 1);
  assert.deepEqual(sockets.slice(before).length, 1, 'one WebSocket for all that is heard');
  await page.reload();
  await waitForFacts(page, ({ access }) => access !== null);
  assert.equal(await page.inputValue('#listen-deemphasis-wfm'), '75', 'this browser keeps it');
}));

test('shows what is found: a tone below speech, a pilot tone, a carrier', LIMIT, () => withPage(async (page, sockets) => {
  await open(page);
  const listen = async (center, mode) => {
    await page.selectOption('#listen-mode', mode);
    await page.fill('#listen-center', center);
    await page.press('#listen-center', 'Enter');
  };
  await page.click('#listen-on');
  await listen('99.96M', 'nfm');
  await textIs(page, '#listen-tone-lamp', /^CTCSS 88\.5 Hz$/);
  await listen('99.6M', 'wfm');
  await eventually(() => page.getAttribute('#listen-stereo-lamp', 'data-lit').then((lit) => lit !== null), 'stereo', PATIENCE_MS);
  await listen('100.45001M', 'sam');
  await textIs(page, '#listen-carrier-lamp', /^Carrier −(9|10|11)\.\d Hz$/);
  assert.equal(await page.isVisible('#listen-tone-lamp'), false);
  assert.equal(sockets.length, 2, 'one for the rows, one for all that is heard, although the place was changed while it opened');
  await page.click('#listen-on');
  await textIs(page, '#listen-level', /^—$/);
}));

test('records what is listened to, and stops; a refusal is shown', LIMIT, () => withPage(async (page) => {
  const asked = [];
  let refusal = null;
  await page.route(/api\/v1\/recordings(\/stop)?$/, (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    asked.push([new URL(request.url()).pathname.split('/').pop(), request.postDataJSON()]);
    if (refusal) return route.fulfill({ status: 409, json: { error: { code: 'disk_full', message: refusal } } });
    return route.fulfill({ json: { name: 'sound-1', state: asked.length === 1 ? 'recording' : 'stopping' } });
  });
  await open(page);
  assert.equal(await page.isDisabled('#listen-record'), true, 'nothing is listened to');
  await page.click('#listen-on');
  await stateIs(page, /^listening/);
  await page.click('#listen-squelch-off');
  await page.click('#listen-record');
  await textIs(page, '#listen-record', /^Stop recording$/);
  await page.click('#listen-record');
  await textIs(page, '#listen-record', /^Record$/);
  const [low, high] = [AM.passBands.am.lowHz, AM.passBands.am.highHz];
  assert.deepEqual(asked, [['recordings', { center: AM.centerHz, mode: 'am', low, high, squelch_db: -70, format: 'opus', split: true }],
    ['stop', { name: 'sound-1' }]]);
  refusal = 'the disk is full; make room';
  await page.click('#listen-record');
  await textIs(page, '.field:has(#listen-record) .refusal', /^the disk is full; make room$/);
}, { mayComplain: /409/ }));

test('an over is recorded by the server, and is in the list', LIMIT, () => withPage(async (page) => {
  await open(page);
  await page.click('#listen-on');
  await stateIs(page, /^listening/);
  await page.click('#listen-record');
  await textIs(page, '#listen-record', /^Stop recording$/);
  const sound = async () => (await program.get('api/v1/recordings')).recordings.find(({ kind }) => kind === 'sound');
  await eventually(async () => (await sound())?.seconds > 0.5, 'half a second of it', PATIENCE_MS);
  await page.reload(); // the sound ends with it, the recording does not
  await waitForFacts(page, ({ access }) => access !== null);
  await open(page);
  await textIs(page, '#listen-record', /^Stop recording$/);
  await page.evaluate(() => void (document.querySelector('#recordings-section').open = true));
  await textIs(page, '#record-text', /^Record$/);
  await page.click('#listen-record');
  await textIs(page, '#listen-record', /^Record$/);
  const link = page.locator('#recordings li a', { hasText: 'Sound' });
  await link.waitFor();
  assert.equal(await page.locator('#recordings li a', { hasText: 'Meta' }).count(), 0, 'sound has none');
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const bytes = readFileSync(await download.path());
  assert.equal(bytes.toString('latin1', 0, 4), 'OggS');
  assert.match(download.suggestedFilename(), /_am\.opus$/);
  assert.equal((await sound()).state, 'ended');
}));

test('an edge is dragged in the spectrum', LIMIT, () => withPage(async (page) => {
  await open(page);
  await page.click('#listen-on');
  await stateIs(page, /^listening/);
  await page.fill('#frequency', '100.43-100.47M');
  await page.press('#frequency', 'Enter');
  const shown = await waitForFacts(page, ({ band }) => band.toHz - band.fromHz < 50e3);
  const box = await page.locator('#plot').boundingBox();
  const at = (hz) => page.evaluate((value) => window.spectrumd.xOf(value), hz);
  await page.mouse.move(box.x + (await at(100.455e6)), box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + (await at(100.453e6)), box.y + 60, { steps: 4 });
  await page.mouse.up();
  await eventually(async () => (await channels()).some(({ high_hz: high }) => Math.abs(high - 3000) < 150), 'dragged', PATIENCE_MS);
  assert.deepEqual((await waitForFacts(page, () => true)).band, shown.band, 'the view stays');
}));

test('after the connection is cut it retries, and is heard again', LIMIT, () => withPage(async (page) => {
  await open(page);
  await page.click('#listen-on');
  await stateIs(page, /^listening/);
  await plays(page);
  link.cut();
  await stateIs(page, /^connection lost/);
  await link.mend();
  await stateIs(page, /^listening/);
  await plays(page);
  const { heard } = await hearWithoutGap(page, 2);
  assert.ok(shareOf(heard, toneNear(heard, AM_TONE_HZ)) > 0.9);
}, { mayComplain: /ERR_|WebSocket/ }));

test('waits while the radio is elsewhere', LIMIT, () => withPage(async (page) => {
  await open(page);
  await page.click('#listen-on');
  await stateIs(page, /^listening/);
  await program.patch({ center: 145e6 });
  await stateIs(page, /^waiting: 100\.4500 MHz is outside of the band$/);
  await program.patch({ center: 100e6 });
  await stateIs(page, /^listening/);
  await plays(page);
}));

test('the radio follows who listens outside of the band', LIMIT, () => withPage(async (page) => {
  await open(page);
  await page.click('#listen-on');
  await stateIs(page, /^listening/);
  const atOnce = await page.evaluate(() => {
    const box = document.querySelector('#listen-center');
    box.value = '145.5M';
    box.dispatchEvent(new Event('change'));
    return document.querySelector('#listen-state').textContent;
  });
  assert.equal(atOnce, 'connecting to 145.5000 MHz', 'while the radio is elsewhere');
  await stateIs(page, /^listening, 145\.5000 MHz/);
  const { tuning } = await program.get('api/v1/tuning');
  assert.equal(tuning.center, 145.5e6 + 1.4e6 / 8, 'its center is next to the place');
  await program.patch({ center: 100e6 });
  await stateIs(page, /^waiting/);
}));

test('without worklets and decoders, as over plain HTTP, the page itself plays samples; on a phone with targets of 44 px', LIMIT, () => withPage(async (page) => {
  await page.tap('#tune-listen');
  await eventually(async () => (await channels()).length === 1, 'a channel', PATIENCE_MS);
  await open(page);
  await page.evaluate(() => void (document.querySelector('#listen-options').open = true));
  await page.fill('#listen-center', '100.45M');
  await page.press('#listen-center', 'Enter');
  await stateIs(page, /^listening, 100\.4500/);
  await plays(page);
  assert.match(await codingOf(page), /^PCM, 3\d\d kbit\/s$/);
  const heard = await hear(page, 2);
  assert.ok(shareOf(heard, toneNear(heard, AM_TONE_HZ)) > 0.8);
  for (const id of ['listen-on', 'listen-here', 'listen-record', 'listen-mode', 'listen-squelch', 'listen-squelch-off', 'listen-low', 'listen-high', 'listen-volume',
    'listen-center', 'tune-listen', 'listen-gain', 'listen-agc', 'listen-notch', 'listen-reduction']) {
    const { width, height } = await page.locator(`#${id}`).boundingBox();
    assert.ok(width >= 44 && height >= 44, `${id}: ${width} x ${height}`);
  }
  await page.evaluate(() => document.querySelector('#listen-section').scrollIntoView());
  await keepPicture(page, 'listen-phone');
}, { withoutWorklet: true, withoutDecoder: true, look: PHONE }));
