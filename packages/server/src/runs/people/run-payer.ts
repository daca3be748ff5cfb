import type { LedgerEvent, ThreadState } from '@toolthread/core';
import { peopleAsking } from './person-asking.ts';

/** Who pays for what a run asks of a model. Others do if the run has completed, and goes on with what they had queued. */
export interface RunPayer {
  /** Whoever paid for the request that was made last. */
  name(): string;
  /** What the run has seen since. */
  note(events: readonly LedgerEvent[]): void;
  /** Everybody who asks for the next one: the limit of each must hold. The last pays. */
  next(): Promise<readonly string[]>;
}

/** `runPayer('Ada', () => stateOf(thread))`: not asked for the state before the run has completed once. */
export function runPayer(begunBy: string, stateOf: () => Promise<ThreadState>): RunPayer {
  let people: readonly string[] = [begunBy];
  let hasCompleted = false;
  return {
    name: () => people.at(-1) ?? begunBy,
    note(events) {
      hasCompleted ||= events.some(
        (event) => event.type === 'agent.status' && event.scope === undefined && event.status === 'completed',
      );
    },
    async next() {
      if (hasCompleted) people = peopleAsking(await stateOf());
      hasCompleted = false;
      return people;
    },
  };
}
