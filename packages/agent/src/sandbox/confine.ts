import { realpathSync } from 'node:fs';
import { release } from 'node:os';
import { sep } from 'node:path';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import { liesIn } from '../process/lies-in.ts';
import { findBubblewrap } from './find-bubblewrap.ts';
import { mountsOf } from './mounts-of.ts';
import { mountedPlaces } from './mounted-places.ts';
import { isOfGit } from './git/is-git-folder.ts';

export interface Confining {
  readonly workspace: string;
  readonly cwd: string;
  readonly network: boolean;
  readonly hides: readonly string[];
}

export type Confined =
  | {
      readonly ok: true;
      /**
       * On the descriptor `mounts` it is told the mounts of `guardRepositories`:
       * a name in them need not be UTF-8, as an argument has to be.
       */
      argv(
        command: readonly string[],
        given: { readonly mounts: number | undefined; readonly sockets: readonly string[] },
      ): readonly string[];
    }
  /** A phrase that follows "without a sandbox:". */
  | { readonly ok: false; readonly why: string };

/** How many processes and threads a command may have at once. The kernel does not apply this to root. */
const MOST_PROCESSES = 1024;

/** `const confined = await confine({ workspace, cwd, network: false, hides: [] })` */
export async function confine({ workspace, cwd, network, hides: named }: Confining): Promise<Confined> {
  const mounts = mountsOf('self');
  const hides = [...named, ...named.flatMap((folder) => mountedPlaces(folder, mounts))];
  const bubblewrap = await findBubblewrap([workspace, ...hides]);
  if (!bubblewrap.ok) return bubblewrap;
  const home = process.env['HOME'];
  const root = realpathSync(workspace);
  const within = [home, ...hides].find((path) => path !== undefined && liesIn(path, root));
  if (within !== undefined) return { ok: false, why: `the workspace contains ${within}` };
  if (root.split(sep).some(isOfGit)) return { ok: false, why: 'the workspace is in a folder of git itself' };
  const seen = { workspace: root, cwd, network, home, path: process.env['PATH'] ?? '', hides };
  return {
    ok: true,
    argv: (command, given) => [
      bubblewrap.program,
      ...bubblewrapArguments({ ...seen, ...given }),
      '--',
      ...limited(command),
    ],
  };
}

/** Before 5.14 the kernel counts all that the user runs anywhere, and the limit would hit the wrong ones. */
function limited(command: readonly string[]): readonly string[] {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  if (major < 5 || (major === 5 && minor < 14)) return command;
  const limit = `ulimit -p ${MOST_PROCESSES} 2>/dev/null || ulimit -u ${MOST_PROCESSES} 2>/dev/null; exec "$@"`;
  return ['/bin/sh', '-c', limit, 'sh', ...command];
}
