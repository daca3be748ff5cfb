import type { Claimed, RunClaim } from '@toolthread/store';
import type { RunSlot } from './run-slots.ts';

/** What is done in one thread by this process: a run, and the next one, or something else that needs the thread for itself. */
export interface Work {
  controller: AbortController;
  /** Something came while the run was under way; it may have missed it. */
  again: boolean;
  claim: RunClaim | undefined;
  /** What the last claim was answered. */
  answer: Claimed | undefined;
  /** Another node may have the run by now: it writes nothing more. */
  lost: boolean;
  /** The last event when the run began. */
  from: number;
  /** The last event that the run has seen. */
  seen: number;
  slot: RunSlot | undefined;
  /** Each ends a wait for another attempt. */
  readonly waits: Set<() => void>;
  done: Promise<void>;
}

/** `newWork(true)` */
export function newWork(again: boolean): Work {
  return {
    controller: new AbortController(),
    again,
    claim: undefined,
    answer: undefined,
    lost: false,
    from: 0,
    seen: 0,
    slot: undefined,
    waits: new Set(),
    done: Promise.resolve(),
  };
}

/** A wait for another attempt begins; gives what to call when it is over. `noted(work, tryNow)` */
export function noted({ waits }: Pick<Work, 'waits'>, tryNow: () => void): () => void {
  waits.add(tryNow);
  return () => waits.delete(tryNow);
}
