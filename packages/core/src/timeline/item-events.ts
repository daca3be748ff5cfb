import type { Thread } from './timeline.ts';

/** The `seq` of the events that an item is about. */
export interface ItemEvents {
  /** The message that it is. */
  readonly message: number | undefined;
  /** Where each step began that it shows something of, in order. */
  readonly steps: readonly number[];
}

/**
 * Where in the ledger an item of the timeline stands, by its index. For what is done about an item: none of it is needed to draw one.
 *
 * @example
 * itemEvents(exampleThread, 0); //=> { message: 2, steps: [] }
 * itemEvents(exampleThread, 2).steps.length; //=> 1
 */
export function itemEvents({ state, drawn }: Thread, index: number): ItemEvents {
  const { messagePlaces, places } = drawn.view;
  let message: number | undefined;
  for (const [seq, { path, item }] of messagePlaces.entries())
    if (path.length === 0 && item === index) message = Number(seq);
  const steps: number[] = [];
  for (const [key, parts] of places.entries()) {
    const seq = state.steps.get(key)?.seq;
    const isHere = parts
      .toArray()
      .some((place) => place !== undefined && (place.path[0]?.item ?? place.item) === index);
    if (seq !== undefined && isHere) steps.push(seq);
  }
  return { message, steps: steps.sort((a, b) => a - b) };
}
