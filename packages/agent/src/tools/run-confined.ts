/** A command in the sandbox, or without one; either way nothing of it is left when this resolves. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Confined } from '../sandbox/confine.ts';
import { disarmRepositories } from '../sandbox/disarm-repositories.ts';
import { guardRepositories } from '../sandbox/guard-repositories.ts';
import { takeTurn } from '../sandbox/take-turn.ts';
import { endStrays, STRAY_MARK } from './end-strays.ts';
import { runProcess } from './run-process.ts';
import type { ProcessEnd, ProcessOptions } from './run-process.ts';

export interface ConfinedOptions extends ProcessOptions {
  readonly confined: Extract<Confined, { ok: true }>;
  /** A real path. */
  readonly workspace: string;
  readonly git: 'read' | 'write';
}

export interface ConfinedEnd {
  readonly end: ProcessEnd;
  /** What the command had made that git would have run outside. */
  readonly taken: readonly string[];
}

/** In a sandbox everything ends with its first process. */
export async function runConfined({ confined, workspace, git, ...options }: ConfinedOptions): Promise<ConfinedEnd> {
  const done = await takeTurn(workspace, options.signal);
  if (done === undefined) return { end: { kind: 'stopped' }, taken: [] };
  try {
    const guarded = await guardRepositories(workspace, git);
    if (!guarded.ok) return { end: { kind: 'not_started', message: guarded.why }, taken: [] };
    const argv = confined.argv(options.argv, guarded.mounts);
    let info = '';
    const told = (text: string): void => void (info += text);
    const end = await runProcess({ ...options, argv, env: { ...options.env, TMPDIR: '/tmp' }, told });
    await allEnded(info);
    return { end, taken: await disarmRepositories(guarded.guard) };
  } finally {
    done();
  }
}

/**
 * The kernel keeps the first process of a sandbox until the last one is gone. bubblewrap itself ends a moment before, and in
 * that moment something could still be written.
 */
async function allEnded(info: string): Promise<void> {
  const first = /"child-pid": (\d+)/.exec(info)?.[1];
  if (first === undefined) return;
  while (await isAlive(first)) await new Promise((passed) => setTimeout(passed, 5));
}

async function isAlive(pid: string): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return stat !== '' && !/^\d+ \(.*\) [ZX]/s.test(stat);
}

export async function runMarked(options: ProcessOptions): Promise<ProcessEnd> {
  const mark = randomUUID();
  const end = await runProcess({ ...options, env: { ...options.env, [STRAY_MARK]: mark } });
  await endStrays(mark);
  return end;
}
