import { statSync } from 'node:fs';
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
import { outputsOf } from '../session-files/read-session.ts';
import { IMPORTED_THREAD } from '../thread/import-writer.ts';
import { PieceCuts } from './piece-cuts.ts';

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
      /** What `inspect` prints, with the account of the last piece. */
      counts(account: Account): { readonly [name: string]: Json };
      /** Reads the file again, as far as it went the first time. */
      pieces(): AsyncIterable<SessionPiece>;
    }
  | { readonly ok: false; readonly reason: string };

/** How large a piece is, whether subagents count, and who else wants to see the events of the first reading. */
export interface PieceOptions {
  readonly beside?: boolean;
  /** A piece has at least so many bytes of the file, if there is a place to cut at. */
  readonly leastBytes?: number;
  readonly each?: (event: LedgerEvent) => void;
  readonly keep?: TranscriptOptions['keep'];
}

const LEAST_BYTES = 8 * 1024 * 1024;

/**
 * A session that is longer than the memory: it is read twice, first to learn where it can be cut, then piece by piece. Drawn one
 * after the other, the pieces are the thread.
 *
 * @example
 * import { writeFileSync } from 'node:fs';
 * const path = `${exampleFolder()}/chat.jsonl`;
 * writeFileSync(path, '{"role":"user","content":"Hello"}\n{"role":"assistant","content":"Hello."}\n');
 * const session = await sessionPieces(path);
 * session.ok && session.format; //=> 'openai'
 */
export async function sessionPieces(path: string, options: PieceOptions = {}): Promise<SessionPieces> {
  const { beside = true, leastBytes = LEAST_BYTES, each } = options;
  const kept = options.keep === undefined ? { path } : { path, keep: options.keep };
  const transcript = new Transcript(kept, outputsOf(path));
  const feeding: Feeding = { beside, size: statSync(path).size };
  const cuts = new PieceCuts();
  let closes = false;
  try {
    for await (const { events, byte } of eventsOf(transcript, path, feeding)) {
      for (const event of events) {
        cuts.take(event, byte);
        each?.(event);
        closes = event.type === 'thread.closed' || (closes && event.type === 'source.record');
      }
    }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
  const { format, title, concatenatedLines } = transcript;
  const counted = transcript.counts();
  // The reader itself is kept no longer: what it remembers of every record is made again by the second reading.
  const read: Counted = { format, concatenatedLines, counts: () => counted };
  const starts = new Set(apart(cuts.cuts, leastBytes));
  return {
    ok: true,
    format,
    title,
    counts: (account) => countsOf(read, account),
    pieces: () => cutAt(eventsOf(new Transcript(kept, outputsOf(path)), path, feeding), starts, closes),
  };
}

interface Batch {
  readonly events: readonly LedgerEvent[];
  /** Bytes of the file before them. */
  readonly byte: number;
}

async function* eventsOf(transcript: Transcript, path: string, feeding: Feeding): AsyncGenerator<Batch> {
  const fed = feedSession(transcript, path, feeding);
  let before = 0;
  for (;;) {
    const next = await fed.next();
    if (next.done === true) {
      if (!next.value.ok) throw new Error(next.value.reason);
      break;
    }
    yield { events: transcript.take(), byte: before };
    before = next.value;
  }
  transcript.end();
  yield { events: transcript.take(), byte: before };
}

function apart(cuts: PieceCuts['cuts'], leastBytes: number): readonly number[] {
  const chosen: number[] = [];
  let last = 0;
  for (const { seq, byte } of cuts) {
    if (byte - last < leastBytes) continue;
    chosen.push(seq);
    last = byte;
  }
  return chosen;
}

/** If the thread is closed at its end, what is open at the end of a piece is lost: nothing after it will settle it. */
async function* cutAt(
  batches: AsyncIterable<Batch>,
  starts: ReadonlySet<number>,
  closes: boolean,
): AsyncGenerator<SessionPiece> {
  let before = newThread(IMPORTED_THREAD);
  let events: LedgerEvent[] = [];
  for await (const batch of batches) {
    for (const event of batch.events) {
      if (starts.has(event.seq)) {
        const thread = foldTrusted(before, events);
        yield { ...(closes ? closed(thread) : thread), events };
        before = threadAfter(thread);
        events = [];
      }
      events.push(event);
    }
  }
  yield { ...foldTrusted(before, events), events };
}

function closed(thread: Thread): Thread {
  const { id, seq, at } = thread.state;
  return foldTrusted(thread, [{ v: LEDGER_VERSION, type: 'thread.closed', thread: id, seq: seq + 1, at }]);
}
