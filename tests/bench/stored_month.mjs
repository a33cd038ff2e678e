// SPDX-License-Identifier: MIT
// A history for the program under test: days of a band, a row a minute, imported from a file as rtl_power writes it.

import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MINUTE_MS = 60_000;
const BINS = 256;
const [FROM_HZ, TO_HZ] = [98.8e6, 101.2e6]; // what the simulated radio receives

/** dB: noise, with carriers that drift over hours. @param {number} minute @param {number} bin */
const levelOf = (minute, bin) => (bin % 32 === Math.floor(8 + 6 * Math.sin(minute / 300 + bin)) ? -40 : -70 + 4 * Math.sin(minute * 12.9898 + bin * 78.233));

/** @param {string} program @param {number} days that end now @returns {Promise<{folder: string, remove: () => void}>} */
export async function storedMonth(program, days) {
  const home = mkdtempSync(join(tmpdir(), 'page-history-'));
  const [file, folder] = [join(home, 'month.csv'), join(home, 'history')];
  const out = createWriteStream(file);
  const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  for (let time = end - days * 24 * 60 * MINUTE_MS; time < end; time += MINUTE_MS) {
    const [date, clock] = new Date(time).toISOString().slice(0, 19).split('T');
    const levels = Array.from({ length: BINS }, (_, bin) => levelOf(time / MINUTE_MS, bin).toFixed(1));
    if (!out.write(`${date}, ${clock}, ${FROM_HZ}, ${TO_HZ}, ${(TO_HZ - FROM_HZ) / BINS}, 1, ${levels.join(', ')}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  execFileSync(program, ['history', 'import', file, '--folder', folder], { env: { ...process.env, TZ: 'UTC' }, stdio: 'inherit' });
  rmSync(file);
  return { folder, remove: () => rmSync(home, { recursive: true }) };
}
