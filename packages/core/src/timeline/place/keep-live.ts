import type { ThreadState } from '../../ledger/thread-state.ts';
import type { TimelineState } from '../item.ts';
import { itemAt } from './change-item.ts';
import { placeOfPart } from './place-of-part.ts';
import { placeWords } from './place-words.ts';

/** [L4] Something came between the words that are being said: they go on below it, and do not wait for the next of them to be seen again. */
export function keepLive(timeline: TimelineState, state: ThreadState): TimelineState {
  let kept = timeline;
  for (const [key] of state.openSteps.entries()) {
    const step = state.steps.get(key);
    if (step === undefined) continue;
    for (let index = step.tail; index < step.parts.length; index += 1) {
      const place = placeOfPart(kept, key, index);
      const item = place?.where === 'live' ? itemAt(kept, place) : undefined;
      if (item !== undefined && !(item.kind === 'group' && item.live !== ''))
        kept = placeWords({ timeline: kept, state }, step, index);
    }
  }
  return kept;
}
