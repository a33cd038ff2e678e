// SPDX-License-Identifier: MIT
// A local network of machines with their own host name, addresses, D-Bus and avahi-daemon: namespaces of the kernel,
// joined by a virtual cable. Needs root.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REAL, eventually } from './program.mjs';

const PROGRAMS = ['unshare', 'nsenter', 'ip', 'dbus-daemon', 'avahi-daemon', 'avahi-browse', 'avahi-resolve', 'curl'];

/** Why there can be no such network here, or false. */
export function lanIsImpossible() {
  const missing = PROGRAMS.find((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
  if (missing) return `${missing} is not installed`;
  const tried = spawnSync('unshare', ['--net', '--mount', '--uts', 'mount', '-t', 'tmpfs', 'tmpfs', '/run'], { encoding: 'utf8' });
  return tried.status !== 0 && `no namespaces: ${tried.stderr}`;
}

const AVAHI = '[server]\nuse-ipv4=yes\nuse-ipv6=no\nenable-dbus=yes\n[publish]\npublish-aaaa-on-ipv4=no\n';

/** One machine; its processes end with it. */
class Machine {
  #anchor; #folder; #children = new Set();

  constructor(name, folder) {
    this.name = name;
    this.#folder = folder;
    this.#anchor = this.#keep(spawn('unshare', ['--net', '--mount', '--uts', 'sleep', 'infinity'], { stdio: 'ignore' }));
  }

  get pid() { return this.#anchor.pid; }

  #keep(child) {
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  #entering(command) { return ['--target', String(this.pid), '--net', '--mount', '--uts', '--', ...command]; }

  /** Runs a command to its end. */
  run(...command) { return spawnSync('nsenter', this.#entering(command), { encoding: 'utf8', timeout: 60_000 }); }

  /** Starts a program, whose output is collected; nsenter becomes it, so that signals reach it. */
  start(...command) {
    const child = this.#keep(spawn('nsenter', this.#entering(command), { stdio: ['ignore', 'pipe', 'pipe'] }));
    const program = { output: '', log: '', signal: (name) => child.kill(name) };
    child.stdout.on('data', (piece) => (program.output += piece));
    child.stderr.on('data', (piece) => (program.log += piece));
    program.exited = new Promise((done) => child.once('exit', (code, signal) => done({ code, signal })));
    return program;
  }

  /** Until the namespaces are there, commands run in those of the tests. */
  async boot() {
    await eventually(() => this.run('readlink', '/proc/self/ns/net').stdout !== spawnSync('readlink', ['/proc/self/ns/net'], { encoding: 'utf8' }).stdout,
      `the namespaces of ${this.name}`);
    const { status, stderr } = this.run('sh', '-c',
      `hostname ${this.name} && ip link set lo up && mount -t tmpfs tmpfs /run && mkdir -p /run/dbus /run/avahi-daemon`);
    if (status !== 0) throw new Error(`${this.name}: ${stderr}`);
  }

  async startDbus() {
    this.start('dbus-daemon', '--system', '--nofork', '--nopidfile');
    await eventually(() => this.run('test', '-S', '/run/dbus/system_bus_socket').status === 0, 'D-Bus');
  }

  startAvahi() {
    const configuration = join(this.#folder, `${this.name}.conf`);
    writeFileSync(configuration, AVAHI);
    return this.start('avahi-daemon', '--no-drop-root', '--no-rlimits', '--no-chroot', '--file', configuration);
  }

  /** @returns the program, with its `port`, once it serves the network */
  async startSpectrumd(...flags) {
    const program = this.start(REAL, '--listen', '0.0.0.0:0', '--open', ...flags);
    const [, port] = await eventually(() => /http:\/\/0\.0\.0\.0:(\d+)/.exec(program.output), 'the address of spectrumd', 60_000);
    return Object.assign(program, { port });
  }

  /** The status that a server answers with to a request for its page by that name. */
  statusOf(address, port, name) {
    return this.run('curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Host: ${name}:${port}`, `http://${address}:${port}/`).stdout;
  }

  /** The services of a type, as avahi-browse lists them. */
  services(type) { return this.run('avahi-browse', '--resolve', '--parsable', '--terminate', type).stdout; }

  addressOf(name) { return this.run('avahi-resolve', '-4', '--name', name).stdout.split(/\s+/)[1] ?? ''; }

  end() { this.#children.forEach((child) => child.kill('SIGKILL')); }
}

/** Two machines on one cable, at 10.77.0.1 and 10.77.0.2, for the time of `work`. */
export async function withLan(names, work) {
  const folder = mkdtempSync(join(tmpdir(), 'spectrumd-lan-'));
  const machines = names.map((name) => new Machine(name, folder));
  try {
    for (const machine of machines) await machine.boot();
    const [first, second] = machines;
    first.run('ip', 'link', 'add', 'lan0', 'type', 'veth', 'peer', 'name', 'lan0', 'netns', String(second.pid));
    machines.forEach((machine, index) => {
      machine.run('ip', 'address', 'add', `10.77.0.${index + 1}/24`, 'dev', 'lan0');
      machine.run('ip', 'link', 'set', 'lan0', 'up');
      machine.run('ip', 'route', 'add', 'default', 'dev', 'lan0');
    });
    await work(...machines);
  } finally {
    machines.forEach((machine) => machine.end());
    rmSync(folder, { recursive: true });
  }
}
