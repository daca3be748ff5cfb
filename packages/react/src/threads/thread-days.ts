import { daysAgo } from './days-ago.ts';
import type { ThreadSummary } from '@toolthread/core/summary';
import type { Language } from '@toolthread/core/text';
import type { Phrase } from '../labels/phrase.ts';

type DayTitle = 'Pinned' | 'Today' | 'Yesterday' | 'This week' | 'Earlier';

export interface ThreadDay {
  readonly title: DayTitle;
  readonly threads: readonly ThreadSummary[];
}

/** Threads by the day of their last event, the newest first, below those that are pinned: `threadDays(threads, Date.now())`. */
export function threadDays(threads: readonly ThreadSummary[], now: number): readonly ThreadDay[] {
  const days = new Map<DayTitle, ThreadSummary[]>();
  const isPinned = ({ pinned }: ThreadSummary): number => Number(pinned === true);
  for (const thread of threads.toSorted((a, b) => isPinned(b) - isPinned(a) || b.updatedAt - a.updatedAt)) {
    const title = thread.pinned === true ? 'Pinned' : dayTitle(thread.updatedAt, now);
    const day = days.get(title);
    if (day === undefined) days.set(title, [thread]);
    else day.push(thread);
  }
  return [...days].map(([title, members]) => ({ title, threads: members }));
}

function dayTitle(at: number, now: number): DayTitle {
  const days = daysAgo(at, now);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return days < 7 ? 'This week' : 'Earlier';
}

/** `timeAgo(now - 120_000, now) === '2 m'` */
export function timeAgo(at: number, now: number, { say, locale }: Language<Phrase>): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return say('now');
  if (minutes < 60) return say('{n} m', { n: minutes });
  if (minutes < 24 * 60) return say('{n} h', { n: Math.floor(minutes / 60) });
  const days = Math.floor(minutes / (24 * 60));
  if (days < 7) return say('{n} d', { n: days });
  const year = new Date(at).getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric';
  return new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'short', year });
}

/** `clockTime(at, now, language) === '14:32'`, with the date where that was another day. */
export function clockTime(
  at: number,
  now: number,
  { locale }: Language<Phrase>,
  timeStyle: 'short' | 'medium' = 'short',
): string {
  const [then, today] = [new Date(at), new Date(now)];
  const isToday = then.toDateString() === today.toDateString();
  return then.toLocaleString(locale, { timeStyle, dateStyle: isToday ? undefined : 'short' });
}

/** This much of a title is surely seen in a narrow list; that the last letter differs is not. */
const SEEN = 16;

/**
 * When threads were begun, by their ids, whose titles begin like that of another one: in the list they would look alike. To the second
 * where the minute is the same.
 */
export function toldApart(
  threads: readonly ThreadSummary[],
  now: number,
  language: Language<Phrase>,
): ReadonlyMap<string, string> {
  const begin = ({ title }: ThreadSummary): string | undefined => title?.slice(0, SEEN);
  const alikeBegin = repeated(threads.map(begin));
  const alike = threads.filter((thread) => alikeBegin.has(begin(thread)));
  const minute = (thread: ThreadSummary): string =>
    JSON.stringify([begin(thread), clockTime(thread.createdAt, now, language)]);
  const same = repeated(alike.map(minute));
  return new Map(
    alike.map((thread) => [
      thread.id,
      clockTime(thread.createdAt, now, language, same.has(minute(thread)) ? 'medium' : 'short'),
    ]),
  );
}

function repeated<Each>(all: readonly Each[]): ReadonlySet<Each> {
  const seen = new Set<Each>();
  return new Set(all.filter((each) => seen.size === seen.add(each).size));
}
