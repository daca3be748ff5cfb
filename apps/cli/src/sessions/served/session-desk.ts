/** Answers what the server asks about the sessions of this computer. It reads files for as long as it takes: it works in a thread of its own. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Redactor } from '@toolthread/agent/redact';
import type { EventDraft } from '@toolthread/core';
import { sessionState } from '@toolthread/core/summary';
import { formatSize, shortPath } from '@toolthread/core/text';
import type { ListedSession, SessionFile, SessionList, SessionRest } from '@toolthread/server';
import { hasMoreLines, unpackedSize } from '@toolthread/transcripts';
import { LARGE_BYTES, openSession } from '../../thread/open-session.ts';
import { insideOf } from '../../thread/read-thread.ts';
import { listSessions, newest } from '../list-sessions.ts';
import type { Session } from '../list-sessions.ts';
import { RedactedEvents, redactedSession } from './redacted-session.ts';
import type { Environment } from '../session-places.ts';
import { SessionReading } from './session-reading.ts';

/** So lately something was written: somebody is at work there. */
const LATELY_MS = 60_000;
/** Whoever was asked, or was at work, so long ago does not go on. */
const LEFT_MS = 3_600_000;

/** However short: as events they take some hundred bytes each, and 2,000,000 of them, in a file of 6 MB, took a gigabyte. */
const MOST_RECORDS = 150_000;
const MANY = `${MOST_RECORDS.toLocaleString('en')} records`;

const QUIET = { show: () => undefined, clear: () => undefined };

interface OpenReading {
  readonly id: string;
  readonly reading: SessionReading;
  readonly redacted: RedactedEvents;
  /** Of a file that somebody gave: the folder that it is in meanwhile, and its title. */
  readonly given?: { readonly folder: string; readonly title: string };
}

export class SessionDesk {
  readonly #env: Environment;
  readonly #large: number;
  #sessions = new Map<string, Session>();
  readonly #open = new Map<number, OpenReading>();
  #opened = 0;
  #taken: Promise<unknown> = Promise.resolve();
  #secrets: readonly string[] = [];
  #redactor = new Redactor();

  constructor(env: Environment, large: number = LARGE_BYTES) {
    this.#env = env;
    this.#large = large;
  }

