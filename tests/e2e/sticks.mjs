// SPDX-License-Identifier: MIT
// Sticks that are not there (tests/fakes/libusb), for programs started with their environment. FAKE_LIBUSB names the
// folder with the library.

import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FOLDER = process.env.FAKE_LIBUSB ?? '';
// A sanitizer's runtime, which other people's programs must load before a library that was built for it. They may leak.
const RUNTIME = process.env.SANITIZER_RUNTIME ?? '';
const SANITIZED = RUNTIME ? { LD_PRELOAD: RUNTIME, ASAN_OPTIONS: 'detect_leaks=0' } : {};

/** Plugs in sticks. @param {object[]} list as tests/fakes/libusb/world.h has them @param {object} scene of their antennas */
export function plugIn(list = [{}], scene = undefined) {
  if (!FOLDER) throw new Error('FAKE_LIBUSB must name the folder with the libusb of tests/fakes');
  const folder = mkdtempSync(join(tmpdir(), 'sticks-'));
  const file = (name) => join(folder, name);
  for (const bus of ['001', '002']) mkdirSync(file(`dev/bus/usb/${bus}`), { recursive: true });
  if (scene) writeFileSync(file('scene.json'), JSON.stringify(scene));
  writeFileSync(file('control'), '');
  const all = list.map((stick) => ({ ...(scene && { scene: file('scene.json') }), ...stick }));
  writeFileSync(file('sticks.json'), JSON.stringify({ log: file('log'), control: file('control'), nodes: file('dev'), sticks: all }));
  return {
    folder,
    environment: { FAKE_USB: file('sticks.json'), LD_LIBRARY_PATH: FOLDER, ...SANITIZED },
    /** "0 unplug" and the like. @param {string} text */
    command: (text) => appendFileSync(file('control'), `${text}\n`),
    /** What the sticks were set to and what they lost, in order. */
    log: () => (existsSync(file('log')) ? readFileSync(file('log'), 'utf8').trim().split('\n').map((line) => JSON.parse(line)) : []),
    // Again, where the program that ends has just logged.
    remove: () => rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 50 }),
  };
}

/** For one test. @param {object[] | undefined} list @param {(sticks: ReturnType<typeof plugIn>) => Promise<void>} work */
export async function withSticks(list, work, scene = undefined) {
  const sticks = plugIn(list, scene);
  try {
    await work(sticks);
  } finally {
    sticks.remove();
  }
}
