/** A command in the sandbox, or without one; either way nothing of it is left when this resolves. */
import { systemPath } from './git/byte-path.ts';
import type { Confined } from './confine.ts';
import { disarmAfter, disarmAgain } from './git/disarm-again.ts';
import type { Disarmed } from './git/disarm-repositories.ts';
import { guardRepositories } from './git/guard-repositories.ts';
import { keepNow } from './git/keep-now.ts';
import { runBubblewrap } from './run-bubblewrap.ts';
import { takeTurn } from './take-turn.ts';
import { endStrays, newMark, STRAY_MARK } from '../process/end-strays.ts';
import { runProcess } from '../process/run-process.ts';
import type { ProcessEnd, ProcessOptions } from '../process/run-process.ts';
import { unwatch, watch } from './watch.ts';

export interface ConfinedOptions extends ProcessOptions {
  readonly confined: Extract<Confined, { ok: true }>;
  /** A real path. */
  readonly workspace: string;
  readonly git: 'read' | 'write';
}

export interface ConfinedEnd {
  readonly end: ProcessEnd;
  /** What the command had made that git would have run outside. */
  readonly disarmed: Disarmed;
  /** Folders in which nothing could be written: they hold too many repositories, or one too far down. */
  readonly closed?: readonly string[];
}

const NOTHING: Disarmed = { taken: [], left: [] };
const STILL_LEFT =
  'what an earlier command left behind for git could still not be looked at or taken out. Remove it first.';

/** In a sandbox everything ends with its first process. */
export async function runConfined({ confined, workspace, git, ...options }: ConfinedOptions): Promise<ConfinedEnd> {
  const done = await takeTurn(workspace, options.signal);
  if (done === undefined) return { end: { kind: 'stopped' }, disarmed: NOTHING };
  const mark = newMark();
  let keptNow: (() => void) | undefined;
  try {
    const earlier = await disarmAgain(workspace);
    if (earlier.left.length > 0) return { end: { kind: 'not_started', message: STILL_LEFT }, disarmed: earlier };
    const guarded = await guardRepositories(workspace, git);
    if (!guarded.ok) return { end: { kind: 'not_started', message: guarded.why }, disarmed: earlier };
    const { guard, mounts, closed, led } = guarded;
    keptNow = keepNow(led);
    watch({ mark, guard });
    const end = await runBubblewrap({
      ...options,
      workspace,
      argvFor: (sockets) => confined.argv(options.argv, { mounts: mounts.length === 0 ? undefined : 4, sockets }),
      ...(mounts.length === 0 ? {} : { given: systemPath(mounts.map((argument) => `${argument}\0`).join('')) }),
      env: { ...options.env, TMPDIR: '/tmp', [STRAY_MARK]: mark },
      begun: (first) => watch({ mark, guard, first }),
    });
    const { taken, left } = await disarmAfter(workspace, guard);
    return { end, disarmed: { taken: [...earlier.taken, ...taken], left }, closed };
  } finally {
    keptNow?.();
    unwatch(mark);
    done();
  }
}

/** Without a sandbox. */
export async function runMarked(options: ProcessOptions): Promise<ProcessEnd> {
  const mark = newMark();
  watch({ mark });
  try {
    const started = (group: number): void => watch({ mark, group });
    const end = await runProcess({ ...options, env: { ...options.env, [STRAY_MARK]: mark }, started });
    await endStrays(mark);
    return end;
  } finally {
    unwatch(mark);
  }
}
