import { accessSync, constants, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { runProcess } from '../process/run-process.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';

export type Bubblewrap = { readonly ok: true; readonly program: string } | { readonly ok: false; readonly why: string };

let found: Promise<Bubblewrap> | undefined;

/** `await findBubblewrap()`: looked for and tried once in the life of the process. That it is installed is not enough. */
export function findBubblewrap(): Promise<Bubblewrap> {
  found ??= tryBubblewrap(process.platform, process.env['PATH'] ?? '');
  return found;
}

/** With the arguments that commands will get, in a folder of its own. */
export async function tryBubblewrap(platform: string, path: string): Promise<Bubblewrap> {
  if (platform !== 'linux') return { ok: false, why: 'there is no bubblewrap for this system' };
  const program = onPath(path);
  if (program === undefined) return { ok: false, why: 'bubblewrap is not installed' };
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'toolthread-try-')));
  let printed = '';
  const confined = {
    workspace,
    cwd: workspace,
    network: false,
    home: process.env['HOME'],
    path,
    hides: [],
    mounts: undefined,
  };
  const end = await runProcess({
    argv: [program, ...bubblewrapArguments(confined), '--', '/bin/sh', '-c', 'echo confined > here && cat here'],
    cwd: workspace,
    env: { PATH: path },
    timeoutMs: 10_000,
    mostBytes: 64 * 1024,
    signal: new AbortController().signal,
    output: (bytes) => {
      printed += bytes.toString();
    },
  });
  rmSync(workspace, { recursive: true, force: true });
  if (end.kind === 'exit' && end.code === 0 && printed === 'confined\n') return { ok: true, program };
  if (/unknown option --(?:disable-userns|assert-userns-disabled)/i.test(printed))
    return { ok: false, why: 'bubblewrap is too old: version 0.8 or later is needed' };
  return { ok: false, why: `bubblewrap does not work here (${printed.trim().slice(0, 200) || end.kind})` };
}

/** Only by an absolute folder: one that is relative would be looked up in whatever folder a command runs in. */
function onPath(path: string): string | undefined {
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    const program = join(folder, 'bwrap');
    try {
      accessSync(program, constants.X_OK);
      return program;
    } catch {
      continue;
    }
  }
  return undefined;
}
