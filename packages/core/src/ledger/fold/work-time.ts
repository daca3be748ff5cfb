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

/**
 * After one more event; `last` is when the one before it was recorded, whatever it was. Waiting for a person is no work, and no rewind takes work
 * back. How words were cut into deltas changes nothing.
 */
export function workAfter(before: WorkTime, event: LedgerEvent, last: number): WorkTime {
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
  const { ms } = spent(before, workedUntil(event, last), told ?? 0);
  return event.at <= before.since ? before : { ms, since: event.at };
}

/** Until when there was work before an event. What was ended after a crash had worked until the last thing that was recorded before it. */
export function workedUntil(event: LedgerEvent, last: number): number {
  return isEndedLater(event) ? Math.min(last, event.at) : event.at;
}

/** It says that something is over which nobody worked at, or would have answered, any more. */
function isEndedLater(event: LedgerEvent): boolean {
  if (event.type === 'request.resolved') return event.decision === 'withdrawn';
  if (event.type !== 'agent.step.completed' && event.type !== 'agent.tool.completed') return false;
  return event.error?.code === 'interrupted';
}

/** `lasted`: so long was certainly worked before `at`. */
function spent({ ms, since }: WorkTime, at: number, lasted: number): WorkTime {
  if (since === undefined || at <= since) return { ms, since };
  return { ms: ms + Math.min(at - since, LONGEST_GAP_MS + Math.max(0, lasted)), since: at };
}

function isSmall({ type }: LedgerEvent): boolean {
  return type.endsWith('.delta') || type === 'source.record' || type === 'event.purged' || type === 'event.withheld';
}
