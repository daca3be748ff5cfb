import type { Account, LedgerEvent, Thread, ThreadState } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { sessionPieces, unpackedSize } from '@toolthread/transcripts';
import type { About, Format } from '@toolthread/transcripts';
import type { Trouble } from '../system-trouble.ts';
import {
  announce,
  isInside,
  pathTrouble,
  readFileAlone,
  readThread,
  unknownFormat,
  unreadable,
} from './read-thread.ts';
import type { KeptRecords, OpenedThread } from './read-thread.ts';
import { eventFacts, EventFactsTaker } from './event-facts.ts';
import type { EventFacts } from './event-facts.ts';
import { keepHeapLean, letGo } from './keep-heap-lean.ts';
import { passingPieces } from './passing-pieces.ts';
import { plainFileSize } from './stat-of.ts';

/** Some turns of a thread, or all of them. The account is of all that came so far. */
export interface Piece extends Thread {
  readonly events: readonly LedgerEvent[];
}

/** A session that can be gone through from its beginning to its end, however long it is. */
export interface OpenedSession {
  readonly format: Format | undefined;
  readonly title: string | undefined;
  readonly facts: EventFacts;
  /** Paths of the files of subagents that are read with it. */
  readonly agentFiles: readonly string[];
  /** What the format's reader counted, with the account of the last piece. */
  counts(account: Account): { readonly [name: string]: Json };
  pieces(): AsyncIterable<Piece>;
}

export type OpenSession = { readonly ok: true; readonly session: OpenedSession } | Trouble;

/** A larger file is read in pieces: whole, it would need several times its size of memory. */
export const LARGE_BYTES: number = 32 * 1024 * 1024;
/** So much of that is a piece. */
const PIECE = 1 / 4;

interface HowToOpen {
  /** As `inspect` counts it: without the files beside it, and also if its format is not known. */
  readonly alone?: boolean;
  /** `hidden`: what a rule hides is kept, to be shown. */
  readonly keep?: KeptRecords;
  readonly large?: number;
  /** Is told each event, in its order, before there is a piece; then no piece has any, and none is held. */
  readonly each?: (event: LedgerEvent) => void;
  /** The pieces are counted or stored, and not drawn: a turn may be parted. */
  readonly partsTurns?: boolean;
}

/** `await openSession('session.jsonl')`, with what is in the session's own folder. */
export async function openSession(path: string, how: HowToOpen = {}): Promise<OpenSession> {
  const { alone = false, large = LARGE_BYTES, keep = 'unknown', partsTurns = false, each } = how;
  const taker = new EventFactsTaker();
  const tell = (event: LedgerEvent): void => {
    taker.take(event);
    each?.(event);
  };
  if (isInside(path) || plainFileSize(path) === undefined || (await unpackedSize(path, large)) < large) {
    const read = await (alone ? readFileAlone(path) : readThread(path, keep, 'is over', each && tell));
    if (!read.ok) return read;
    return {
      ok: true,
      session: each === undefined ? wholeSession(read.thread) : wholeSession(read.thread, taker.facts()),
    };
  }
  const trouble = await pathTrouble(path);
  if (trouble !== undefined) return trouble;
  keepHeapLean();
  const progress = announce(path);
  const leastBytes = large * PIECE;
  const withEvents = each === undefined;
  const read = await sessionPieces(path, {
    beside: !alone,
    anyFormat: alone,
    keep,
    leastBytes,
    each: tell,
    withEvents,
    partsTurns,
    letGo,
  });
  progress.clear();
  if (!read.ok) return read.code === 'unknown_format' ? unknownFormat(path) : unreadable(path, read.reason);
  const { format, title, agentFiles } = read;
  const session: OpenedSession = {
    format,
    title,
    facts: taker.facts(),
    agentFiles,
    counts: (account) => read.counts(account),
    pieces: () => passingPieces(read.pieces()[Symbol.asyncIterator]()),
  };
  return { ok: true, session };
}

/** One that was read already. */
export function wholeSession(thread: OpenedThread, facts: EventFacts = eventFacts(thread.events)): OpenedSession {
  const { format, title, agentFiles = [] } = thread;
  return {
    format,
    title,
    facts,
    agentFiles,
    counts: () => thread.counts,
    async *pieces() {
      yield thread;
    },
  };
}

/** What is above its first line. A ledger names the agent whose session it was made of. */
export function aboutSession({ title, format, facts }: OpenedSession, { workspace, source }: ThreadState): About {
  const { models, startedAt, endedAt } = facts;
  const agent = format === 'ledger' ? (source?.format ?? format) : format;
  return { title, format: agent, parent: source?.parent, workspace, models, startedAt, endedAt };
}
