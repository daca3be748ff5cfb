import { setTimeout as sleep } from 'node:timers/promises';
import { scopesAtWork, type ThreadState } from '@toolthread/core';
import { isStopping } from '@toolthread/core/queries';
import type { Claimed, Ledger } from '@toolthread/store';
import type { RunInput } from './agent.ts';
import { RunLost, unwrap } from './run-lost.ts';
import type { Runner } from './runner.ts';
import type { Work } from './work.ts';

export type Task<T> = (input: RunInput) => Promise<T>;
export type IsDue = (thread: ThreadState) => boolean;

/** What came of it; nothing where the claim was refused, or there was nothing to do. */
export interface Tried<T> {
  readonly value: T | undefined;
  readonly answer: Claimed | undefined;
}

export interface AloneOptions {
  readonly ledger: Pick<Ledger, 'state'>;
  /** What runs here, by thread. */
  readonly working: ReadonlyMap<string, Pick<Work, 'controller' | 'done'>>;
  readonly isClosed: () => boolean;
  /** As the thread's one writer, if it can be. */
  readonly attempt: <T>(
    thread: string,
    task: Task<T>,
    isDue: IsDue,
    as: { readonly needsFiles: boolean; readonly person: string },
  ) => Promise<Tried<T>>;
}

const SOON_MS = 20;
/** So long a run on another node may take to end. */
const LONGEST_MS = 10_000;

/** `createAlone({ ledger, working, isClosed, attempt })` */
export function createAlone({ ledger, working, isClosed, attempt }: AloneOptions): Runner['alone'] {
  const isIdle: IsDue = (state) => scopesAtWork(state).length === 0;

  /** A run that begins will soon say so; one that has said its last, or was told to stop, is soon gone. */
  async function isOver(thread: string): Promise<boolean> {
    for (let work = working.get(thread); work !== undefined; work = working.get(thread)) {
      const state = unwrap(await ledger.state(thread));
      if (!isIdle(state) && !isStopping(state) && !work.controller.signal.aborted) return false;
      await Promise.race([work.done, sleep(SOON_MS)]);
    }
    return true;
  }

  return async (thread, person, task, elsewhere) => {
    const as = { needsFiles: elsewhere !== undefined, person };
    for (let left = LONGEST_MS; ; left -= SOON_MS) {
      if (!(await isOver(thread)) || isClosed()) return undefined;
      const { value, answer } = await attempt(thread, task, isIdle, as);
      // Nobody else is at work: only this node cannot be.
      if (answer?.kind === 'expired') throw new RunLost(AWAY);
      if (answer?.kind === 'files_elsewhere') return elsewhere?.(answer.node);
      if (answer?.kind !== 'held' || left <= 0) return value;
      // Of a run on another node the same holds.
      const state = unwrap(await ledger.state(thread));
      if (!isIdle(state) && !isStopping(state)) return undefined;
      await sleep(SOON_MS);
    }
  };
}

const AWAY = {
  code: 'unavailable',
  message: 'This node had no answer from the database for too long. Try again in a few seconds.',
} as const;
