import type { LedgerEvent } from '../ledger-event.ts';

/** How long the runs of a thread have worked so far. */
export interface WorkTime {
  readonly ms: number;
  /** The last thing that was recorded, where a run is under way: what comes next took the time since. */
  readonly since: number | undefined;
}

export const NO_WORK: WorkTime = { ms: 0, since: undefined };

/** While nothing is recorded for longer, nobody knows of any work: the computer may have been off. */
const LONGEST_GAP_MS = 5 * 60_000;

/** After one more event. Waiting for a person is no work, and no rewind takes work back. How words were cut into deltas changes nothing. */
export function workAfter(before: WorkTime, event: LedgerEvent): WorkTime {
  if (event.type === 'agent.status' && event.scope === undefined) {
    const { ms } = spent(before, event.at, 0);
    return event.status === 'running'
      ? { ms, since: event.at }
      : ms === before.ms && before.since === undefined
        ? before
        : { ms, since: undefined };
  }
  if (before.since === undefined || isSmall(event)) return before;
  const told =
    event.type === 'agent.step.completed' || event.type === 'agent.tool.completed' ? event.duration_ms : undefined;
  return spent(before, event.at, told ?? 0);
}

/** `lasted`: so long was certainly worked before `at`. */
function spent({ ms, since }: WorkTime, at: number, lasted: number): WorkTime {
  if (since === undefined || at <= since) return { ms, since };
  return { ms: ms + Math.min(at - since, LONGEST_GAP_MS + Math.max(0, lasted)), since: at };
}

function isSmall({ type }: LedgerEvent): boolean {
  return type.endsWith('.delta') || type === 'source.record' || type === 'event.purged' || type === 'event.withheld';
}
