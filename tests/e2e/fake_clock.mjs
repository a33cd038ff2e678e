// SPDX-License-Identifier: MIT
// A system clock that a test can step (tests/fakes/clock), for programs started with its environment. FAKE_CLOCK_LIBRARY
// names the library.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIBRARY = process.env.FAKE_CLOCK_LIBRARY ?? '';

/** For one test. @param {(clock: {environment: object, set: (ms: number, synchronized?: boolean) => void, now: () => number}) => Promise<void>} work */
export async function withFakeClock(work) {
  if (!LIBRARY) throw new Error('FAKE_CLOCK_LIBRARY must name the library of tests/fakes/clock');
  const folder = mkdtempSync(join(tmpdir(), 'clock-'));
  const file = join(folder, 'clock');
  let aheadMs = 0;
  /** How far it is ahead of the true time, and whether a time service keeps it. */
  const set = (ms, synchronized = true) => {
    const bytes = Buffer.alloc(16);
    bytes.writeBigInt64LE(BigInt(Math.round(ms * 1e6)), 0);
    bytes.writeBigInt64LE(synchronized ? 1n : 0n, 8);
    writeFileSync(file, bytes, { flag: 'r+' });
    aheadMs = ms;
  };
  writeFileSync(file, Buffer.alloc(16));
  set(0);
  try {
    await work({ environment: { LD_PRELOAD: LIBRARY, FAKE_CLOCK: file }, set, now: () => Date.now() + aheadMs });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
