// SPDX-License-Identifier: MIT
// Programs of a shack, started as their users start them, with the dial of the rigctl feed as their transceiver.

import test from 'node:test';
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free_port.mjs';
import { eventually, startProgram, temporaryFolder } from './program.mjs';
import { endChild, installed, startChild, startScreen } from './screen.mjs';
import { decodeOf } from './wsjtx_datagrams.mjs';

const LIMIT = { timeout: 240_000 };
const STARTS_WITHIN_MS = 90_000; // on a busy machine

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const feedOf = async (program, wanted = 'rigctl') => (await program.get('api/v1/feeds')).feeds.find(({ name }) => name === wanted);
const dialOf = async (program) => (await feedOf(program)).dial;
const centerOf = async (program) => (await program.get('api/v1/tuning')).tuning.center;

/** Starts spectrumd, then the program `name` on a screen, with a folder for what it keeps; stops all after `work`. */
async function withProgram(t, name, flags, start, work) {
  if (!await installed(name, 'Xvfb', 'xdotool')) return t.skip(`${name}, Xvfb or xdotool is not installed`);
  const program = await startProgram(['--source', 'sim', '--rigctl', '127.0.0.1:0', '--rigctl-control', 'true', ...flags]);
  const screen = await startScreen();
  const folder = temporaryFolder();
  const environment = { ...process.env, DISPLAY: screen.display, HOME: folder, XDG_RUNTIME_DIR: folder, XDG_CONFIG_HOME: join(folder, '.config') };
  const { command, what } = await start((await feedOf(program)).address, folder);
  const child = startChild(command[0], command.slice(1), { stdio: 'ignore', env: environment });
  try {
    await work(program, what, screen);
  } finally {
    endChild(child);
    screen.stop();
    await program.stop();
  }
}

/** fldigi with "NET rigctl" in Configure, Rig control, Hamlib; `what` calls a method of its XML-RPC server. */
async function fldigi(address, folder) {
  const settings = { VERSION_CODE: 4, MYCALL: 'DL1ABC', CHKUSEHAMLIBIS: 1, HAMRIGMODEL: 2, HAMRIGNAME: 'NET rigctl', HAMRIGDEVICE: address, CLIENT_TO_FLRIG: 0 };
  const elements = Object.entries(settings).map(([key, value]) => `<${key}>${value}</${key}>\n`).join('');
  writeFileSync(join(folder, 'fldigi_def.xml'), `<FLDIGI_DEFS>\n${elements}</FLDIGI_DEFS>\n`);
  const [port, arq] = [await freePort(), await freePort()];
  const what = async (method, argument = '') => {
    const body = `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${argument && `<param><value>${argument}</value></param>`}</params></methodCall>`;
    const answer = await fetch(`http://127.0.0.1:${port}/RPC2`, { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body }).catch(() => null);
    return /<value>(?:<\w+>)?([^<]*)</.exec(await answer?.text() ?? '')?.[1];
  };
  return { command: ['fldigi', '--config-dir', folder, '--home-dir', folder, '--xmlrpc-server-port', String(port), '--arq-server-port', String(arq)], what };
}

test('fldigi tunes the radio, and shows where it is tuned', LIMIT, (t) => withProgram(t, 'fldigi', [], fldigi, async (program, call) => {
  const shows = (hz) => eventually(async () => Number(await call('main.get_frequency')) === hz, `fldigi at ${hz}`, STARTS_WITHIN_MS);
  await shows(100e6);
  await program.patch({ center: '14.07M' });
  await shows(14.07e6);
  for (const hz of [14_230_001, 7_035_000]) {
    await call('main.set_frequency', `<double>${hz}</double>`);
    await eventually(async () => (await dialOf(program)).frequency_hz === hz, `the dial at ${hz}`);
    await shows(hz);
  }
  await eventually(async () => await centerOf(program) === 7_035_000, 'the radio to follow');
  await call('rig.set_mode', 'LSB');
  await eventually(async () => (await dialOf(program)).mode === 'LSB', 'the mode');
  const { state, cause, clients } = await feedOf(program);
  assert.deepEqual([state, cause, clients], ['listening', '', 1]);
}));

/** WSJT-X with "Hamlib NET rigctl" in Settings, Radio, which tunes the rig to where it was left, 21.074 MHz; `what` is
 * where it reports. */
