import { statSync } from 'node:fs';
import { thrownWords } from '@toolthread/core/text';
import { foldTrusted, LEDGER_VERSION, newThread, threadAfter } from '@toolthread/core';
import type { Account, LedgerEvent, Thread } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { countsOf } from '../transcript/counts-of.ts';
import type { Counted } from '../transcript/counts-of.ts';
import type { Format } from '../transcript/format-reader.ts';
import { Transcript } from '../transcript/transcript.ts';
import type { TranscriptOptions } from '../transcript/transcript.ts';
import { feedSession } from '../session-files/feed-session.ts';
import type { Feeding } from '../session-files/feed-session.ts';
import { outputsOf, UNKNOWN_FORMAT } from '../session-files/read-session.ts';
import type { NoSession } from '../session-files/read-session.ts';
import { IMPORTED_THREAD } from '../thread/import-writer.ts';
import { PieceCuts } from './piece-cuts.ts';
import type { Cut } from './piece-cuts.ts';

/** Some turns of a thread, folded and drawn as they are in the whole. The account and the anomalies are of all that came so far. */
export interface SessionPiece extends Thread {
  readonly events: readonly LedgerEvent[];
}

/** A session that is read in pieces, or why it cannot be read. */
export type SessionPieces =
  | {
      readonly ok: true;
      readonly format: Format | undefined;
      readonly title: string | undefined;
      /** The paths of the files of subagents that are read with it. */
      readonly agentFiles: readonly string[];
      /** What `inspect` prints, with the account of the last piece. */
      counts(account: Account): { readonly [name: string]: Json };
      /** Reads the file again, as far as it went the first time. */
      pieces(): AsyncIterable<SessionPiece>;
    }
  | NoSession;

/** How large a piece is, whether subagents count, and who else wants to see the events of the first reading. */
export interface PieceOptions {
  readonly beside?: boolean;
  /** A piece has at least so many bytes of the file, if there is a place to cut at. */
  readonly leastBytes?: number;
  /** A turn of more bytes is several pieces, its calls as many groups: one piece is held in memory at a time. */
  readonly longTurnBytes?: number;
  readonly each?: (event: LedgerEvent) => void;
  /** `false`: no piece has its events, and none is held. */
  readonly withEvents?: boolean;
  /** The pieces are counted or stored, and not drawn: a turn may be parted. */
  readonly partsTurns?: boolean;
  readonly keep?: TranscriptOptions['keep'];
  /** As for `readSession`: a file in no known format is read, too. */
  readonly anyFormat?: boolean;
  /** Called between parts of the file: what the last one was made of is needed no longer, and it may have had a line of a hundred megabytes. */
  readonly letGo?: () => void;
}

const LEAST_BYTES = 8 * 1024 * 1024;
const LONG_TURN_BYTES = 64 * 1024 * 1024;
/** Of those in a turn: a later one may be dropped, and then the piece ends at one before it. */
const CUTS_IN_A_PIECE = 32;

/**
 * A session that is longer than the memory: it is read twice, first to learn where it can be cut, then piece by piece. Drawn one
 * after the other, the pieces are the thread; only the calls of a very long turn are several groups.
 *
 * @example
 * import { writeFileSync } from 'node:fs';
 * const path = `${exampleFolder()}/chat.jsonl`;
 * writeFileSync(path, '{"role":"user","content":"Hello"}\n{"role":"assistant","content":"Hello."}\n');
 * const session = await sessionPieces(path);
 * session.ok && session.format; //=> 'openai'
 */
export async function sessionPieces(path: string, options: PieceOptions = {}): Promise<SessionPieces> {
  const { beside = true, leastBytes = LEAST_BYTES, longTurnBytes = LONG_TURN_BYTES, each, partsTurns, letGo } = options;
  const { withEvents = true } = options;
  const kept = options.keep === undefined ? { path } : { path, keep: options.keep };
  const transcript = new Transcript(kept, outputsOf(path));
  const feeding: Feeding = { beside, size: statSync(path).size };
  const cuts = new PieceCuts(partsTurns, leastBytes / CUTS_IN_A_PIECE);
  const agentFiles: string[] = [];
  const first = await readOnce(eventsOf(transcript, path, feeding, letGo, agentFiles), cuts, each);
  if (!first.ok) return { ok: false, code: 'unreadable', reason: first.reason };
  if (transcript.format === undefined && options.anyFormat !== true) return UNKNOWN_FORMAT;
  const { format, title, concatenatedLines } = transcript;
  const counted = transcript.counts();
  // The reader itself is kept no longer: what it remembers of every record is made again by the second reading.
  const read: Counted = { format, concatenatedLines, counts: () => counted };
  const { closes } = first;
  // If nobody closes the thread, a call that is open at the end of a piece may go on for ever.
  const turnBytes = partsTurns === true ? leastBytes : closes ? longTurnBytes : Infinity;
  const starts = new Set(apart(first.cuts, leastBytes, turnBytes));
  return {
    ok: true,
    format,
    title,
    agentFiles,
    counts: (account) => countsOf(read, account),
    pieces: () => {
      const batches = eventsOf(new Transcript(kept, outputsOf(path)), path, feeding, letGo);
      return new CutPieces(batches, starts, closes, withEvents);
    },
  };
}

