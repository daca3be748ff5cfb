import type { LedgerEvent } from '../ledger/ledger-event.ts';
import { foldSteps } from '../ledger/fold/fold.ts';
import { takeInPieces } from '../ledger/fold/take-in-pieces.ts';
import { placeFact } from './place/place-fact.ts';
import type { Thread } from './timeline.ts';

/**
 * The same as `foldThread` in steps, so that the caller can pause: the end of a thread changes all open calls, and there may be very many.
 *
 * @example
 * import { newThread } from '@toolthread/core';
 * const [created] = exampleEvents;
 * const step = created && foldThreadSteps(newThread('t1'), created).next();
 * step?.done && step.value.state.title; //=> 'Parser'
 */
export function* foldThreadSteps(before: Thread, event: LedgerEvent): Generator<undefined, Thread> {
  const folded = yield* foldSteps(before.state, event);
  const drawn = yield* takeInPieces(before.drawn, folded, placeFact);
  return { state: folded.state, drawn };
}
