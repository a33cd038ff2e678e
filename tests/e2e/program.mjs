// SPDX-License-Identifier: MIT
// The program under test, named by SPECTRUMD_BIN, as a child process; under SPECTRUMD_EMULATOR, words of a command, where
// it is for another machine.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

export const REAL = process.env.SPECTRUMD_BIN ?? '';
const EMULATOR = process.env.SPECTRUMD_EMULATOR?.split(' ') ?? [];

// One that a failed test has left running would keep the tests from ending.
const running = new Set();
after(() => running.forEach((child) => child.kill('SIGKILL')));

const folders = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })));

/** A folder for as long as the tests of this file run. */
export function temporaryFolder() {
  folders.push(mkdtempSync(join(tmpdir(), 'spectrumd-')));
  return folders.at(-1);
}

// Rules and alarms of one program are not those of another, nor are users those of who runs the tests.
const withFolder = (flags) => {
  if (flags.includes('--config')) return flags;
  const missing = [...(flags.includes('--watch') ? [] : ['--watch', temporaryFolder()]), ...(flags.includes('--users') ? [] : ['--users', 'none'])];
  return [...missing, ...flags];
};

const STARTS_WITHIN_MS = 30_000; // also under a sanitizer on a busy machine

// The simulated band, where a test names neither a source nor a configuration that does.
const withSource = (flags) => (flags.some((flag) => flag === '--source' || flag === '--config') ? flags : ['--source', 'sim', ...flags]);

/** Starts spectrumd, on a port of its choice unless `listen` says otherwise; resolves when it says where it serves
 * (`said` is all of that line).
 * @param {string[]} flags @param {object} environment in addition to that of this process @param {string[]} listen */
export async function startProgram(flags = [], environment = {}, listen = ['--listen', '127.0.0.1:0']) {
  if (!REAL) throw new Error('SPECTRUMD_BIN must name the program to test');
  const [command, ...words] = [...EMULATOR, REAL, ...listen, ...withFolder(withSource(flags))];
  const child = spawn(command, words,
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
  running.add(child);
  const exited = new Promise((done) => child.once('exit', (code, signal) => done({ code, signal })));
  exited.then(() => running.delete(child));
  const program = { pid: child.pid, url: '', said: '', log: '', exited, signal: (name) => child.kill(name) };
  child.stderr.on('data', (piece) => (program.log += piece));
  program.url = await new Promise((found, failed) => {
    let output = '';
    const giveUp = setTimeout(() => failed(new Error(`no address within ${STARTS_WITHIN_MS} ms: ${program.log}`)), STARTS_WITHIN_MS);
    child.stdout.on('data', (piece) => {
      output += piece;
      const match = /(http:\/\/127\.0\.0\.1:\d+).*\n/.exec(output);
      if (!match) return;
      program.said = match[0].trim();
      found(`${match[1]}/`);
    });
    exited.then(({ code }) => failed(new Error(`ended with ${code}: ${program.log}`))).finally(() => clearTimeout(giveUp));
  });
  program.port = Number(new URL(program.url).port);
  program.get = async (path) => (await fetch(new URL(path, program.url))).json();
  program.patch = async (tuning) => (await fetch(new URL('api/v1/tuning', program.url),
    { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(tuning) })).json();
  program.stop = async (signal = 'SIGKILL') => {
    child.kill(signal);
    return exited;
  };
  return program;
}

/** Asks again and again until the answer is truthy. `what`: a text, or what makes one when it is needed. */
export async function eventually(ask, what, withinMs = 60_000) {
  const end = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`not within ${withinMs} ms: ${typeof what === 'function' ? what() : what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
