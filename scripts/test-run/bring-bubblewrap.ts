import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../node_modules/.cache/bubblewrap', import.meta.url));

/**
 * The sandbox's tests need bubblewrap: `BWRAP`, the one on the path, or one that is brought; installed by root, else unpacked into
 * the cache. Gives why there is none that works, or undefined. It is on the path afterwards.
 */
export function bringBubblewrap(): string | undefined {
  if (process.platform !== 'linux') return 'there is no bubblewrap for this system';
  const { BWRAP, PATH = '' } = process.env;
  const folders = [...(BWRAP === undefined ? [] : [dirname(BWRAP)]), PATH, join(cache, 'usr', 'bin')];
  process.env['PATH'] = folders.join(delimiter);
  if (works('bwrap', '--version') || install()) return problem();
  return 'bubblewrap is not installed and could not be brought (apt-get install bubblewrap, or BWRAP=/path/of/bwrap)';
}

function install(): boolean {
  console.error('bringing bubblewrap for the tests of the sandbox …');
  if (!works('apt-get', '--version')) return false;
  if (process.getuid?.() === 0) {
    works('apt-get', 'update', '-qq');
    works('apt-get', 'install', '-y', '-qq', 'bubblewrap');
  } else unpack();
  return works('bwrap', '--version');
}

/** Nothing of it needs root: apt's lists and the package are in the cache. */
function unpack(): void {
  const lists = join(cache, 'lists', 'partial');
  mkdirSync(lists, { recursive: true });
  const own = ['-qq', '-o', `Dir::State::Lists=${dirname(lists)}`, '-o', `Dir::Cache=${cache}`];
  works('apt-get', ...own, 'update');
  works('apt-get', ...own, 'download', 'bubblewrap');
  const [deb] = globSync('bubblewrap_*.deb', { cwd: cache });
  if (deb !== undefined) works('dpkg-deb', '-x', join(cache, deb), cache);
}

/** That it is there is not enough: a container or a kernel may forbid what it does. */
function problem(): string | undefined {
  const { status, stderr } = run('bwrap', '--unshare-all', '--ro-bind', '/', '/', '--dev', '/dev', '--', 'true');
  return status === 0 ? undefined : `bubblewrap does not work here (${stderr.trim().slice(0, 200)})`;
}

function works(command: string, ...args: string[]): boolean {
  return run(command, ...args).status === 0;
}

function run(command: string, ...args: string[]): { readonly status: number | null; readonly stderr: string } {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  mkdirSync(cache, { recursive: true });
  const { status, stderr } = spawnSync(command, args, { cwd: cache, encoding: 'utf8', env });
  return { status, stderr: stderr ?? '' };
}
