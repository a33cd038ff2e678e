// SPDX-License-Identifier: MIT
// Programs that control a transceiver, as the daemon follows them: Hamlib's rigctld with its dummy rig, flrig without a
// transceiver, wfview with a simulated one; and what flrig, a TCI server and gqrx say, scripted from their documentation.

import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './free_port.mjs';
import { eventually, temporaryFolder } from './program.mjs';
import { installed, startScreen } from './screen.mjs';

const { WebSocketServer } = createRequire(new URL('../web/package.json', import.meta.url))('ws');
const run = promisify(execFile);
const children = new Set();
after(() => children.forEach((child) => child.kill('SIGKILL')));

/** @param {import('node:net').Server | import('node:http').Server} server */
const listening = (server, port = 0) => new Promise((done) => server.listen(port, '127.0.0.1', () => done(server.address().port)));

/** Hamlib's dummy rig. `rig` runs rigctl's commands on it, and returns the lines. */
export async function startRigctld(port = 0) {
  const at = port || await freePort();
  const child = spawn('rigctld', ['-m', '1', '-P', 'RIG', '-T', '127.0.0.1', '-t', String(at)], { stdio: 'ignore' });
  children.add(child);
  const exited = new Promise((done) => child.once('exit', done));
  const rig = async (...words) => (await run('rigctl', ['-m', '2', '-r', `127.0.0.1:${at}`, ...words], { timeout: 30_000 }))
    .stdout.split('\n').slice(0, -1);
  await eventually(() => rig('f').catch(() => null), 'rigctld');
  return { port: at, rig, stop: () => { child.kill('SIGKILL'); return exited; } };
}

/** A server of lines: `answer` gets each, and returns what to send; null says nothing.
 * @param {(line: string) => string | null} answer @param {string} greeting of each client */
export async function startLines(answer, greeting = '') {
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.write(greeting);
    let heard = '';
    socket.on('error', () => {}).on('close', () => sockets.delete(socket)).on('data', (bytes) => {
      const lines = (heard + bytes).split('\n');
      heard = lines.pop();
      for (const line of lines) {
        const said = answer(line);
        if (said !== null) socket.write(said);
      }
    });
  });
  const port = await listening(server);
  return { port, stop: () => { sockets.forEach((socket) => socket.destroy()); server.close(); } };
}

const xml = (value) => `<?xml version="1.0"?>\r\n<methodResponse><params><param>\r\n\t<value>${value}</value>\r\n</param></params></methodResponse>\r\n`;
const FAULT = '<?xml version="1.0"?>\r\n<methodResponse><fault><value><struct><member><name>faultCode</name><value><i4>-1</i4></value></member>'
  + '<member><name>faultString</name><value>rig.set_vfo: wrong type</value></member></struct></value></fault></methodResponse>\r\n';

/** flrig: strings without a type, a double for set_vfo. `state` may be changed. */
export async function startFlrig(state) {
  const server = createHttpServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const [, method] = /<methodName>([\w.]+)<\/methodName>/.exec(body) ?? [];
    const [, hz] = /<double>([\d.]+)<\/double>/.exec(body) ?? [];
    if (method === 'rig.set_vfo' && hz) state.hz = Number(hz);
    const answers = { 'rig.get_xcvr': xml('IC-7300'), 'rig.get_vfo': xml(state.hz), 'rig.get_mode': xml(state.mode),
      'rig.get_ptt': xml(`<i4>${state.ptt}</i4>`), 'rig.set_vfo': hz ? xml('') : FAULT };
    response.setHeader('Content-Type', 'text/xml');
    response.end(answers[method] ?? FAULT);
  });
  const port = await listening(server);
  return { port, stop: () => { server.closeAllConnections(); server.close(); } };
}

/** flrig itself, without a transceiver (`--test`), on a screen in memory; null where it is not installed. Its port
 * is always 12345. */
export async function startRealFlrig() {
  if (!await installed('flrig', 'Xvfb')) return null;
  const screen = await startScreen();
  const child = spawn('flrig', ['--config-dir', temporaryFolder(), '--test'], { stdio: 'ignore', env: { ...process.env, DISPLAY: screen.display } });
  children.add(child);
  const url = 'http://127.0.0.1:12345/RPC2';
  const rig = async (method, argument = '') => {
    const body = `<?xml version="1.0"?><methodCall><methodName>${method}</methodName><params>${argument}</params></methodCall>`;
    const text = await (await fetch(url, { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body })).text();
    return /<value>([^<]*)</.exec(text)?.[1];
  };
  await eventually(() => rig('rig.get_xcvr').catch(() => null), 'flrig');
  return { port: 12345, rig, stop: () => { child.kill('SIGKILL'); screen.stop(); } };
}

/** wfview itself, with an IC-7300 (`fakes/icom.py`) whose knobs `turn` turns; null where it is not installed. */
export async function startWfview() {
  if (!await installed('wfview')) return null;
  const icom = spawn('python3', [fileURLToPath(new URL('../fakes/icom.py', import.meta.url))], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.add(icom);
  let said = '';
  icom.stdout.on('data', (text) => { said += text; });
  const line = await eventually(() => /^\/dev.*(?=\n)/.exec(said)?.[0], 'the serial line');
  const folder = temporaryFolder(), port = await freePort(), settings = join(folder, 'wfview.ini');
  // Without EnableLAN wfview 1.60 takes the network or the serial line by chance.
  writeFileSync(settings, `[Radio]\nRigCIVuInt=${0x94}\nSerialPortRadio=${line}\n\n[LAN]\nEnableLAN=false\nEnableRigCtlD=true\nRigCtlPort=${port}\n`);
  const wfview = spawn('wfview', ['-s', settings, '-l', join(folder, 'log')],
    { stdio: 'ignore', env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, QT_QPA_PLATFORM: 'offscreen' } });
  children.add(wfview);
  return { port, turn: (knob, value) => icom.stdin.write(`${knob} ${value}\n`), set: (hz) => said.endsWith(`hz ${hz}\n`),
    stop: () => [wfview, icom].forEach((each) => each.kill('SIGKILL')) };
}

/** A TCI server: greets with its state, reports each change, obeys vfo. */
export async function startTci(state) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((done) => server.once('listening', done));
  const report = (text) => server.clients.forEach((client) => client.send(text));
  server.on('connection', (client) => {
    client.send('protocol:ExpertSDR3,1.9;device:SunSDR2PRO;trx_count:2;');
    client.send(`vfo:0,1,3500000;vfo:1,0,28000000;vfo:0,0,${state.hz};modulation:0,${state.mode};trx:0,false;ready;`);
    client.on('message', (text) => {
      const [, hz] = /^vfo:0,0,(\d+);$/.exec(String(text)) ?? [];
      if (!hz) return;
      state.hz = Number(hz);
      report(`VFO:0,0,${hz};`);
    });
  });
  return { port: server.address().port, report, clients: () => server.clients.size,
    stop: () => { server.clients.forEach((client) => client.terminate()); server.close(); } };
}
