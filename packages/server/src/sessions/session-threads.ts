import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SourceFile } from '@toolthread/core/events';
import type { ThreadSummary } from '@toolthread/core/summary';
import type { Ledger } from '@toolthread/store';
import type { Hub } from '../events/hub.ts';
import { type Problem, ledgerProblem, problem } from '../http/problem.ts';
import { asksNext, EVERY_MS } from './asks-next.ts';
import { createLatelyRead } from './lately-read.ts';
import { SessionCopy } from './session-copy.ts';
import type { SessionFile, SessionList, SessionSource } from './session-source.ts';
import { givenSession, isOfThisComputer, sessionOf, sessionThreadId } from './session-thread-id.ts';
import { tellFile } from './tell-file.ts';

/** Sessions of other agents as threads of ours. */
export interface SessionThreads {
  list(): Promise<SessionList>;
  /** The thread that shows it, made or brought up to date. `version`: the last event, in the session, of a version that is looked for. */
  open(session: string, version?: number): Promise<OpenedSession | Problem>;
  /** The thread that shows a file that somebody gives: the same for the same words, and another for each owner. */
  take(file: SessionFile, owner: string | undefined): Promise<string | Problem>;
  /** The newest thread in which it was opened before. */
  threadOf(session: string): Promise<string | undefined>;
  /** The same hub: while somebody reads such a thread, it follows its file. */
  following(hub: Hub): Hub;
  /** Somebody was given something of that thread, and may ask again: for a while it follows its file as for whoever has a stream. */
  noteReader(thread: string): void;
  /** Somebody was given a list with these threads, and may ask again: sessions of which the file says more are followed, too. */
  noteList(threads: readonly Listed[]): void;
  close(): void;
}

/** A session that was opened. */
interface OpenedSession {
  readonly thread: string;
  /** The last event of the version that was looked for, in the thread. */
  readonly version?: number;
}

type Listed = Pick<ThreadSummary, 'id' | 'updatedAt'>;

/** How often all sessions are looked at for whoever has a list of threads in sight. */
const LIST_EVERY_MS = 5000;
/** So many are begun to be followed at one look: more would take the place of each other. */
const MOST_BEGUN = 16;

