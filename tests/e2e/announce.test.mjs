// SPDX-License-Identifier: MIT
// The announcement in the local network as other machines see it, through real avahi-daemons on two machines.

import test from 'node:test';
import assert from 'node:assert/strict';
import { eventually } from './program.mjs';
import { lanIsImpossible, withLan } from './lan.mjs';

const OPTIONS = { timeout: 300_000, skip: lanIsImpossible() };
const PATIENCE_MS = 60_000; // avahi-daemon probes for a second before a name is its own

const announced = (program, place) => eventually(() => program.log.includes(`announced in the local network as ${place}`),
  place, PATIENCE_MS);

/** Starts D-Bus and avahi-daemon on all of them. */
async function startAvahi(...machines) {
  for (const machine of machines) await machine.startDbus();
  return machines.map((machine) => machine.startAvahi());
}

test('another machine finds the server, and opens it by each of its names', OPTIONS, () => withLan(['pi', 'laptop'], async (pi, laptop) => {
  await startAvahi(pi, laptop);
  const server = await pi.startSpectrumd();
  await announced(server, `"spectrumd on pi", at http://spectrumd.local:${server.port}`);
  for (const type of ['_spectrumd._tcp', '_http._tcp']) {
    const found = await eventually(() => laptop.services(type).split('\n').find((line) => line.startsWith('=')), type, PATIENCE_MS);
    const [, , , name, , , host, address, port, ...facts] = found.split(';');
    assert.equal(name.replaceAll('\\032', ' '), 'spectrumd on pi');
    assert.deepEqual([host, address, port], ['pi.local', '10.77.0.1', server.port]);
    for (const fact of [/"path=\/"/, /"version=\d+\.\d+\.\d+"/, /"api=v1"/]) assert.match(facts.join(';'), fact);
  }
  await eventually(() => laptop.addressOf('spectrumd.local') === '10.77.0.1', 'spectrumd.local', PATIENCE_MS);
  for (const name of ['spectrumd.local', 'pi.local', 'pi', '10.77.0.1']) assert.equal(laptop.statusOf('10.77.0.1', server.port, name), '200', name);
  for (const name of ['laptop.local', 'spectrumd.example']) assert.equal(laptop.statusOf('10.77.0.1', server.port, name), '421', name);
  server.signal('SIGTERM');
  assert.equal((await server.exited).code, 0);
  await eventually(() => laptop.services('_spectrumd._tcp') === '', 'its goodbye', PATIENCE_MS);
}));

test('names that others have are left to them', OPTIONS, () => withLan(['pi', 'pi-2'], async (first, second) => {
  await startAvahi(first, second);
  const owner = await first.startSpectrumd();
  await announced(owner, `"spectrumd on pi", at http://spectrumd.local:${owner.port}`);
  const neighbour = await second.startSpectrumd();
  await announced(neighbour, `"spectrumd on pi-2", at http://pi-2.local:${neighbour.port}`);
  assert.equal(first.statusOf('10.77.0.2', neighbour.port, 'spectrumd.local'), '421');
  assert.equal(first.statusOf('10.77.0.2', neighbour.port, 'pi-2.local'), '200');
  const sibling = await first.startSpectrumd();
  await announced(sibling, `"spectrumd on pi #2", at http://spectrumd.local:${sibling.port}`); // the same machine
  assert.equal(second.statusOf('10.77.0.1', sibling.port, 'spectrumd.local'), '200');
  assert.equal(second.addressOf('spectrumd.local'), '10.77.0.1');
}));

test('avahi-daemon may come late, stop and start again', OPTIONS, () => withLan(['pi', 'laptop'], async (pi, laptop) => {
  const server = await pi.startSpectrumd();
  await eventually(() => server.log.includes('info: not announced in the local network'), 'a reason in the log', PATIENCE_MS);
  const [avahi] = await startAvahi(pi, laptop);
  const place = `"spectrumd on pi", at http://spectrumd.local:${server.port}`;
  await announced(server, place);
  avahi.signal('SIGTERM');
  await eventually(() => server.log.includes('avahi-daemon has stopped'), 'the stop in the log', PATIENCE_MS);
  assert.equal(laptop.statusOf('10.77.0.1', server.port, 'pi'), '200');
  assert.equal(laptop.statusOf('10.77.0.1', server.port, 'spectrumd.local'), '421', 'it is not announced now');
  server.log = '';
  pi.startAvahi();
  await announced(server, place);
  await eventually(() => laptop.addressOf('spectrumd.local') === '10.77.0.1', 'spectrumd.local', PATIENCE_MS);
  assert.doesNotMatch(server.log, /error|warn/);
}));

test('an avahi-daemon that hangs delays neither start nor end', OPTIONS, () => withLan(['pi', 'laptop'], async (pi) => {
  const [avahi] = await startAvahi(pi);
  const server = await pi.startSpectrumd();
  await announced(server, `"spectrumd on pi", at http://spectrumd.local:${server.port}`);
  avahi.signal('SIGSTOP');
  const second = await pi.startSpectrumd();
  for (const one of [server, second]) {
    one.signal('SIGTERM');
    assert.equal((await one.exited).code, 0, one.log); // D-Bus itself waits 25 s for an answer
  }
  avahi.signal('SIGCONT');
}));

test('--qr shows the address for other machines, and never the token', OPTIONS, () => withLan(['pi', 'laptop'], async (pi) => {
  const server = await pi.startSpectrumd('--qr', '--token', 'sixteen-characters');
  await eventually(() => server.output.includes(`http://10.77.0.1:${server.port}\n`), 'the URL for others');
  assert.match(server.output, /█ ▄▄▄▄▄ █.*\n.*█ █   █ █|####/); // a corner mark
  assert.doesNotMatch(server.output, /sixteen-characters/);
}));
