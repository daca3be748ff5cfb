import type { ThreadState } from '@toolthread/core';

type Dated = Pick<ThreadState, 'log' | 'steps'>;

/** `Feb 2, 2026, 3:40 – 5:12 AM`: from when to when a session went, in the reader's time zone; undefined where its file does not say. */
export function sessionDates(session: Dated, locale: string | undefined): string | undefined {
  const { length } = session.log;
  const from = timeFrom(session, (index) => index);
  const to = timeFrom(session, (index) => length - 1 - index);
  if (from === undefined || to === undefined) return undefined;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return format.formatRange(Math.min(from, to), Math.max(from, to));
}

/** A file that says when things happened says it soon: what a growing session costs does not grow with it. */
const MOST_LOOKS = 200;

/** The last one that a date can name. */
const LAST_DAY = 8.64e15;

function timeFrom({ log, steps }: Dated, placeOf: (index: number) => number): number | undefined {
  for (let index = 0; index < Math.min(log.length, MOST_LOOKS); index += 1) {
    const entry = log.at(placeOf(index));
    const step = entry?.kind === 'step' ? steps.get(entry.step) : undefined;
    const at = entry?.kind === 'message' ? entry.message.at : (step?.end?.at ?? step?.startedAt ?? 0);
    // Not every record has a time, and not every number is one.
    if (at > 0 && at <= LAST_DAY) return at;
  }
  return undefined;
}
