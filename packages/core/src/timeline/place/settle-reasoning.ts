import type { Step } from '../../ledger/thread-state.ts';
import { changeEntry } from './open-group.ts';
import type { TimelineState } from '../item.ts';
import { placeOfPart } from './place-of-part.ts';

/** [L3] The step is over: what was being thought when it was cut off is thought no more. */
export function settleReasoning(timeline: TimelineState, step: Step): TimelineState {
  let settled = timeline;
  for (let index = 0; index < step.parts.length; index += 1) {
    const part = step.parts.at(index);
    if (part?.kind !== 'reasoning' || part.complete) continue;
    const place = placeOfPart(settled, step.key, index);
    if (place?.where !== 'entry') continue;
    settled = changeEntry(settled, place, (entry) =>
      entry.kind === 'reasoning' ? { ...entry, complete: true } : entry,
    );
  }
  return settled;
}
