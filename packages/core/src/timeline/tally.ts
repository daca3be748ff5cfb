import type { CallStatus } from '../ledger/call.ts';
import type { Tally } from './item.ts';

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
  return { ...tally, calls: tally.calls + 1, [status]: tally[status] + 1 };
}

export function recount(tally: Tally, from: CallStatus, to: CallStatus): Tally {
  if (from === to) return tally;
  return { ...tally, [from]: tally[from] - 1, [to]: tally[to] + 1 };
}
