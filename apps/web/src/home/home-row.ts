import type { ThreadPage, ThreadSummary } from '@toolthread/client';
import { threadCondition } from '@toolthread/core/summary';
import type { ThreadCondition } from '@toolthread/core/summary';
import type { ListedSession, SessionPage } from '../sessions/ask-sessions.ts';
import { folderOf } from './folders.ts';
import type { Folders } from './folders.ts';

/** A line of the list: a thread, or a session of another agent. One that was opened is both, and one line. */
export interface HomeRow {
  /** Under which it is known what of it was seen. */
  readonly id: string;
  readonly is: 'thread' | 'session';
  readonly title: string | undefined;
  /** Undefined: whoever answers if nobody chooses. */
  readonly agent: string | undefined;
  readonly model: string | undefined;
  /** Empty: it has none, or the server does not say which. */
  readonly folder: string;
  readonly calls: number;
  readonly failed: number;
  readonly workedMs: number;
  readonly at: number;
  readonly condition: ThreadCondition;
  readonly pinned: boolean;
}

/**
 * Both lists as one, the pinned first and then the newest. Each comes in pages: what may be below something that is not read yet is left out until it
 * is.
 */
export function homeRows(
  threads: ThreadPage,
  sessions: SessionPage | undefined,
  folders: Folders,
  now: number,
): readonly HomeRow[] {
  const opened = new Map(threads.threads.map((thread) => [thread.id, thread]));
  const ofSessions = (sessions?.sessions ?? []).map((session) => sessionRow(session, opened.get(session.thread ?? '')));
  const shown = new Set(sessions?.sessions.map(({ thread }) => thread));
  const ofThreads = threads.threads.filter(({ id }) => !shown.has(id)).map((thread) => threadRow(thread, folders, now));
  const known = Math.max(
    threads.next === undefined ? 0 : (threads.threads.at(-1)?.updatedAt ?? 0),
    typeof sessions?.next === 'string' ? (sessions.sessions.at(-1)?.ended_at ?? 0) : 0,
  );
  return [...ofThreads, ...ofSessions].filter(({ pinned, at }) => pinned || at >= known).toSorted(byPlace);
}

function byPlace(one: HomeRow, other: HomeRow): number {
  return (
    Number(other.pinned) - Number(one.pinned) ||
    other.at - one.at ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}

function threadRow(thread: ThreadSummary, folders: Folders, now: number): HomeRow {
  const { id, title, agent, model, calls, failed, workedMs = 0, updatedAt: at, pinned = false, project } = thread;
  const condition = threadCondition(thread, now);
  const folder = folderOf(project, folders) ?? '';
  return { id, is: 'thread', title, agent, model, folder, calls, failed, workedMs, at, condition, pinned };
}

/** The file tells more than the thread, which grows only while it is read; its title and place are what a person made of it here. */
function sessionRow(session: ListedSession, thread: ThreadSummary | undefined): HomeRow {
  const { id, agent, model, calls, failed, project: folder, state: condition } = session;
  return {
    id,
    is: 'session',
    title: thread?.title ?? (session.title === '' ? undefined : session.title),
    agent,
    model: model ?? undefined,
    folder,
    calls,
    failed,
    workedMs: session.worked_ms,
    at: session.ended_at,
    condition,
    pinned: thread?.pinned === true,
  };
}
