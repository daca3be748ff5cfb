import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';
import { thrownWords } from '@toolthread/core/text';
import { isFound } from './find-program.ts';
import { withoutInherited } from './without-inherited.ts';
import { unfinished } from './unfinished.ts';

export interface ProcessOptions {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly timeoutMs: number;
  /** The process is stopped after this many bytes of output. */
  readonly mostBytes: number;
  readonly signal: AbortSignal;
  /** Output that is text is never cut within a character. */
  readonly output: (bytes: Buffer) => void;
  /** What it writes to its descriptor 3, which is open only if this is given. */
  readonly told?: (text: string) => void;
  /** It will write no more there. Not called if the process has ended while another process holds the descriptor. */
  readonly toldAll?: () => void;
  /** What it reads from its descriptor 4, which is open only if this is given and so is `told`. */
  readonly given?: Buffer;
  /** It reads its descriptor 5, which is open only if this is given and so is `told`, until this is resolved. */
  readonly held?: Promise<void>;
  /** What it reads from its descriptor 6, which is open only if this is given and so is `told`. */
  readonly filter?: Buffer;
  /** Called before the process begins, with its group: nothing of it runs before this returns, or if we die first. Not with `told`. */
  readonly started?: (group: number) => void;
}

export type ProcessEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'timeout' | 'flood' | 'stopped' }
  | { readonly kind: 'not_started'; readonly message: string };

/** The process waits for a line on its descriptor 3, and ends if that is closed without one. */
const GATE = ['/bin/sh', '-c', 'read -r go <&3 && exec 3<&- && exec "$@"', 'sh'];

/** Between the request to end (SIGTERM) and SIGKILL. */
const TERM_MS = 400;
/** How long a pipe is still read after its process has ended. */
const DRAIN_MS = 100;

/**
 * Runs a program in a process group of its own. When this resolves the whole group is gone, whatever it left running,
 * and whatever the reason for its end.
 */
export function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  const { argv, cwd, env, signal, started } = options;
  const [program = ''] = argv;
  if (started !== undefined && !isFound(program, { cwd, path: env['PATH'] ?? '' })) {
    return Promise.resolve({ kind: 'not_started', message: `spawn ${program} ENOENT` });
  }
  const [file = '', ...args] = started === undefined ? argv : [...GATE, ...argv];
  const isTold = options.told !== undefined;
  const further = isTold
    ? [true, options.given !== undefined, options.held !== undefined, options.filter !== undefined]
    : [started !== undefined];
  const pipes = further.slice(0, further.lastIndexOf(true) + 1).map((isOpen) => (isOpen ? 'pipe' : 'ignore'));
  return new Promise((resolve) => {
    let child: ChildProcess;
    try {
      const stdio = withoutInherited(['ignore', 'pipe', 'pipe', ...pipes] as const);
      child = spawn(file, args, { cwd, env, detached: true, stdio });
    } catch (error) {
      resolve({ kind: 'not_started', message: thrownWords(error) });
      return;
    }
    let early: ProcessEnd | undefined;
    let forced: NodeJS.Timeout | undefined;
    let exited = false;
    const end = (why: ProcessEnd): void => {
      if (early !== undefined || exited) return;
      early = why;
      killGroup(child, 'SIGTERM');
      forced = setTimeout(() => killGroup(child, 'SIGKILL'), TERM_MS);
    };
    const onAbort = (): void => end({ kind: 'stopped' });
    const timer = setTimeout(() => end({ kind: 'timeout' }), options.timeoutMs);
    const finish = (why: ProcessEnd): void => {
      clearTimeout(timer);
      clearTimeout(forced);
      signal.removeEventListener('abort', onAbort);
      killGroup(child, 'SIGKILL');
      child.stdout?.destroy();
      child.stderr?.destroy();
      for (const pipe of child.stdio.slice(3)) pipe?.destroy();
      resolve(why);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (child.pid !== undefined && started !== undefined) {
      started(child.pid);
      const gate = child.stdio[3];
      if (gate instanceof Writable) gate.on('error', () => undefined).end('\n');
    }
    child.stdio[3]?.on('data', (chunk: Buffer) => options.told?.(chunk.toString()));
    child.stdio[3]?.on('end', () => options.toldAll?.());
    const given = child.stdio[4];
    if (given instanceof Writable) given.on('error', () => undefined).end(options.given);
    const held = child.stdio.at(5);
    if (held instanceof Writable) void options.held?.then(() => held.on('error', () => undefined).end('.'));
    const filter = child.stdio.at(6);
    if (filter instanceof Writable) filter.on('error', () => undefined).end(options.filter);
    readOutput(child, options, () => end({ kind: 'flood' }));
    child.on('error', (error) => finish({ kind: 'not_started', message: error.message }));
    child.on('exit', (code, killedBy) => {
      exited = true;
      const exit: ProcessEnd =
        code === null ? { kind: 'killed', signal: killedBy ?? 'unknown' } : { kind: 'exit', code };
      const drained = setTimeout(() => finish(early ?? exit), DRAIN_MS);
      child.on('close', () => {
        clearTimeout(drained);
        finish(early ?? exit);
      });
    });
    if (signal.aborted) onAbort();
  });
}

function readOutput(child: ChildProcess, { output, mostBytes }: ProcessOptions, flooded: () => void): void {
  let bytes = 0;
  for (const stream of [child.stdout, child.stderr]) {
    let begun: Buffer = Buffer.alloc(0);
    stream?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) {
        child.stdout?.destroy();
        child.stderr?.destroy();
        flooded();
        return;
      }
      const known = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
      const whole = known.length - unfinished(known);
      begun = Buffer.from(known.subarray(whole));
      if (whole > 0) output(known.subarray(0, whole));
    });
    stream?.on('end', () => {
      if (begun.length > 0) output(begun);
    });
  }
}

/** A negative id means the group. It may be empty already: then there is nothing to kill. */
function killGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}
