import type { ListedSession } from './ask-sessions.ts';

export interface ProjectSessions {
  readonly project: string;
  readonly days: readonly { readonly day: number; readonly sessions: readonly ListedSession[] }[];
}

/** By project, then by day; all in the order of their newest session. `day`: how many days ago. */
export function groupSessions(sessions: readonly ListedSession[], now: number): readonly ProjectSessions[] {
  const projects = grouped(sessions, ({ project }) => project);
  return projects.map(([project, inside]) => {
    const days = grouped(inside, ({ ended_at: at }) => daysAgo(at, now));
    return { project, days: days.map(([day, those]) => ({ day, sessions: those })) };
  });
}

function grouped<Key>(
  sessions: readonly ListedSession[],
  keyOf: (session: ListedSession) => Key,
): readonly (readonly [Key, readonly ListedSession[]])[] {
  const groups = new Map<Key, ListedSession[]>();
  for (const session of sessions) {
    const key = keyOf(session);
    groups.set(key, [...(groups.get(key) ?? []), session]);
  }
  return [...groups];
}

const DAY_MS = 86_400_000;

function daysAgo(at: number, now: number): number {
  return Math.max(0, Math.round((startOfDay(now) - startOfDay(at)) / DAY_MS));
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
