// SPDX-License-Identifier: MIT
// Pages of spots: those of a network by its URL, those of a file.

import test from 'node:test';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { eventually, startProgram, temporaryFolder } from './program.mjs';

test('stations of POTA, of PSK Reporter and of a file are flagged', { timeout: 120_000 }, async () => {
  const now = new Date(Date.now() - 60_000);
  const pages = {
    '/pota': JSON.stringify([{ activator: 'DL1ABC/P', frequency: '14285.5', mode: 'SSB', reference: 'DE-0001', spotTime: now.toISOString().slice(0, 19) }]),
    '/psk?callback=x': `x({"receptionReport":[{"senderCallsign":"K1JT","frequency":7074850,"mode":"FT8","flowStartSeconds":${Math.floor(now / 1000)}}]});`,
  };
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.headers['user-agent']);
    response.writeHead(pages[request.url] ? 200 : 404).end(pages[request.url]);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const at = `http://127.0.0.1:${server.address().port}`;
  const file = join(temporaryFolder(), 'mine.json');
  writeFileSync(file, JSON.stringify({ spots: [{ frequency_hz: 145.5e6, label: 'Calling' }] }));
  const program = await startProgram(['--spots', `${at}/pota,${at}/psk?callback=x,${at}/nothing,file:${file}`]);
  const spots = async () => (await program.get('api/v1/spots')).spots.map(({ label, frequency_hz: hz, source }) => `${label} ${hz} ${source}`);
  await eventually(async () => (await spots()).length === 3, 'the spots');
  assert.deepEqual(await spots(), ['K1JT 7074850 PSK Reporter', 'DL1ABC/P 14285500 POTA', 'Calling 145500000 file']);
  const { feeds } = await program.get('api/v1/feeds');
  assert.deepEqual(feeds.filter(({ cause }) => cause !== '').map(({ address, cause }) => [address, cause]), [[`${at}/nothing`, 'the server answered 404']]);
  writeFileSync(file, JSON.stringify({ spots: [{ frequency_hz: 145.55e6, label: 'Other place' }] }));
  await eventually(async () => (await spots()).some((spot) => spot.startsWith('Other place 145550000')), 'the file to be read again');
  assert.ok(asked.every((agent) => agent.startsWith('spectrumd/')) && asked.length === 3, 'once in a minute');
  await program.stop();
  server.close();
});
