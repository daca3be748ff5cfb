import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findProgram } from '../process/find-program.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import { runBubblewrap } from './run-bubblewrap.ts';

export type Bubblewrap = { readonly ok: true; readonly program: string } | { readonly ok: false; readonly why: string };

/** Looked at first: what is in another folder of `PATH` may be an agent's work from when that folder was its workspace. */
const OF_THE_SYSTEM = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin'];

const tried = new Map<string | undefined, Promise<Bubblewrap>>();

/**
 * `await findBubblewrap([workspace, dataFolder])`: not in folders that agents write to. Each one is tried once in the life of the process: that
 * it is installed is not enough.
 */
export function findBubblewrap(writable: readonly string[] = []): Promise<Bubblewrap> {
  const path = [...OF_THE_SYSTEM, process.env['PATH'] ?? ''].join(delimiter);
  const program = findProgram('bwrap', { path, writable });
  const found = tried.get(program) ?? tryBubblewrap(process.platform, program);
  tried.set(program, found);
  return found;
}

/** With the arguments that commands will get, in a folder of its own. */
export async function tryBubblewrap(platform: string, program: string | undefined): Promise<Bubblewrap> {
  if (platform !== 'linux') return { ok: false, why: 'there is no bubblewrap for this system' };
  if (program === undefined) return { ok: false, why: 'bubblewrap is not installed' };
  const path = process.env['PATH'] ?? '';
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
  const end = await runBubblewrap({
    workspace,
    argvFor: (sockets) => [
      program,
      ...bubblewrapArguments({ ...confined, sockets }),
      '--',
      '/bin/sh',
      '-c',
      'echo confined > here && cat here',
    ],
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
