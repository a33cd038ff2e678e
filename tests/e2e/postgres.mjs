// SPDX-License-Identifier: MIT
// PostgreSQL itself, in a temporary folder; as an ordinary user, since it refuses root.

import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { after } from 'node:test';
import { freePort } from './free_port.mjs';

const run = promisify(execFile);
const HOME = '/usr/lib/postgresql';
const VERSION = existsSync(HOME) && readdirSync(HOME).filter((name) => existsSync(join(HOME, name, 'bin/initdb'))).at(-1);
const IS_ROOT = process.getuid() === 0;
const asUser = (program, ...words) => (IS_ROOT ? run('runuser', ['-u', 'postgres', '--', program, ...words], { cwd: '/' }) : run(program, words));
const program = (name) => join(HOME, VERSION, 'bin', name);

export const postgresIsInstalled = Boolean(VERSION);

/** `tls`: files of a key and a certificate. `owner` needs no password at the socket; everyone does over TCP, if the
 * connection is encrypted.
 * @param {{key: string, certificate: string}} [tls] */
export async function startPostgres(tls) {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const data = join(folder, 'data');
  if (IS_ROOT) {
    const uid = Number((await run('id', ['-u', 'postgres'])).stdout);
    for (const path of [folder, ...(tls ? [tls.key, tls.certificate] : [])]) chownSync(path, uid, uid);
  }
  const port = await freePort();
  await asUser(program('initdb'), '-D', data, '-U', 'owner', '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C');
  appendFileSync(join(data, 'postgresql.conf'), `listen_addresses='127.0.0.1'\nport=${port}\nunix_socket_directories='${folder}'\nfsync=off\nshared_buffers=16MB\n`
    + (tls ? `ssl=on\nssl_key_file='${tls.key}'\nssl_cert_file='${tls.certificate}'\n` : ''));
  writeFileSync(join(data, 'pg_hba.conf'), `local all all trust\n${tls ? 'hostssl' : 'host'} all all 127.0.0.1/32 scram-sha-256\n`);
  const control = (...words) => asUser(program('pg_ctl'), '-D', data, '-w', '-l', join(folder, 'log'), ...words);
  const server = {
    port,
    url: (database, user = 'owner') => `postgresql://${user}@/${database}?host=${folder}&port=${port}`,
    start: () => control('start'),
    stop: () => control('-m', 'fast', 'stop'),
    async query(database, sql) {
      const { stdout } = await run('psql', ['-h', folder, '-p', String(port), '-U', 'owner', '-AtX', '-v', 'ON_ERROR_STOP=1', '-c', sql, database], { maxBuffer: 1 << 28 });
      return stdout.trim().split('\n').filter(Boolean).map((line) => line.split('|'));
    },
  };
  await server.start();
  after(async () => {
    await control('-m', 'immediate', 'stop').catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  });
  return server;
}
