import type { ThreadState } from '@toolthread/core';

type Dated = Pick<ThreadState, 'log' | 'steps'>;

/** `Feb 2, 2026, 3:40 – 5:12 AM`: from when to when a session went, in the reader's time zone; undefined if its file does not say. */
export function sessionDates(session: Dated, locale: string | undefined): string | undefined {
  const { length } = session.log;
  const from = Math.min(...timesFrom(session, (index) => index));
  const to = Math.max(...timesFrom(session, (index) => length - 1 - index));
  if (from > to) return undefined;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return format.formatRange(from, to);
}

/** Records do not come in the order of their times, but nearly: what a growing session costs does not grow with it. */
const MOST_LOOKS = 200;

/** The last one that a date can name. */
const LAST_DAY = 8.64e15;

/** Not every record has a time, and not every number is one. */
function timesFrom({ log, steps }: Dated, placeOf: (index: number) => number): readonly number[] {
  return Array.from({ length: Math.min(log.length, MOST_LOOKS) }, (_, index) => {
    const entry = log.at(placeOf(index));
    const step = entry?.kind === 'step' ? steps.get(entry.step) : undefined;
    return entry?.kind === 'message' ? [entry.message.at] : [step?.startedAt ?? 0, step?.end?.at ?? 0];
  })
    .flat()
    .filter((at) => at > 0 && at <= LAST_DAY);
}
