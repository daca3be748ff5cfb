/** A view is a fold over facts. What a rewind can bring back of it is kept at the boundaries, as the ledger's own state is. */
import { Vector } from '../../../structure/vector.ts';
import type { Fact } from '../../fact.ts';
import type { Folded } from '../fold.ts';
import type { ThreadState } from '../../thread-state.ts';

/** How a view takes a fact. `state` is the one after the event. */
export type TakeFact<View> = (view: View, fact: Fact, state: ThreadState) => View;

export interface Rewindable<View> {
  readonly view: View;
  readonly kept: Vector<Kept<View>>;
}

/** As it was at a boundary. */
export interface Kept<View> extends Rewindable<View> {
  readonly seq: number;
}

/** How a view that a rewind may bring back is kept. */
export type KeepView<View> = (kept: Kept<View>) => Kept<View>;

function keepNow<View>(now: Kept<View>): Kept<View> {
  return now;
}

export function rewindable<View>(view: View): Rewindable<View> {
  return { view, kept: Vector.empty() };
}

/** `takeFacts(before, fold(state, event), placeFact)`: the view after the event. */
export function takeFacts<View>(
  before: Rewindable<View>,
  { state, facts }: Folded,
  take: TakeFact<View>,
  keep: KeepView<View> = keepNow,
): Rewindable<View> {
  if (facts.length === 0) return before;
  let { view, kept } = before;
  for (const fact of facts) {
    if (fact.type === 'boundary') kept = kept.append(keep({ seq: fact.seq, view, kept }));
    else if (fact.type === 'rewound') {
      const rest = fact.rested === undefined ? undefined : keptAt(kept, fact.rested);
      ({ view, kept } = at(kept, fact.to) ?? { view, kept });
      if (rest !== undefined) kept = kept.append(rest);
    }
    view = take(view, fact, state);
  }
  return { view, kept };
}

/** As it was at a boundary, which is still one to go back to. */
function at<View>(kept: Vector<Kept<View>>, seq: number): Rewindable<View> | undefined {
  const found = keptAt(kept, seq);
  if (found === undefined) return undefined;
  const { view, kept: before } = found;
  return { view, kept: before.last()?.seq === seq ? before : before.append(found) };
}

function keptAt<View>(kept: Vector<Kept<View>>, seq: number): Kept<View> | undefined {
  let low = 0;
  let high = kept.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((kept.at(middle)?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  const found = kept.at(low);
  return found?.seq === seq ? found : undefined;
}
