import type { ThreadRewound } from '../ledger-event.ts';
import type { Checkpoint, Rewind, ThreadState } from '../thread-state.ts';

/** The rewinds that count after one more. Those that landed on what it takes back are found in the version that it leaves behind. */
export function withRewind(
  { rewinds, source }: ThreadState,
  { seq: to, state: landed }: Checkpoint,
  { seq, by }: ThreadRewound,
): readonly Rewind[] {
  // The file of an import tells again what it changed. Nobody chose between these.
  if (source !== undefined) return rewinds;
  const before = rewinds.filter((rewind) => rewind.to <= to);
  return [...before, { seq, to, message: lastUnread(landed), ...(by === undefined ? {} : { by }) }];
}

function lastUnread({ queue }: ThreadState): number | undefined {
  let last: number | undefined;
  for (const [key] of queue.said.entries()) last = Math.max(last ?? 0, Number(key));
  return last;
}
