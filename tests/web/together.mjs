// SPDX-License-Identifier: MIT
// Runs the test files of its arguments one after the other in one process: most need less time than a process takes to
// start. What a file has put into the global object is taken away before the next.

import test from 'node:test';
import { pathToFileURL } from 'node:url';

const own = Object.getOwnPropertyDescriptors(globalThis);

for (const file of process.argv.slice(2)) {
  await import(pathToFileURL(file));
  await test(`${file} has ended`, () => {}); // after its tests, which are run in the order of their calls
  for (const key of Reflect.ownKeys(globalThis)) if (!(key in own)) Reflect.deleteProperty(globalThis, key);
  Object.defineProperties(globalThis, own);
}
