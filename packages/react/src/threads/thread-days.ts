import type { ThreadSummary } from '@toolthread/core';

export interface ThreadDay {
  readonly title: string;
  readonly threads: readonly ThreadSummary[];
}

const DAY = 86_400_000;

/** Threads by the day of their last event, the newest first: `threadDays(threads, Date.now())`. */
export function threadDays(threads: readonly ThreadSummary[], now: number): readonly ThreadDay[] {
  const days = new Map<string, ThreadSummary[]>();
  for (const thread of threads.toSorted((a, b) => b.updatedAt - a.updatedAt)) {
    const title = dayTitle(thread.updatedAt, now);
    const day = days.get(title);
    if (day === undefined) days.set(title, [thread]);
    else day.push(thread);
  }
  return [...days].map(([title, members]) => ({ title, threads: members }));
}

function dayTitle(at: number, now: number): string {
  const days = Math.round((startOfDay(now) - startOfDay(at)) / DAY);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return days < 7 ? 'This week' : 'Earlier';
}

function startOfDay(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** `timeAgo(now - 120_000, now) === '2 m'` */
export function timeAgo(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} m`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  const days = Math.floor(minutes / (24 * 60));
  if (days < 7) return `${days} d`;
  return new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}

/** `clockTime(at) === '14:32'` */
export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}

/** Titles that several threads have: these are told apart by when they were begun. */
export function sharedTitles(threads: readonly ThreadSummary[]): ReadonlySet<string | undefined> {
  const seen = new Set<string | undefined>();
  return new Set(threads.flatMap(({ title }) => (seen.has(title) ? [title] : (seen.add(title), []))));
}
