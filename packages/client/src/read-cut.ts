import { threadFrom } from '@toolthread/core/summary';
import type { Thread } from '@toolthread/core';
import type { ThreadCut, ThreadFigures } from '@toolthread/core/summary';
import { type Endpoint, fieldOf, request } from './request.ts';
import type { Result } from './result.ts';

/** What of a thread is not read: it is before event `seq`. */
export interface Earlier {
  /** The last event of it. */
  readonly seq: number;
  /** How many items it has: in the timeline they are `gone` until it is read. */
  readonly items: number;
  readonly figures: ThreadFigures;
}

/** A thread to go on with, and what of it is not in it. */
export interface ThreadPart {
  readonly folded: Thread;
  readonly earlier: Earlier | undefined;
}

/** The newest place to read a thread from, at or before event `upTo`; undefined if that is its beginning. */
export async function readCut(
  endpoint: Endpoint,
  thread: string,
  upTo: number | undefined,
): Promise<Result<ThreadPart | undefined>> {
  const query = upTo === undefined ? '' : `?up_to=${upTo}`;
  const answer = await request(endpoint, `/threads/${encodeURIComponent(thread)}/cut${query}`);
  if (!answer.ok) return answer;
  const { value } = answer;
  return { ok: true, value: isNumbered(value) ? partOf(value) : undefined };
}

interface NumberedCut {
  readonly cut: ThreadCut;
  readonly before: ThreadFigures;
}

/** Of a form that is known here. Another one is passed over, and all is read. */
function isNumbered(value: unknown): value is NumberedCut {
  return fieldOf(fieldOf(value, 'cut'), 'v') === 2 && fieldOf(value, 'before') !== undefined;
}

function partOf({ cut, before }: NumberedCut): ThreadPart {
  return { folded: threadFrom(cut), earlier: { seq: cut.names.seq, items: cut.items, figures: before } };
}
