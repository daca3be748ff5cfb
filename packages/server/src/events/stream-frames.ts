import type { ServerResponse } from 'node:http';
import { jsonPieces } from '@toolthread/core/json';
import type { LedgerEvent } from '@toolthread/core';
import { bytePieces } from '../http/pieces/byte-pieces.ts';
import { frameEdges, frameText } from './frame-text.ts';
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
  /** Asked when all that is known was taken: the last frames, where no more will come. `done` is the word by which some clients know it. */
  end(): Iterable<Frame | 'done'> | undefined;
  /** As the reader's protocol tells it: what was sent holds something that is gone (the stream goes on), or the thread is gone (it ends). */
  tell(what: ThreadNews): Iterable<Frame | 'done'>;
}

/** What is no event of a thread, and concerns whoever reads it. */
export type ThreadNews = 'purged' | 'deleted';

/** In words, where the protocol has room for them. */
export const NEWS_WORDS: { readonly [what in ThreadNews]: string } = {
  purged: 'Something was removed from this thread. Load it again.',
  deleted: 'The thread was deleted.',
};

const PAGE = 256;

/** Sends the frames of every event after `after`, then of each new one, until the reader leaves or the writer ends. */
export async function streamFrames(
  response: ServerResponse,
  place: { readonly thread: string; readonly after: number },
  writer: FrameWriter,
  { shown, ...options }: FollowOptions & { readonly shown: ShownLedger },
): Promise<void> {
  let isPurged = false;
  const takePurge = (): boolean => {
    const was = isPurged;
    isPurged = false;
    return was;
  };
  const pieces = framePieces(shown, { ...place, takePurge }, writer);
  const next: NextPiece = async () => {
    const { value, done } = await pieces.next();
    return done === true ? 'end' : value;
  };
  const onPurged = (): void => void (isPurged = true);
  return followThread(response, place.thread, next, { ...options, onPurged });
}

interface FramePlace {
  readonly thread: string;
  readonly after: number;
  /** Whether something was purged since it was asked. */
  readonly takePurge: () => boolean;
}

async function* framePieces(
  shown: ShownLedger,
  { thread, after, takePurge }: FramePlace,
  writer: FrameWriter,
): AsyncGenerator<Exclude<Awaited<ReturnType<NextPiece>>, 'end'>, undefined> {
  let reached = after;
  yield* pieces(frameTexts(writer.begin?.() ?? []));
  for (;;) {
    if (takePurge()) yield* pieces(frameTexts(writer.tell('purged')));
    const page = await shown.read(thread, { after: reached, limit: PAGE });
    if (!page.ok) {
      const isDeleted = page.error.code === 'no_such_thread';
      if (isDeleted) yield* pieces(frameTexts(writer.tell('deleted')));
      yield isDeleted ? 'deleted' : new Error(page.error.message);
      return;
    }
    for (const event of page.value) {
      reached = event.seq;
      yield* pieces(frameTexts(writer.take(event)));
    }
    if (page.value.length > 0) continue;
    const last = writer.end();
    if (last !== undefined) {
      yield* pieces(frameTexts(last));
      return;
    }
    yield 'nothing';
  }
}

function* frameTexts(frames: Iterable<Frame | 'turn' | 'done'>): Generator<string> {
  for (const frame of frames) {
    if (frame === 'turn') yield '';
    else if (frame === 'done') yield frameText('[DONE]');
    else yield* framePieceTexts(frame);
  }
}

function* framePieceTexts({ id, data }: Frame): Generator<string> {
  const [start, end] = frameEdges(id);
  yield start;
  yield* jsonPieces(data);
  yield end;
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
