import type { LedgerEvent } from '../ledger-event.ts';
import { LONGEST_GAP_MS } from './spans.ts';

/** How long the runs of a thread have worked so far. */
export interface WorkTime {
  readonly ms: number;
  /** The last thing that was recorded, where a run is under way: what comes next took the time since. */
  readonly since: number | undefined;
  /** When the first of them began. */
  readonly began: number | undefined;
}

export const NO_WORK: WorkTime = { ms: 0, since: undefined, began: undefined };

/**
 * After one more event; `last` is when the one before it was recorded, whatever it was. Waiting for a person is no work, and no rewind takes work
 * back. How words were cut into deltas changes nothing.
 */
export function workAfter(before: WorkTime, event: LedgerEvent, last: number): WorkTime {
  if (event.type === 'agent.status' && event.scope === undefined) {
    const ms = spent(before, event.at, 0);
    if (event.status === 'running') return { ms, since: event.at, began: before.began ?? event.at };
    return before.since === undefined ? before : { ...before, ms, since: undefined };
  }
  if (before.since === undefined || isSmall(event)) return before;
  const told =
    event.type === 'agent.step.completed' || event.type === 'agent.tool.completed' ? event.duration_ms : undefined;
  if (event.at <= before.since) return before;
  return { ...before, ms: spent(before, workedUntil(event, last), told ?? 0), since: event.at };
}

/** While a run is under way, at a time after the last thing that was recorded. `running`: since when calls run, which tell themselves how long. */
export function workUntil(work: WorkTime, now: number, running: Iterable<readonly [string, number]>): WorkTime {
  const first = Math.min(now, ...Array.from(running, ([, since]) => since));
  return { ...work, ms: spent(work, now, now - first) };
}

/** Until when there was work before an event. What was ended after a crash had worked until the last thing that was recorded before it. */
export function workedUntil(event: LedgerEvent, last: number): number {
  return isEndedLater(event) ? Math.min(last, event.at) : event.at;
}

/** The event says that something is over on which nobody was working or waiting any more. */
function isEndedLater(event: LedgerEvent): boolean {
  if (event.type === 'request.resolved') return event.decision === 'withdrawn';
  if (event.type !== 'agent.step.completed' && event.type !== 'agent.tool.completed') return false;
  return event.error?.code === 'interrupted';
}

/** `lasted`: so long was certainly worked before `at`. */
function spent({ ms, since }: WorkTime, at: number, lasted: number): number {
  if (since === undefined || at <= since) return ms;
  return ms + Math.min(at - since, LONGEST_GAP_MS + Math.max(0, lasted));
}

function isSmall({ type }: LedgerEvent): boolean {
  return type.endsWith('.delta') || type === 'source.record' || type === 'event.purged';
}
