// SPDX-License-Identifier: MIT
// `spectrumd convert`: what other programs read in the files, and that samples come back as they were.

import test, { before } from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './program.mjs';

const LIMIT = { timeout: 60_000 };
const run = promisify(execFile);
const program = process.env.SPECTRUMD_BIN;
const folder = temporaryFolder();
const at = (name) => join(folder, name);
const convert = (...words) => run(program, ['convert', ...words]);
const python = async (code, ...words) => JSON.parse((await run('/usr/bin/python3', ['-c', `import json, sys\n${code}`, ...words])).stdout);

before(async () => {
  await run(program, ['record', at('band'), '--source', 'sim', '--rate', '1M', '--center', '100.3M', '--duration', '1s']);
}, LIMIT);

test('WAV has the samples, the rate, the center and the time', LIMIT, async () => {
  const { stdout } = await convert(at('band.sigmf-meta'), at('band.wav'));
  assert.match(stdout, /band\.wav: 1000000 samples of cu8, 1M Hz wide at 100\.3M Hz/);
  const facts = await python(`import wave
file = wave.open(sys.argv[1])
print(json.dumps([file.getnchannels(), file.getsampwidth(), file.getframerate(), file.getnframes()]))`, at('band.wav'));
  assert.deepEqual(facts, [2, 1, 1e6, 1e6]);
  await convert(at('band.wav'), at('again.sigmf-meta'));
  assert.deepEqual(readFileSync(at('again.sigmf-data')), readFileSync(at('band.sigmf-data')));
  const [before, after] = ['band', 'again'].map((name) => JSON.parse(readFileSync(at(`${name}.sigmf-meta`))).captures[0]);
  assert.equal(after['core:frequency'], 100.3e6);
  assert.equal(after['core:datetime'].slice(0, 23), before['core:datetime'].slice(0, 23), 'to the millisecond');
});

test('an archive is what tar reads', LIMIT, async () => {
  await convert(at('band.sigmf-meta'), at('band.sigmf'));
  const members = await python(`import hashlib, tarfile
archive = tarfile.open(sys.argv[1])
print(json.dumps({member.name: hashlib.sha512(archive.extractfile(member).read()).hexdigest() for member in archive.getmembers()}))`, at('band.sigmf'));
  assert.deepEqual(Object.keys(members), ['band/band.sigmf-meta', 'band/band.sigmf-data']);
  const digest = await python(`import hashlib
print(json.dumps(hashlib.sha512(open(sys.argv[1], 'rb').read()).hexdigest()))`, at('band.sigmf-data'));
  assert.equal(members['band/band.sigmf-data'], digest);
  const { stdout } = await run('tar', ['-tvf', at('band.sigmf')]);
  assert.equal(stdout.trim().split('\n').length, 2);
});

test('recordings that belong together are an archive with a collection', LIMIT, async () => {
  await run(program, ['record', at('other'), '--source', 'sim', '--rate', '250k', '--center', '100.1M', '--duration', '0.5s']);
  const { stdout } = await convert(at('band.sigmf-meta'), at('other'), at('shack.sigmf'));
  assert.match(stdout, /shack\.sigmf\/band: 1000000 samples[^]*shack\.sigmf\/other: 125000 samples/);
  const [names, collection, found] = await python(`import hashlib, tarfile
archive = tarfile.open(sys.argv[1])
read = lambda name: archive.extractfile(name).read()
streams = json.loads(read('shack.sigmf-collection'))['collection']
metas = {stream['name']: read(f"{stream['name']}/{stream['name']}.sigmf-meta") for stream in streams['core:streams']}
print(json.dumps([archive.getnames(), streams, {name: [hashlib.sha512(meta).hexdigest(), json.loads(meta)['global']] for name, meta in metas.items()}]))`, at('shack.sigmf'));
  assert.deepEqual(names, ['shack.sigmf-collection', 'band/band.sigmf-meta', 'band/band.sigmf-data', 'other/other.sigmf-meta', 'other/other.sigmf-data']);
  assert.equal(collection['core:version'], found.band[1]['core:version']);
  assert.deepEqual(collection['core:streams'], ['band', 'other'].map((name) => ({ name, hash: found[name][0] })));
  for (const name of ['band', 'other']) {
    assert.equal(found[name][1]['core:collection'], 'shack');
    await convert(at(`shack.sigmf/${name}`), at(`${name}-again.cu8`));
    assert.deepEqual(readFileSync(at(`${name}-again.cu8`)), readFileSync(at(`${name}.sigmf-data`)));
  }
  assert.deepEqual(readdirSync(folder).filter((name) => name.includes('.part')), []);
});

