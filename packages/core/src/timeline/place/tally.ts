import type { CallStatus } from '../../ledger/call.ts';

/** How many calls of a group are in which state. */
export interface Tally {
  readonly calls: number;
  readonly streaming: number;
  readonly called: number;
  readonly waiting: number;
  readonly running: number;
  readonly retrying: number;
  readonly done: number;
  readonly failed: number;
  readonly denied: number;
  readonly interrupted: number;
  readonly skipped: number;
  readonly lost: number;
}

/** Of a group without calls. */
export const emptyTally: Tally = {
  calls: 0,
  streaming: 0,
  called: 0,
  waiting: 0,
  running: 0,
  retrying: 0,
  done: 0,
  failed: 0,
  denied: 0,
  interrupted: 0,
  skipped: 0,
  lost: 0,
};

export function countIn(tally: Tally, status: CallStatus): Tally {
  const counted: Counting = { ...tally };
  counted.calls += 1;
  counted[status] += 1;
  return counted;
}

export function recount(tally: Tally, from: CallStatus, to: CallStatus): Tally {
  if (from === to) return tally;
  const counted: Counting = { ...tally };
  counted[from] -= 1;
  counted[to] += 1;
  return counted;
}

/** A computed name in a literal costs more than all of the copy. */
type Counting = { -readonly [Name in keyof Tally]: number };
