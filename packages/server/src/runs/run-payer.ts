import type { LedgerEvent, ThreadState } from '@toolthread/core';
import { personAsking } from './person-asking.ts';

/** Who pays for what a run asks of a model. Somebody else does if the run has completed, and goes on with what they had queued. */
export interface RunPayer {
  /** Whoever paid for the request that was made last. */
  name(): string;
  /** What the run has seen since. */
  note(events: readonly LedgerEvent[]): void;
  /** Whoever pays for the next one. */
  next(): Promise<string>;
}

/** `runPayer('Ada', () => stateOf(thread))`: not asked for the state before the run has completed once. */
export function runPayer(begunBy: string, stateOf: () => Promise<ThreadState>): RunPayer {
  let person = begunBy;
  let hasCompleted = false;
  return {
    name: () => person,
    note(events) {
      hasCompleted ||= events.some(
        (event) => event.type === 'agent.status' && event.scope === undefined && event.status === 'completed',
      );
    },
    async next() {
      if (hasCompleted) person = personAsking(await stateOf());
      hasCompleted = false;
      return person;
    },
  };
}