const wsjtx = (reports) => async (address, folder) => {
  mkdirSync(join(folder, '.config'));
  writeFileSync(join(folder, '.config', 'WSJT-X.ini'), `[Configuration]\nMyCall=DL1ABC\nMyGrid=JO62\nRig=Hamlib NET rigctl\nCATNetworkPort=${address}\n`
    + `Polling=1\nMonitorLastUsed=true\nUDPServer=127.0.0.1\nUDPServerPort=${reports}\n\n[Common]\nDialFreq=21074000\n`);
  return { command: ['wsjtx'] };
};

test('WSJT-X tunes the radio, and reports where it is tuned', LIMIT, async (t) => {
  const port = await freePort();
  await withProgram(t, 'wsjtx', ['--spots', `wsjtx:127.0.0.1:${port}`], wsjtx(port), async (program) => {
    await eventually(async () => await centerOf(program) === 21_074_000, 'the radio where WSJT-X was left', STARTS_WITHIN_MS);
    assert.equal((await dialOf(program)).frequency_hz, 21_074_000, 'its probe with 55 Hz has ended');
    // A decode of the same instance: its flag is at the dial that WSJT-X itself has reported, plus the offset.
    const socket = createSocket('udp4');
    const reported = (hz) => eventually(async () => {
      socket.send(decodeOf('CQ DL7XYZ JO62', 1500), port, '127.0.0.1');
      return (await program.get('api/v1/spots')).spots.some(({ label, frequency_hz: at }) => label === 'DL7XYZ' && at === hz + 1500);
    }, `a report of ${hz}`, STARTS_WITHIN_MS);
    await reported(21_074_000);
    await program.patch({ center: '14.074M' });
    await reported(14_074_000);
    socket.close();
    assert.equal(await centerOf(program), 14_074_000, 'WSJT-X follows, and does not tune back');
    const { state, cause, clients } = await feedOf(program);
    assert.deepEqual([state, cause, clients], ['listening', '', 1]);
  });
});

/** GPredict with a radio "RX only", in Preferences, Interfaces, Radios; `what` has the clicks that its user makes. */
async function gpredict(address, folder) {
  const [host, port] = address.split(':');
  const radios = join(folder, '.config', 'Gpredict', 'hwconf');
  mkdirSync(radios, { recursive: true });
  writeFileSync(join(radios, 'spectrumd.rig'), `[Radio]\nHost=${host}\nPort=${port}\nLO=0\nLO_UP=0\nType=0\nPTT=0\nVFO_DOWN=0\nVFO_UP=0\nSIGNAL_AOS=false\nSIGNAL_LOS=false\n`);
  return { command: ['gpredict'] };
}

/** Clicks at places of a window, which is known by its title, until `done`. A busy program takes a click late, so the next
 * one comes after a while; a menu that the last attempt has left open would take the first click of this one. */
async function clickUntil(screen, title, places, done) {
  await eventually(async () => {
    const [window] = await screen.windows(title);
    if (!window) return false;
    if (places.length > 1) await screen.press('Escape');
    for (const [x, y] of places) {
      await screen.click(window, x, y);
      await pause(500);
    }
    return eventually(done, 'the click to be taken', 5000).catch(() => false);
  }, `${title} to take the clicks`, STARTS_WITHIN_MS);
}

const MENU = [681, 44], RADIO_CONTROL = [755, 214], ENGAGE = [697, 254], TRACK = [207, 254]; // in pixels

test('GPredict tunes the radio to a satellite, and corrects for its speed', LIMIT, (t) => withProgram(t, 'gpredict', [], gpredict, async (program, _, screen) => {
  await clickUntil(screen, 'Gpredict: Amateur', [MENU, RADIO_CONTROL], async () => (await screen.windows('Gpredict Radio Control')).length > 0);
  await clickUntil(screen, 'Gpredict Radio Control', [ENGAGE], async () => (await feedOf(program)).clients === 1);
  const satellite = 145_890_000; // of the first one in its list, without a shift
  await eventually(async () => await centerOf(program) === satellite, 'the radio to be tuned');
  const shifted = async () => (await dialOf(program)).frequency_hz !== satellite;
  await clickUntil(screen, 'Gpredict Radio Control', [TRACK], shifted);
  const { frequency_hz: first } = await dialOf(program);
  assert.ok(Math.abs(first - satellite) < 5000, `${first}`);
  await eventually(async () => (await dialOf(program)).frequency_hz !== first, 'the shift to change');
  assert.equal(await centerOf(program), satellite, 'the radio stays where the dial is in its band');
  const { state, cause, clients } = await feedOf(program);
  assert.deepEqual([state, cause, clients], ['listening', '', 1]);
}));
