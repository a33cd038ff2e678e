// SPDX-License-Identifier: MIT
// Files for other programs, opened by those: recordings by inspectrum, bookmarks by CHIRP.

import test from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BOOKMARK_FILES, parseBookmarks } from '../../web/state/bookmark_files.js';
import { eventually, REAL, temporaryFolder } from './program.mjs';
import { endChild, installed, startChild } from './screen.mjs';

const LIMIT = { timeout: 120_000 };
const run = promisify(execFile);

/** Whether inspectrum has the samples of a recording in its memory, of which it has been given one file. */
async function opens(file, data, withinMs = 60_000) {
  const child = startChild('inspectrum', [file], { stdio: 'ignore', env: { ...process.env, QT_QPA_PLATFORM: 'offscreen', XDG_RUNTIME_DIR: temporaryFolder() } });
  try {
    await eventually(() => {
      assert.equal(child.exitCode, null, `${file}: it has ended`);
      return readFileSync(`/proc/${child.pid}/maps`, 'utf8').includes(data);
    }, `${file} to be opened`, withinMs);
  } finally {
    endChild(child);
  }
}

test('inspectrum opens recordings', LIMIT, async (t) => {
  if (!await installed('inspectrum')) return t.skip('inspectrum is not installed');
  const folder = temporaryFolder(), at = (name) => join(folder, name);
  await run(REAL, ['record', at('band'), '--source', 'sim', '--rate', '1M', '--center', '100.3M', '--duration', '1s']);
  await run(REAL, ['convert', at('band.sigmf-meta'), at('float.sigmf-meta'), '--format', 'cf32']);
  for (const name of ['band', 'float']) await opens(at(`${name}.sigmf-meta`), at(`${name}.sigmf-data`));
  // Its check of the metadata is a real one.
  const metadata = JSON.parse(readFileSync(at('band.sigmf-meta')));
  delete metadata.global['core:datatype'];
  writeFileSync(at('band.sigmf-meta'), JSON.stringify(metadata));
  await assert.rejects(opens(at('band.sigmf-meta'), at('band.sigmf-data'), 5000), 'no type of samples');
});

// CHIRP 20221106 opens files in a mode that Python 3.11, which Debian has it with, does not know any more.
const CHIRP = `import builtins, json, sys
plain = builtins.open
builtins.open = lambda file, mode='r', *more, **named: plain(file, mode.replace('U', ''), *more, **named)
from chirp.drivers import generic_csv
radio = generic_csv.CSVRadio(sys.argv[1])
memories = [radio.get_memory(number) for number in range(10)]
radio.save(sys.argv[2])
print(json.dumps([[memory.name, memory.freq, memory.mode] for memory in memories if not memory.empty]))`;

test('CHIRP reads bookmarks, and what it writes is read', LIMIT, async (t) => {
  if (!existsSync('/usr/lib/python3/dist-packages/chirp/drivers/generic_csv.py')) return t.skip('CHIRP is not installed');
  const folder = temporaryFolder(), ours = join(folder, 'ours.csv'), theirs = join(folder, 'theirs.csv');
  const at = (name, hz, mode) => ({ name, fromHz: hz, toHz: hz, mode });
  const list = [at('FT8', 14.074e6, 'usb'), at('Tower', 118.108333e6, 'am'), at('DB0ABC', 438.925e6, 'nfm')];
  writeFileSync(ours, BOOKMARK_FILES.chirp.write(list));
  const { stdout } = await run('/usr/bin/python3', ['-c', CHIRP, ours, theirs]);
  assert.deepEqual(JSON.parse(stdout), [['FT8', 14_074_000, 'USB'], ['Tower', 118_108_333, 'AM'], ['DB0ABC', 438_925_000, 'FM']]);
  const again = parseBookmarks(readFileSync(theirs, 'utf8'));
  assert.deepEqual(again.map(({ name, fromHz, mode }) => at(name, fromHz, mode)), list);
});
