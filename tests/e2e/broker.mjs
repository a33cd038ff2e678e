// SPDX-License-Identifier: MIT
// A real broker, mosquitto, and its clients.

import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free_port.mjs';
import { eventually } from './program.mjs';

const run = promisify(execFile);

const accepts = (port) => new Promise((done) => {
  const socket = connect(port, '127.0.0.1', () => {
    socket.destroy();
    done(true);
  }).on('error', () => done(false));
});

/** A broker that can be stopped and started again with what it has retained lost. */
export async function startBroker({ lines = ['allow_anonymous true'], port = undefined } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'broker-'));
  const broker = { port: port ?? await freePort(), folder };
  writeFileSync(join(folder, 'mosquitto.conf'), [`listener ${broker.port} 127.0.0.1`, 'persistence false', 'user root', ...lines, ''].join('\n'));
  const child = spawn('/usr/sbin/mosquitto', ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' });
  await eventually(() => accepts(broker.port), 'the broker');
  broker.stop = async () => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  return broker;
}

/** Collects the last payload of each topic, and counts them. */
export function subscribe(broker, topics, flags = []) {
  const seen = new Map(), counts = new Map(), all = [];
  const child = spawn('mosquitto_sub', ['-p', broker.port, '-v', ...flags, ...topics.flatMap((topic) => ['-t', topic])]);
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const topic = line.slice(0, line.indexOf(' '));
      seen.set(topic, line.slice(topic.length + 1));
      all.push({ topic, text: seen.get(topic) });
      counts.set(topic, (counts.get(topic) ?? 0) + 1);
    }
  });
  return {
    seen,
    counts,
    topic: (name) => eventually(() => seen.get(name), name),
    until: (name, holds) => eventually(() => seen.has(name) && holds(seen.get(name)), () => `${name}: ${seen.get(name)}`),
    /** Whether or not others have come after it. */
    ever: (name, holds) => eventually(() => all.some(({ topic, text }) => topic === name && holds(text)), () => `${name}: ${JSON.stringify(all.filter(({ topic }) => topic === name))}`),
    close: () => child.kill(),
  };
}

export const publish = (broker, topic, payload, ...flags) => run('mosquitto_pub', ['-p', broker.port, '-t', topic, '-m', payload, ...flags]);