/** `createSessionThreads(source, ledger, console.error)` */
export function createSessionThreads(
  source: SessionSource,
  ledger: Ledger,
  onError: (error: unknown) => void,
): SessionThreads {
  /** Of each session one at a time: two would write the same events. */
  const turns = new Map<string, Promise<unknown>>();
  const followed = new Map<string, Following>();
  let listing: Promise<SessionList> | undefined;
  let closed = false;

  function inTurn<T>(session: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(session) ?? Promise.resolve();
    const mine = before.then(work, work);
    turns.set(session, mine);
    const end = (): void => void (turns.get(session) === mine && turns.delete(session));
    mine.then(end, end);
    return mine;
  }

  async function threadOf(session: string): Promise<string | undefined> {
    let newest: string | undefined;
    for (let version = 1; ; version += 1) {
      const thread = sessionThreadId(session, version);
      if (!(await ledger.thread(thread)).ok) return newest;
      newest = thread;
    }
  }

  /** The copy in the thread of that name, at the end of what both have. `another`: that thread is none of this session as it is now. */
  async function copyIn(
    thread: string,
    session: string,
    how: 'made if it is not there' | 'found',
  ): Promise<SessionCopy | 'another' | Problem> {
    const known = await ledger.thread(thread);
    if (!known.ok && (known.error.code !== 'no_such_thread' || how === 'found')) return ledgerProblem(known.error);
    const opened = await source.open(session);
    if (!opened.ok) return problem(STATUS[opened.code], opened.code, opened.message);
    const copy = new SessionCopy(ledger, thread, opened.reading);
    const found = known.ok ? await copy.matches() : await copy.create();
    const isBack = found === true && (await tellFile(ledger, thread, 'there'));
    if ((found === true || found === 'made') && !isBack) return copy;
    copy.close();
    if (isBack) return copyIn(thread, session, how);
    if (typeof found === 'object') return ledgerProblem(found.why);
    return found === 'empty' ? NOTHING_YET : 'another';
  }

  async function open(session: string, end: number | undefined): Promise<OpenedSession | Problem> {
    for (let version = 1; version <= MOST_VERSIONS; version += 1) {
      const thread = sessionThreadId(session, version);
      const copy = await copyIn(thread, session, 'made if it is not there');
      if (copy === 'another') continue;
      if (!(copy instanceof SessionCopy)) return copy;
      try {
        const grown = await copy.grow();
        const last = grown.is === 'grew' || grown.is === 'same' ? await copy.settle() : grown;
        if (last.is === 'refused') return ledgerProblem(last.why);
        return { thread, ...(end === undefined ? {} : { version: copy.versionEnd(end) }) };
      } finally {
        copy.close();
      }
    }
    return REWRITTEN;
  }

  async function take(session: string, file: SessionFile, owner: string | undefined): Promise<string | Problem> {
    for (let version = 1; version <= MOST_VERSIONS; version += 1) {
      const thread = sessionThreadId(session, version);
      if ((await ledger.thread(thread)).ok) return thread;
      const opened = await source.take?.(file);
      if (opened === undefined) return NOT_TAKEN;
      if (!opened.ok) return problem(STATUS[opened.code], opened.code, opened.message);
      const copy = new SessionCopy(ledger, thread, opened.reading);
      try {
        const made = await copy.create(owner);
        if (typeof made === 'object') return ledgerProblem(made.why);
        if (made === 'empty') return NO_SESSION;
        // Another node was asked for the same; or it was deleted, and its rest is still being removed.
        if (made === 'taken' && (await ledger.thread(thread)).ok) return thread;
        if (made === 'taken') continue;
        const grown = await copy.grow();
        const last = grown.is === 'refused' ? grown : await copy.settle();
        return last.is === 'refused' ? ledgerProblem(last.why) : thread;
      } finally {
        copy.close();
      }
    }
    return REWRITTEN;
  }

  async function follow(thread: string, session: string, { signal }: AbortController): Promise<void> {
    let copy: SessionCopy | undefined;
    // By the clock and not by the looks: on a busy machine those are rare.
    let quietSince = performance.now();
    let asksAt = quietSince;
    const look = async (): Promise<boolean> => {
      // Whoever opened it meanwhile has appended, too: if this copy is not at the end any more, it is found again.
      const known = await ledger.thread(thread);
      if (!known.ok || signal.aborted) return false;
      // Its last words are not finished before somebody says so; and a file that is lost may come back.
      const now = performance.now();
      const asks = now >= asksAt;
      if (asks) asksAt = asksNext(now, quietSince);
      if (copy?.seq !== known.value.seq) {
        const isLost = copy === undefined;
        copy?.close();
        copy = undefined;
        const found = asks || !isLost ? await copyIn(thread, session, 'found') : undefined;
        if (found instanceof SessionCopy) copy = found;
        else if (found !== undefined) {
          const fate = fateOf(found);
          // It may be readable later.
          if (fate !== undefined) await tellFile(ledger, thread, fate);
        }
      }
      const step = await copy?.grow();
      if (step?.is === 'rewritten') {
        // Another file may have taken its place, with the same words in it.
        copy?.close();
        copy = undefined;
      }
      if (step !== undefined && step.is !== 'same') asksAt = quietSince = performance.now();
      const last = asks && step?.is === 'same' ? await copy?.settle() : step;
      // Whoever renames it just now was quicker: the next look finds that.
      return last?.is !== 'refused' || last.why.code === 'seq_conflict';
    };
    try {
      while (!signal.aborted && (await inTurn(session, look)))
        await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    } catch (error) {
      if (!closed) onError(error);
    } finally {
      copy?.close();
    }
  }

  /** Returns the function that ends it. */
  function watch(thread: string): () => void {
    const session = sessionOf(thread);
    if (session === undefined || !isOfThisComputer(thread) || closed) return () => undefined;
    const following = followed.get(thread) ?? { readers: 0, stop: new AbortController() };
    followed.set(thread, following);
    following.readers += 1;
    const forget = (): void => void (followed.get(thread) === following && followed.delete(thread));
    // Where it ended by itself (the thread is gone, the disk is full), the next reader begins anew.
    if (following.readers === 1) void follow(thread, session, following.stop).finally(forget);
    return () => {
      following.readers -= 1;
      if (following.readers > 0) return;
      following.stop.abort();
      forget();
    };
  }

  const latelyRead = createLatelyRead(watch);

  function list(): Promise<SessionList> {
    listing ??= source.list().finally(() => (listing = undefined));
    return listing;
  }

  let looksAt = 0;
  /** Up to where a session was, when it was found to have more than its thread. */
  const told = new Map<string, number>();

  async function noteList(threads: readonly Listed[]): Promise<void> {
    const opened = threads.filter(({ id }) => isOfThisComputer(id));
    if (opened.length === 0 || performance.now() < looksAt) return;
    looksAt = performance.now() + LIST_EVERY_MS;
    const ends = new Map((await list()).sessions.map(({ id, endedAt }) => [id, endedAt]));
    const grown = opened.flatMap(({ id, updatedAt }) => {
      const session = sessionOf(id) ?? '';
      const end = ends.get(session) ?? 0;
      return end > updatedAt && end !== told.get(session) ? [{ session, end }] : [];
    });
    for (const { session, end } of grown.slice(0, MOST_BEGUN)) {
      told.set(session, end);
      const thread = await threadOf(session);
      if (thread !== undefined && !closed) latelyRead.note(thread);
    }
  }

  return {
    list,
    open: (session, version) => inTurn(session, () => open(session, version)),
    take(file, owner) {
      // Nobody learns by sending a file that somebody else has sent it.
      const whose = owner === undefined ? '' : `${owner}\0`;
      const hash = createHash('sha256').update(`${whose}${file.text}`).digest('hex').slice(0, 32);
      const session = givenSession(hash);
      return inTurn(session, () => take(session, file, owner));
    },
    threadOf,
    following: (hub) => ({
      watched: () => hub.watched(),
      notify: (thread, what) => hub.notify(thread, what),
      subscribe(thread, wake) {
        const unsubscribe = hub.subscribe(thread, wake);
        const leave = watch(thread);
        return () => {
          unsubscribe();
          leave();
        };
      },
    }),
    noteReader: (thread) => latelyRead.note(thread),
    noteList: (threads) => void noteList(threads).catch((error: unknown) => closed || onError(error)),
    close() {
      closed = true;
      latelyRead.close();
      for (const { stop } of followed.values()) stop.abort();
    },
  };
}

/** Undefined: nothing is known of it, and nothing is to be said. */
function fateOf(found: 'another' | Problem): SourceFile['is'] | undefined {
  if (found === 'another') return 'rewritten';
  return found.code === 'no_such_session' ? 'gone' : undefined;
}

/** How many read it. */
interface Following {
  readers: number;
  readonly stop: AbortController;
}

/** A file that was rewritten more often than that is not opened any more. */
const MOST_VERSIONS = 1000;

const STATUS = { no_such_session: 404, session_too_large: 413, session_unreadable: 422 } as const;

const NOTHING_YET = problem(422, 'session_unreadable', 'This session has nothing to show yet. Open it again later.');
const NO_SESSION = problem(422, 'session_unreadable', 'This file is not a session in a known format.');
const NOT_TAKEN = problem(404, 'no_sessions', 'This server takes no files of sessions.');
const REWRITTEN = problem(422, 'session_unreadable', 'The file of this session keeps changing. Try again later.');
