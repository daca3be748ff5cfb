/**
 * What people have used, by day and model. None of it is an event: it is summed up from them, in the transaction that writes them, so that a limit holds
 * whatever node writes.
 *
 * Contract:
 * - Of every response and summary that a run writes for a person, the tokens are counted once, on the day of its event. What a rewind or a purge takes away, or
 *   what goes with its thread, was paid all the same: it stays counted.
 * - What a fork copies, an import brings or another program appends was not asked for by a run of ours: it is not counted.
 * - A person who is removed takes their counts and limits along.
 */
import type { UsageRow } from '@toolthread/core/summary';
import type { Result } from '../result.ts';

/** What people have used, and how much each may use in a day. */
export interface Spent {
  /** Of that person on that day (`dayOf(at)`), a row for each model. */
  of(person: string, day: number): Promise<Result<readonly UsageRow[]>>;
  /** The limits of this person. Without any, those for everybody hold. */
  limits(person: string): Promise<Result<SpendingLimits>>;
  /** Everybody for whom something was set, whether or not they have an account, by name. */
  limited(): Promise<Result<readonly string[]>>;
  /** Replaces the limits of this person. */
  limit(person: string, limits: SpendingLimits): Promise<Result<undefined>>;
}

/** How much a person may use in a day. */
export interface SpendingLimits {
  readonly tokens?: number;
  /** In the currency of the prices. */
  readonly cost?: number;
}

const DAY_MS = 86_400_000;

/**
 * The number of the day since 1970, in UTC. A day is the same for all people and nodes.
 *
 * @example
 * dayOf(Date.UTC(1970, 0, 2, 23)); //=> 1
 */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
