// SPDX-License-Identifier: MIT
// The page as a build with esbuild embeds it: a browser opens it in half the time that the modules take one by one.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const WEB = fileURLToPath(new URL('../../web/', import.meta.url));
const OPTIONS = ['--bundle', '--splitting', '--minify', '--format=esm', '--charset=utf8', '--log-level=warning', '--outbase=.'];

const made = [];
after(() => made.forEach((folder) => rmSync(folder, { recursive: true }))); // here, not in a test, which would end sooner

/** Its folder, until the tests of a file have ended; without esbuild the modules themselves. @returns {URL} */
export function joinPage() {
  const [, entries] = readFileSync(join(WEB, 'CMakeLists.txt'), 'utf8').match(/set\(WEB_ENTRIES([^)]*)\)/);
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  made.push(folder);
  try {
    execFileSync('esbuild', [...entries.trim().split(/\s+/), ...OPTIONS, `--outdir=${folder}`], { cwd: WEB });
  } catch (reason) {
    if (reason.code !== 'ENOENT') throw reason;
    return pathToFileURL(WEB);
  }
  for (const name of ['index.html', 'icon.svg']) copyFileSync(join(WEB, name), join(folder, name));
  return pathToFileURL(`${folder}/`);
}
