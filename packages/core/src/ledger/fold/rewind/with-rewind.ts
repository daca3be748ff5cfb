import { firstSaid } from '../../first-said.ts';
import type { ThreadRewound } from '../../ledger-event.ts';
import type { Checkpoint, Rewind, ThreadState } from '../../thread-state.ts';

/**
 * The rewinds that count after one more. A message has one way between its versions: those that were at the message that is taken back now are at the
 * same place as this one. Others that landed on what it takes back are found in the version that it leaves behind.
 */
export function withRewind(
  state: ThreadState,
  { seq: to, state: landed }: Checkpoint,
  { seq, at, by, retold }: ThreadRewound,
): readonly Rewind[] {
  const message = lastUnread(landed);
  const place = message ?? firstSaid(state, to, landed.log.length);
  const before = state.rewinds.flatMap((rewind) => {
    if (rewind.to <= to) return [rewind];
    // What is told again has another number: then they are at the first message that is told again.
    if (retold === true) return [{ ...rewind, to, message: undefined }];
    return standsAt(rewind, place) ? [{ ...rewind, to, message }] : [];
  });
  return retold === true ? before : [...before, { seq, at, to, message, ...(by === undefined ? {} : { by }) }];
}

/** Whether this message, the first after an earlier boundary, is the one that shows the versions of `rewind`. Undefined: nothing was said. */
function standsAt(rewind: Rewind, place: number | undefined): boolean {
  if (rewind.message !== undefined) return rewind.message === place;
  return place === undefined || place > rewind.seq;
}

function lastUnread({ queue }: ThreadState): number | undefined {
  let last: number | undefined;
  for (const [key] of queue.said.entries()) last = Math.max(last ?? 0, Number(key));
  return last;
}
