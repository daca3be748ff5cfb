import type { ThreadState } from '@toolthread/core';
import { seenBetween } from '@toolthread/core/summary';

/** `Feb 2, 2026, 3:40 – 5:12 AM`: from when to when a session went, in the reader's time zone; undefined if its file does not say. */
export function sessionDates(session: Pick<ThreadState, 'seen'>, locale: string | undefined): string | undefined {
  const between = seenBetween(session);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return between && format.formatRange(...between);
}
