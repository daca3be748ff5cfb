/** A real PostgreSQL for tests, benches and `npm run cluster`: in a folder of its own, reached by a socket in it, gone when it is stopped. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillFolder, unprivileged } from './fill-folder.ts';

export interface StartedPostgres {
  /** The address of its only database, or of a schema in it, which is made by whoever uses it first. */
  readonly url: string;
  readonly pid: () => number | undefined;
  /** `immediate` is as if the power went: nothing is finished, and the next start recovers. */
  readonly stop: (how?: 'fast' | 'immediate') => Promise<void>;
  readonly startAgain: () => Promise<void>;
  /** Stops it, and removes its folder. */
  readonly remove: () => Promise<void>;
}

export interface PostgresOptions {
  /** Whether a commit waits for the disk. Tests that end no machine are quicker without. */
  readonly durable?: boolean;
  /** In a group of its own: a Ctrl-C is for whoever started it, who then ends it. */
  readonly detached?: boolean;
}

/** What is gone with its folder needs no care for what comes after it. */
const SHORT_LIVED = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
};

/** `const postgres = await startPostgres(); … await postgres.remove()` */
export async function startPostgres({
  durable = false,
  detached = false,
}: PostgresOptions = {}): Promise<StartedPostgres> {
  // Short: sockets have a longest path.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pg-'));
  const user = unprivileged();
  const env = { TMPDIR: process.env['TMPDIR'] ?? tmpdir(), PATH: process.env['PATH'], LC_ALL: 'C' };
  const { home, data } = fillFolder(folder, user, env);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    ...(durable ? {} : SHORT_LIVED),
    max_connections: 200,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | undefined;

  async function startAgain(): Promise<void> {
    const started = spawn(join(home, 'bin', 'postgres'), ['-D', data, ...flags], {
      ...user,
      env,
      cwd: folder,
      detached,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = started;
    await new Promise<void>((resolve, reject) => {
      let said = '';
      started.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('ready to accept connections')) resolve();
        if (said.length > 100_000) said = said.slice(-1000);
      });
      started.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
    });
  }

  async function stop(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const stopping = server;
    server = undefined;
    if (stopping === undefined || stopping.exitCode !== null || stopping.signalCode !== null) return;
    const exited = once(stopping, 'exit');
    stopping.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await exited;
  }

  await startAgain();
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    pid: () => server?.pid,
    stop,
    startAgain,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
