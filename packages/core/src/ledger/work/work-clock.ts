import { joined, LONGEST_GAP_MS, NO_SPANS, spansIn, without, withSpan } from './spans.ts';
import type { Span, Spans } from './spans.ts';

/** When there was work in a thread, and when it waited for a person. */
export interface WorkedSpans {
  readonly worked: readonly Span[];
  readonly waited: readonly Span[];
}

/**
 * How long a thread worked: what is meant wherever a thread or a session is said to have taken so long. Between two things that were recorded there was
 * work; a pause of more than five minutes counts as five, and waiting for a person is none, but for what ran meanwhile. Nor is the time from the end of a turn to
 * the next prompt. Records do not come in the order of their times: one late record must not hide the work between the others.
 */
export interface WorkClock {
  /** Each time something was recorded, with the five minutes after it. */
  readonly near: Spans;
  readonly waits: Spans;
  /** Between turns. */
  readonly rests: Spans;
  readonly ran: Spans;
}

export const NEW_CLOCK: WorkClock = { near: NO_SPANS, waits: NO_SPANS, rests: NO_SPANS, ran: NO_SPANS };

/** The last one that a date can name. */
const LAST_DAY = 8.64e15;

/** Something was recorded. Not every file says when, and not every number is a time. */
export function saw(clock: WorkClock, at: number): WorkClock {
  if (at <= 0 || at > LAST_DAY) return clock;
  const near = withSpan(clock.near, [at, at + LONGEST_GAP_MS]);
  return near === clock.near ? clock : { ...clock, near };
}

/** A question, or what had to be approved, was open. */
export function waited(clock: WorkClock, from: number, to: number): WorkClock {
  return from > 0 && to > from ? { ...clock, waits: withSpan(clock.waits, [from, to]) } : clock;
}

/** A turn had ended, and a person had not asked for more; `from` is undefined if nothing says that it had. */
export function rested(clock: WorkClock, from: number | undefined, to: number): WorkClock {
  if (from === undefined || from <= 0 || to <= from) return clock;
  return { ...clock, rests: withSpan(clock.rests, [from, to]) };
}

/** A call ran, and waited for nobody; `durationMs`: as long as it says itself. If it does not, a file does not tell what happened in more than five minutes. */
export function ran(
  clock: WorkClock,
  startedAt: number | undefined,
  to: number,
  durationMs: number | undefined,
): WorkClock {
  const from = durationMs === undefined ? startedAt : to - durationMs;
  if (from === undefined || from <= 0 || to <= from) return clock;
  const end = durationMs === undefined ? Math.min(to, from + LONGEST_GAP_MS) : to;
  return { ...clock, ran: withSpan(clock.ran, [from, end]) };
}

export function clockSpans({ near, waits, rests, ran: calls }: WorkClock): WorkedSpans {
  const waitedFor = spansIn(waits);
  const times = spansIn(near).map(([from, to], index, all): Span => [
    from,
    index === all.length - 1 ? to - LONGEST_GAP_MS : to,
  ]);
  const worked = times.filter(([from, to]) => to > from);
  return {
    worked: joined([...without(worked, joined([...waitedFor, ...spansIn(rests)])), ...spansIn(calls)]),
    waited: waitedFor,
  };
}
