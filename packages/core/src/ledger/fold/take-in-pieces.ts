import type { Folded } from './fold.ts';
import { takeFacts } from './rewind/rewindable.ts';
import type { KeepView, Rewindable, TakeFact } from './rewind/rewindable.ts';

/** This many facts are taken before the event loop gets a turn. */
const PIECE = 1000;

/** A view is a fold over facts, so it may take some of an event's and then the others. Before many it pauses, too: they took long to make. */
export function* takeInPieces<View>(
  before: Rewindable<View>,
  { state, facts }: Folded,
  take: TakeFact<View>,
  keep?: KeepView<View>,
): Generator<undefined, Rewindable<View>> {
  if (facts.length <= PIECE) return takeFacts(before, { state, facts }, take, keep);
  let taken = before;
  for (let start = 0; start < facts.length; start += PIECE) {
    yield;
    taken = takeFacts(taken, { state, facts: facts.slice(start, start + PIECE) }, take, keep);
  }
  return taken;
}
