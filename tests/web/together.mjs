// SPDX-License-Identifier: MIT
// Runs the test files of its arguments one after the other in one process: most need less time than a process takes to
// start. What a file has put into the global object is taken away before the next. Those with a small page are the last:
// controls of theirs that listen for another language would be called without it.

import test from 'node:test';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const own = Object.getOwnPropertyDescriptors(globalThis);

const hasPage = (file) => Number(readFileSync(file, 'utf8').includes('./small_page.mjs'));

for (const file of process.argv.slice(2).sort((a, b) => hasPage(a) - hasPage(b))) {
  await import(pathToFileURL(file));
  await test(`${file} has ended`, () => {}); // after its tests, which are run in the order of their calls
  for (const key of Reflect.ownKeys(globalThis)) if (!(key in own)) Reflect.deleteProperty(globalThis, key);
  Object.defineProperties(globalThis, own);
}
