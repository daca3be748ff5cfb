/**
 * A small process beside the server that notices when the server dies, by whatever signal: their pipe closes. Then it ends what the
 * server's tools have running, and looks at what they made. Where others may take over the server's work, it does the same when the server says nothing
 * any more.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { extname, join } from 'node:path';
import type { First } from './end-inside.ts';
import type { Guard } from './git/guard-repositories.ts';
import { WATCHER_MARK } from '../process/end-strays.ts';
import { forgetGroup, keepGroup } from '../process/keep-group.ts';
import { ownLife } from '../process/own-life.ts';

export interface Watched {
  readonly mark: string;
  /** The process group; it is known when the process is. */
  readonly group?: number;
  /** The first process inside of a sandbox. */
  readonly first?: First;
  readonly guard?: Guard;
}

const watched = new Map<string, Watched>();
let watcher: ChildProcess | undefined;
/** After how long without a word the tools are ended. */
let silenceMs: number | undefined;
const BEAT_MS = 1000;

/** `watch({ mark })` before a process is started with that mark, and again when more is known of it. */
export function watch(one: Watched): void {
  watched.set(one.mark, one);
  const kept = keptOf(one);
  if (kept !== undefined) keepGroup(one.mark, kept);
  if (watcher === undefined) start();
  else tell({ watch: one });
}

/** Everything with that mark has ended. */
export function unwatch(mark: string): void {
  if (keptOf(watched.get(mark)) !== undefined) forgetGroup(mark);
  watched.delete(mark);
  tell({ unwatch: mark });
}

/** What is kept on disk, to be found by the next server where this one and its watcher have died. */
function keptOf(one: Watched | undefined): number | undefined {
  return one?.group ?? one?.first?.pid;
}

/**
 * From now on the tools of this process are ended when it has been frozen for so long; gives what ends that.
 *
 * @example
 * const endNoMore = endToolsWhenFrozen(11_000);
 * // Whatever tools run meanwhile end some 11 seconds after this process was stopped by a signal, though it lives.
 * endNoMore();
 */
export function endToolsWhenFrozen(afterMs: number): () => void {
  const beat = (): void => {
    silenceMs = afterMs;
    tell({ beat: afterMs });
  };
  beat();
  const timer = setInterval(beat, BEAT_MS).unref();
  return () => {
    clearInterval(timer);
    silenceMs = undefined;
    tell({ beat: null });
  };
}

/** `beat`: the next word comes within so many milliseconds; null: it may take as long as it likes. */
export type Told = { readonly watch: Watched } | { readonly unwatch: string } | { readonly beat: number | null };

function tell(told: Told): void {
  watcher?.stdin?.write(`${JSON.stringify(told)}\n`);
}

/** The program is beside this one, by the same ending. */
const PROGRAM = join(import.meta.dirname, `watcher-main${extname(import.meta.filename)}`);

function start(): void {
  // What runs is an argument: the server may die before it has told anything. A guard may be too long for that.
  const known = [...watched.values()].map(({ guard: _guard, ...rest }) => rest);
  const started = spawn(process.execPath, [PROGRAM, JSON.stringify(known)], {
    cwd: '/',
    detached: true,
    env: { [WATCHER_MARK]: ownLife },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher = started;
  // It keeps nobody from ending.
  started.unref();
  if (started.stdin instanceof Socket) started.stdin.unref();
  started.stdin?.on('error', () => undefined);
  const onGone = (): void => {
    if (watcher !== started) return;
    watcher = undefined;
    if (watched.size > 0) start();
  };
  started.on('exit', onGone);
  started.on('error', () => undefined);
  for (const one of watched.values()) tell({ watch: one });
  if (silenceMs !== undefined) tell({ beat: silenceMs });
}