  /** `secrets`: what the answer must not hold. */
  async list(secrets: readonly string[] = []): Promise<Required<SessionList>> {
    const skipped = await this.#look();
    const home = this.#env['HOME'] ?? homedir();
    const now = Date.now();
    const redactor = this.#redactorOf(secrets);
    const sessions = Array.from(this.#sessions, ([id, session]) => listed(id, session, home, now));
    return { sessions: sessions.map((session) => redactedSession(session, redactor)), skipped, home };
  }

  /** How many files could not be read. */
  async #look(): Promise<number> {
    const skipped = new Set<string>();
    const all = await listSessions(this.#env, QUIET, ({ path }) => skipped.add(path));
    this.#sessions = new Map(all.map((session) => [idOf(session.path), session]));
    return skipped.size;
  }

  /** Mostly they are those of the question before. */
  #redactorOf(secrets: readonly string[]): Redactor {
    if (!isDeepStrictEqual(secrets, this.#secrets)) {
      this.#secrets = secrets;
      this.#redactor = new Redactor(secrets);
    }
    return this.#redactor;
  }

  /** Returns the number under which it is read on. */
  async open(id: string): Promise<
    | { readonly ok: true; readonly number: number }
    | {
        readonly ok: false;
        readonly code: 'no_such_session' | 'session_too_large' | 'session_unreadable';
        readonly message: string;
      }
  > {
    await this.#look();
    const session = this.#sessions.get(id);
    if (session === undefined)
      return {
        ok: false,
        code: 'no_such_session',
        message: 'There is no such session on this computer any more.',
      };
    const { path, summary } = session;
    const size = insideOf(path) === undefined ? await unpackedSize(path, this.#large) : 0;
    if (size >= this.#large)
      return { ok: false, code: 'session_too_large', message: tooLarge(summary.session, formatSize(this.#large)) };
    if (insideOf(path) === undefined && (await hasMoreLines(path, MOST_RECORDS)))
      return { ok: false, code: 'session_too_large', message: tooLarge(summary.session, MANY) };
    const reading = await SessionReading.open(path);
    if ('what' in reading)
      return {
        ok: false,
        code: 'session_unreadable',
        message: `The file of this session cannot be read. ${openWords(summary.session)} says why.`,
      };
    this.#opened += 1;
    this.#open.set(this.#opened, { id, reading, redacted: new RedactedEvents() });
    return { ok: true, number: this.#opened };
  }

  /** Reads a file that somebody gives, one after the other: each takes many times its size while it is read. */
  take(file: SessionFile): ReturnType<SessionDesk['open']> {
    const taken = this.#taken.then(() => this.#take(file));
    this.#taken = taken.catch(() => undefined);
    return taken;
  }

  /** It is in a folder of its own until it is read. */
  async #take({ name, text }: SessionFile): ReturnType<SessionDesk['open']> {
    const folder = mkdtempSync(join(tmpdir(), 'toolthread-given-'));
    const ending = /\.[a-z\d]{1,10}$/i.exec(name)?.[0] ?? '';
    const path = join(folder, `session${ending}`);
    const forget = (): void => rmSync(folder, { recursive: true, force: true });
    try {
      writeFileSync(path, text, { mode: 0o600 });
      if (await hasMoreLines(path, MOST_RECORDS)) {
        forget();
        return { ok: false, code: 'session_too_large', message: tooLarge(null, MANY) };
      }
      const opened = await openSession(path);
      const reading = opened.ok ? await SessionReading.open(path) : undefined;
      if (!opened.ok || reading === undefined || 'what' in reading) {
        forget();
        return { ok: false, code: 'session_unreadable', message: NO_SESSION };
      }
      this.#opened += 1;
      const title = opened.session.title ?? name.slice(0, 100);
      this.#open.set(this.#opened, { id: '', reading, redacted: new RedactedEvents(), given: { folder, title } });
      return { ok: true, number: this.#opened };
    } catch (error) {
      forget();
      throw error;
    }
  }

  async next(number: number, secrets: readonly string[] = []): Promise<readonly EventDraft[] | 'rewritten'> {
    const open = this.#open.get(number);
    const drafts = await open?.reading.next();
    if (open === undefined || drafts === undefined || drafts === 'rewritten') return 'rewritten';
    return open.redacted.take(this.#titled(open, drafts), this.#redactorOf(secrets));
  }

  #titled({ id, given }: OpenReading, drafts: readonly EventDraft[]): readonly EventDraft[] {
    const [first, ...others] = drafts;
    const title = given?.title ?? this.#sessions.get(id)?.summary.title ?? '';
    return first?.type === 'thread.created' && title !== '' ? [{ ...first, title }, ...others] : drafts;
  }

  async rest(number: number, secrets: readonly string[] = []): Promise<SessionRest | undefined> {
    const open = this.#open.get(number);
    // Nobody goes on with a copy.
    const rest = open?.given === undefined ? await this.#restOf(open) : await open.reading.rest();
    if (open === undefined || rest === undefined) return undefined;
    const redactor = this.#redactorOf(secrets);
    // What is told of the end may not be what comes next.
    const beside = await open.redacted.copy().take(rest.beside, redactor);
    return { beside, ended: await open.redacted.copy().take(rest.ended, redactor) };
  }

  async #restOf(open: OpenReading | undefined): Promise<SessionRest | undefined> {
    if (open?.reading.hasNews() !== true) return undefined;
    // It may have grown since it was opened.
    await this.#look();
    const session = this.#sessions.get(open?.id ?? '');
    if (session === undefined) return undefined;
    if (!isAtRest(session, open.reading.isToldOver(), Date.now())) return undefined;
    const rest = await open.reading.rest();
    // The next line is being written: what was before it is not the end.
    const isWritten = Date.now() - session.mtimeMs <= LATELY_MS || !isAtRest(session, false, Date.now());
    if (rest?.ended.some(isCutOff) === true && isWritten) return undefined;
    return rest;
  }

  /** Whether something is open, and is read on here. */
  holds(): boolean {
    return this.#open.size > 0;
  }

  close(number: number): void {
    const open = this.#open.get(number);
    open?.reading.close();
    if (open?.given !== undefined) rmSync(open.given.folder, { recursive: true, force: true });
    this.#open.delete(number);
  }
}

const NO_SESSION = 'This file is not a session in a known format.';

/** Stable, and nothing of the path can be read from it. */
export function idOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 32);
}

function listed(id: string, session: Session, home: string, now: number): ListedSession {
  const { agent, summary } = session;
  const { title, project, model, calls, failed, tokens, workedMs, startedAt } = summary;
  return {
    id,
    agent,
    title,
    project: shortPath(project, home),
    model: model ?? undefined,
    calls,
    failed,
    tokens,
    workedMs,
    startedAt: startedAt ?? undefined,
    endedAt: newest(session),
    state: sessionState(summary.turn, summary.endedAt ?? undefined, now),
  };
}

/**
 * What is open in it is lost only once nobody goes on. Where the file itself says that the turn is over (`isToldOver`), it is; where its last response may
 * go on, the clock tells, by the last record: a file that was copied or restored just now has old records, and nobody is at work in it ([L3]).
 */
function isAtRest({ summary: { turn, endedAt }, mtimeMs }: Session, isToldOver: boolean, now: number): boolean {
  const last = Math.min(endedAt ?? mtimeMs, mtimeMs);
  if (turn === 'open' || turn === 'asks') return now - last > LEFT_MS;
  // If its last words are not the end, what is told of it is taken back.
  return isToldOver || sessionState('answered', last, now) === 'done';
}

function isCutOff(event: EventDraft): boolean {
  return event.type === 'source.record' && event.rule === 'cut off';
}

function tooLarge(session: string | null, much: string): string {
  return `This session has more than ${much}: too much for the page. In a terminal, ${openWords(session)} shows it.`;
}

/** Without a path: those are not told. */
function openWords(session: string | null): string {
  return session !== null && /^[\w-]{4,64}$/.test(session)
    ? `"toolthread open ${session}"`
    : '"toolthread open FILE" ("toolthread sessions" names the file)';
}