type Once =
  | { readonly ok: true; readonly cuts: readonly Cut[]; readonly closes: boolean }
  | { readonly ok: false; readonly reason: string };

/** Where it can be cut, and whether it is closed. What was needed to know it is held no longer. */
async function readOnce(
  batches: AsyncIterable<Batch>,
  cuts: PieceCuts,
  each?: (event: LedgerEvent) => void,
): Promise<Once> {
  let closes = false;
  const take = (event: LedgerEvent, byte: number): void => {
    cuts.take(event, byte);
    each?.(event);
    closes = event.type === 'thread.closed' || (closes && event.type === 'source.record');
  };
  try {
    for await (const { events, byte } of batches) {
      events.splice(0).forEach((event) => take(event, byte));
    }
  } catch (error) {
    return { ok: false, reason: thrownWords(error) };
  }
  return { ok: true, cuts: cuts.cuts, closes };
}

/** Who takes its events takes them out. */
interface Batch {
  readonly events: LedgerEvent[];
  /** Bytes of the file before them. */
  readonly byte: number;
}

async function* eventsOf(
  transcript: Transcript,
  path: string,
  feeding: Feeding,
  letGo?: () => void,
  agentFiles?: string[],
): AsyncGenerator<Batch> {
  const fed = feedSession(transcript, path, feeding);
  let before = 0;
  for (;;) {
    const next = await fed.next();
    if (next.done === true) {
      if (!next.value.ok) throw new Error(next.value.reason);
      agentFiles?.push(...next.value.agents);
      break;
    }
    yield { events: [...transcript.take()], byte: before };
    before = next.value;
    letGo?.();
  }
  transcript.end();
  yield { events: [...transcript.take()], byte: before };
}

function apart(cuts: readonly Cut[], leastBytes: number, turnBytes: number): readonly number[] {
  const chosen: number[] = [];
  let last = 0;
  for (const { seq, byte, inTurn } of cuts) {
    if (byte - last < (inTurn ? turnBytes : leastBytes)) continue;
    chosen.push(seq);
    last = byte;
  }
  return chosen;
}

/**
 * If the thread is closed at its end, what is open at the end of a piece is lost: nothing after it will settle it. It is no generator, and
 * empties what it has read: a piece that was given is held by nobody here while the next one is made.
 */
class CutPieces implements AsyncIterableIterator<SessionPiece> {
  readonly #batches: AsyncGenerator<Batch>;
  readonly #starts: ReadonlySet<number>;
  readonly #closes: boolean;
  readonly #withEvents: boolean;
  /** With all that was read of the piece. */
  #thread: Thread = newThread(IMPORTED_THREAD);
  #events: LedgerEvent[] = [];
  #batch: Batch = { events: [], byte: 0 };
  #isOver = false;

  constructor(batches: AsyncGenerator<Batch>, starts: ReadonlySet<number>, closes: boolean, withEvents: boolean) {
    this.#batches = batches;
    this.#starts = starts;
    this.#closes = closes;
    this.#withEvents = withEvents;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<SessionPiece, undefined>> {
    while (!this.#isOver) {
      if (this.#takesBatch()) return { done: false, value: this.#cut() };
      const next = await this.#batches.next();
      if (next.done === true) this.#isOver = true;
      else this.#batch = next.value;
      if (next.done === true) return { done: false, value: this.#last() };
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<SessionPiece, undefined>> {
    this.#isOver = true;
    await this.#batches.return(undefined);
    return { done: true, value: undefined };
  }

  /** Whether a piece is whole; what follows it stays in the batch, or was not read yet: what is read next may be as long. */
  #takesBatch(): boolean {
    const { events } = this.#batch;
    const last = events.findIndex(({ seq }) => this.#starts.has(seq + 1));
    const taken = events.splice(0, last === -1 ? events.length : last + 1);
    this.#thread = foldTrusted(this.#thread, taken);
    if (this.#withEvents) for (const event of taken) this.#events.push(event);
    return last !== -1;
  }

  #cut(): SessionPiece {
    const thread = this.#thread;
    const piece = { ...(this.#closes ? closed(thread) : thread), events: this.#events };
    this.#thread = threadAfter(thread);
    this.#events = [];
    return piece;
  }

  #last(): SessionPiece {
    const piece = { ...this.#thread, events: this.#events };
    this.#thread = newThread(IMPORTED_THREAD);
    this.#events = [];
    return piece;
  }
}

function closed(thread: Thread): Thread {
  const { id, seq, at } = thread.state;
  return foldTrusted(thread, [{ v: LEDGER_VERSION, type: 'thread.closed', thread: id, seq: seq + 1, at }]);
}
