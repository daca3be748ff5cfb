/** What a confined program sees: the machine read-only, its workspace to write, nobody's home, no other process. */
import { existsSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { liesIn } from '../process/lies-in.ts';
import { realPathOf } from '../real-path-of.ts';
import { secretsOfTheSystem } from './secrets-of-the-system.ts';

export interface Confinement {
  /** A real path. */
  readonly workspace: string;
  readonly cwd: string;
  readonly network: boolean;
  readonly home: string | undefined;
  /** Where programs are looked for: these folders are seen, wherever they are. */
  readonly path: string;
  /** Of `mountedPlaces`: what it shall not see, where the server keeps its own. */
  readonly hides: readonly string[];
  /** The descriptor on which it is told the mounts of `guardRepositories`, if there are any. */
  readonly mounts: number | undefined;
  /** Of `boundSockets`. */
  readonly sockets: readonly string[];
}

/**
 * Homes hold keys, sockets below `/run` lead to daemons that can do anything, and other people's files are in `/tmp`:
 * all of them are empty inside.
 */
const EMPTY = ['/tmp', '/var/tmp', '/run', '/home', '/root'];

/** Programs that people install below their home, and nothing that holds a key. */
const TOOLCHAINS = (
  '.nvm .volta .fnm .asdf .local/bin .local/lib .local/share/fnm .local/share/mise .local/share/uv .local/share/pnpm ' +
  '.pyenv .rbenv .rustup .cargo/bin .cargo/registry .bun/bin .deno/bin .sdkman/candidates .npm-global go miniconda3'
).split(' ');

/** Settings of the kernel: the user root may change them even without capabilities. */
const SWITCHES = ['/proc/sys', '/proc/irq', '/proc/bus', '/proc/fs'];

/** Keys of the kernel, by name. */
const KEYS = ['/proc/keys', '/proc/key-users'];

/** `spawn('bwrap', [...bubblewrapArguments(confinement), '--', 'make'])` */
export function bubblewrapArguments(confinement: Confinement): readonly string[] {
  const { workspace, cwd, network, home, path: programs, hides, mounts } = confinement;
  const empty = [...EMPTY, ...(home === undefined ? [] : [home]), ...hides].flatMap(real);
  const resolver = network ? real('/etc/resolv.conf') : [];
  // A folder that holds something hidden would show it again.
  const places = [...toolchains(home), ...folders(programs)].filter((path) => !empty.some((one) => liesIn(one, path)));
  const shown = [...resolver, ...places];
  const secrets = secretsOfTheSystem();
  const isSeen = (path: string): boolean =>
    [...shown, workspace].some((one) => liesIn(path, one)) || !empty.some((one) => liesIn(path, one));
  // With the network, a person has allowed it to talk to what they run in the workspace.
  const sockets = confinement.sockets.filter((path) => isSeen(path) && !(network && liesIn(path, workspace)));
  return [
    // It says there which process is the first inside, and how that ended if it ever began.
    ['--json-status-fd', '3'],
    // In a user namespace of its own a program could take the mounts below apart.
    ['--unshare-user', '--disable-userns', '--assert-userns-disabled'],
    ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    network ? [] : ['--unshare-net'],
    ['--die-with-parent', '--cap-drop', 'ALL'],
    ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    SWITCHES.flatMap((path) => ['--ro-bind-try', path, path]),
    KEYS.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', '/dev/null', path]),
    secrets.flatMap(({ path, is }) => (is === 'file' ? ['--ro-bind', '/dev/null', path] : ['--tmpfs', path])),
    [...new Set(empty)].flatMap((path) => (isFile(path) ? ['--ro-bind', '/dev/null', path] : ['--tmpfs', path])),
    shown.flatMap((path) => ['--ro-bind-try', path, path]),
    ['--bind', workspace, workspace],
    mounts === undefined ? [] : ['--args', String(mounts)],
    sockets.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ['--chdir', cwd],
  ].flat();
}

function toolchains(home: string | undefined): readonly string[] {
  if (home === undefined) return [];
  return TOOLCHAINS.map((name) => join(home, name)).filter((path) => existsSync(path));
}

function folders(path: string): readonly string[] {
  return [...new Set(path.split(delimiter).filter((folder) => isAbsolute(folder) && existsSync(folder)))];
}

/** A part of a hidden folder may be mounted elsewhere by itself. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
}

/** A mount point must be there, and be no link. */
function real(path: string): readonly string[] {
  const found = realPathOf(path);
  return found === undefined ? [] : [found];
}
