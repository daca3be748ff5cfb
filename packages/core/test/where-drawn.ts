import type { Thread } from '../src/index.ts';
import { stepKey } from '../src/ledger/queries/index.ts';

export type WhereDrawn = 'entry' | 'live' | 'answer';

/** Where a part of a step is drawn: in a group, in its live line, or in an answer. */
export function whereDrawn(
  thread: Thread,
  scope: string | undefined,
  step: number,
  part: number,
): WhereDrawn | undefined {
  return thread.drawn.view.places.get(stepKey(scope, step))?.at(part)?.where;
}
