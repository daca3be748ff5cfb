import { spotKey } from './place/change-item.ts';
import type { Spot } from './item.ts';
import type { Thread } from './timeline.ts';

/** The `seq` of the events that an item is about. */
export interface ItemEvents {
  /** The message that it is. */
  readonly message: number | undefined;
  /** Where each step began that it shows something of, in order. */
  readonly steps: readonly number[];
}

/**
 * Where in the ledger an item of the timeline is, by its key, or by its index where it is one of the thread's own. With the steps of what is in it. It
 * is for actions on an item, and not needed to draw one.
 *
 * @example
 * itemEvents(exampleThread, 0); //=> { message: 2, steps: [] }
 * itemEvents(exampleThread, 2).steps.length; //=> 1
 */
export function itemEvents({ state, drawn }: Thread, item: number | string): ItemEvents {
  const { messagePlaces, places } = drawn.view;
  const key = String(item);
  const isHere = (spot: Spot | undefined): boolean => spot !== undefined && isWithin(spotKey(spot), key);
  let message: number | undefined;
  for (const [seq, spot] of messagePlaces.entries()) if (spotKey(spot) === key) message = Number(seq);
  const steps: number[] = [];
  for (const [step, parts] of places.entries()) {
    const seq = state.steps.get(step)?.seq;
    if (seq !== undefined && parts.toArray().some(isHere)) steps.push(seq);
  }
  return { message, steps: steps.sort((a, b) => a - b) };
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}-`);
}