test('an archive of any tar is read as the pair in it', LIMIT, async () => {
  await convert(at('band.sigmf'), at('unpacked.sigmf-meta'));
  assert.deepEqual(readFileSync(at('unpacked.sigmf-data')), readFileSync(at('band.sigmf-data')));
  const captures = ['band', 'unpacked'].map((name) => JSON.parse(readFileSync(at(`${name}.sigmf-meta`))).captures);
  assert.deepEqual(captures[1].map((capture) => capture['core:frequency']), captures[0].map((capture) => capture['core:frequency']));
  const long = 'n'.repeat(120);
  for (const extension of ['meta', 'data']) copyFileSync(at(`band.sigmf-${extension}`), at(`${long}.sigmf-${extension}`));
  for (const format of ['gnu', 'pax', 'ustar']) {
    const name = format === 'ustar' ? 'band' : long;
    await run('tar', ['-C', folder, `--format=${format}`, '-cf', at(`${format}.sigmf`), `${name}.sigmf-data`, `${name}.sigmf-meta`]);
    await convert(at(`${format}.sigmf`), at(`${format}.cu8`));
    assert.deepEqual(readFileSync(at(`${format}.cu8`)), readFileSync(at('band.sigmf-data')), format);
  }
});

test('an archive that is not one of a recording is refused', LIMIT, async () => {
  const refused = async (reason, file) => assert.rejects(convert(at(file), at('x.wav')), (error) => reason.test(error.stderr));
  const archive = (file, ...names) => run('tar', ['-C', folder, '-cf', at(file), ...names]);
  await archive('two.sigmf', 'band.sigmf-meta', 'band.sigmf-data', 'unpacked.sigmf-meta', 'unpacked.sigmf-data');
  await refused(/has 2 recordings; name one, as .*two\.sigmf\/band: band, unpacked/, 'two.sigmf');
  await refused(/has 2 recordings/, 'two.sigmf/nothing');
  await refused(/has no recording nothing/, 'band.sigmf/nothing');
  await archive('alone.sigmf', 'band.sigmf-meta');
  await refused(/has no band\.sigmf-data/, 'alone.sigmf');
  writeFileSync(at('text.sigmf'), 'This is not an archive. '.repeat(100));
  await refused(/the header at byte 0 is damaged/, 'text.sigmf');
  writeFileSync(at('short.sigmf'), readFileSync(at('band.sigmf')).subarray(0, 10_000));
  await refused(/it ends within/, 'short.sigmf');
});

test('raw samples are those of the extension, and come back', LIMIT, async () => {
  await convert(at('band.sigmf-meta'), at('band.cs16'));
  await convert('--rate', '1M', '--center', '100.3M', at('band.cs16'), at('back.cu8'));
  assert.deepEqual(readFileSync(at('back.cu8')), readFileSync(at('band.sigmf-data')));
  await convert(at('band.sigmf-meta'), at('float.sigmf-meta'), '--format', 'cf32');
  assert.equal(JSON.parse(readFileSync(at('float.sigmf-meta'))).global['core:datatype'], 'cf32_le');
});

test('what cannot be done is refused, and leaves nothing', LIMIT, async () => {
  const refused = async (reason, ...words) => {
    const files = readdirSync(folder);
    await assert.rejects(convert(...words), (error) => error.code !== 0 && reason.test(error.stderr));
    assert.deepEqual(readdirSync(folder), files);
  };
  writeFileSync(at('there.wav'), 'mine');
  await refused(/exists/, at('band.sigmf-meta'), at('there.wav'));
  assert.equal(readFileSync(at('there.wav'), 'utf8'), 'mine');
  await refused(/unknown extension/, at('band.sigmf-meta'), at('band.mp3'));
  await refused(/No such file/, at('nothing.sigmf-meta'), at('x.wav'));
  await refused(/cs16 or cu8/, at('band.sigmf-meta'), at('x.wav'), '--format', 'cs8');
  await refused(/not one of/, at('band.sigmf-meta'), at('x.wav'), '--format', 'mp3');
  await refused(/only an archive/, at('band.sigmf-meta'), at('unpacked.sigmf-meta'), at('x.wav'));
  await refused(/two recordings are named band/, at('band.sigmf-meta'), at('band.wav'), at('x.sigmf'));
  await refused(/No such file/, at('band.sigmf-meta'), at('nothing.sigmf-meta'), at('x.sigmf'));
  await refused(/OUT is missing/, at('band.sigmf-meta'));
  await refused(/not the same/, at('band.sigmf-meta'), at('x.cu8'), '--format', 'cs16');
  assert.equal(existsSync(at('x.wav')), false);
});
