import type { ServerResponse } from 'node:http';
import type { LedgerEvent } from '@toolthread/core';
import { bytePieces } from '../http/byte-pieces.ts';
import { jsonPieces } from '../http/json-pieces.ts';
import { followThread, type FollowOptions, type NextPiece, type Piece } from './follow-thread.ts';
import type { ShownLedger } from './shown-ledger.ts';

/** One frame of an event stream. */
export interface Frame {
  readonly id?: string;
  /** Told as JSON. */
  readonly data: unknown;
}

/** Makes frames of a thread's events, in their order: a fold, so that a reader who comes late gets what the others had. */
export interface FrameWriter {
  /** What comes before all events; a turn for others, where it takes long. */
  begin?(): Iterable<Frame | 'turn'>;
  /** What the event gives. */
  take(event: LedgerEvent): Iterable<Frame>;
  /** Asked when all that is known was taken: the last frames, where no more will come. */
  end(): Iterable<string> | undefined;
}

const PAGE = 256;

/** Sends the frames of every event after `after`, then of each new one, until the reader leaves or the writer ends. */
export async function streamFrames(
  response: ServerResponse,
  place: { readonly thread: string; readonly after: number },
  writer: FrameWriter,
  { shown, ...options }: FollowOptions & { readonly shown: ShownLedger },
): Promise<void> {
  const pieces = framePieces(shown, place, writer);
  const next: NextPiece = async () => {
    const { value, done } = await pieces.next();
    return done === true ? 'end' : value;
  };
  return followThread(response, place.thread, next, options);
}

async function* framePieces(
  shown: ShownLedger,
  { thread, after }: { readonly thread: string; readonly after: number },
  writer: FrameWriter,
): AsyncGenerator<Exclude<Awaited<ReturnType<NextPiece>>, 'end'>, undefined> {
  let reached = after;
  yield* pieces(frameTexts(writer.begin?.() ?? []));
  for (;;) {
    const page = await shown.read(thread, { after: reached, limit: PAGE });
    if (!page.ok) {
      yield page.error.code === 'no_such_thread' ? 'deleted' : new Error(page.error.message);
      return;
    }
    for (const event of page.value) {
      reached = event.seq;
      yield* pieces(frameTexts(writer.take(event)));
    }
    if (page.value.length > 0) continue;
    const last = writer.end();
    if (last !== undefined) {
      yield* pieces(last);
      return;
    }
    yield 'nothing';
  }
}

function* frameTexts(frames: Iterable<Frame | 'turn'>): Generator<string> {
  for (const frame of frames) {
    if (frame === 'turn') {
      yield '';
      continue;
    }
    const { id, data } = frame;
    yield id === undefined ? 'data: ' : `id: ${id}\ndata: `;
    yield* jsonPieces(data);
    yield '\n\n';
  }
}

/** A piece may end in the middle of a frame; the last one of an event does not. */
async function* pieces(texts: Iterable<string>): AsyncGenerator<Piece> {
  let before: Uint8Array | undefined;
  for await (const bytes of bytePieces(texts)) {
    if (before !== undefined) yield { bytes: before, isWhole: false };
    before = bytes;
  }
  if (before !== undefined && before.length > 0) yield { bytes: before, isWhole: true };
}
