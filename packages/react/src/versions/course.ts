import { HUMAN, itemEvents, scopesAtWork, timeline } from '@toolthread/core';
import { messageBoundaries, restAfter } from '@toolthread/core/queries';
import type { ContentPart, Item, Thread } from '@toolthread/core';

/** What can be done about an item: where a rewind would land, and where a fork would end. */
export interface Course {
  /** A message that is said otherwise or answered again. */
  readonly message: { readonly seq: number; readonly parts: readonly ContentPart[] } | undefined;
  /** The places to go back to: before a message, or after a step. The last is the one of the item itself. */
  readonly places: readonly CoursePlace[];
  /** Somebody is at work, and would be stopped. */
  readonly working: boolean;
  /** The last event of the thread when this was found: what people did since is not taken back unseen. */
  readonly seen: number;
}

export interface CoursePlace {
  /** The boundary; undefined if nothing came after. */
  readonly rewind: number | undefined;
  /** The last event of a fork. */
  readonly fork: number;
  /** Of a step: the event with which it began, and its name. */
  readonly step?: { readonly seq: number; readonly scope: string | undefined; readonly step: number };
  /** Of a step: the tools that it called. */
  readonly tools: readonly string[];
}

/**
 * `courseOf(thread, item)`: undefined if nothing can be done about it. Of an item in a section or a child run, a rewind lands where everybody who worked beside it rests.
 */
export function courseOf(thread: Thread, { key, kind }: Item): Course | undefined {
  const index = Number(/^\d\d*/.exec(key)?.[0]);
  if (Number.isNaN(index)) return undefined;
  const { state } = thread;
  const working = scopesAtWork(state).length > 0;
  const { message: seq, steps } = itemEvents(thread, key);
  if (kind === 'message') {
    const found = seq === undefined ? undefined : messageBoundaries(state, seq);
    if (found === undefined || seq === undefined) return undefined;
    const places = found.before === undefined ? [] : [{ rewind: found.before, fork: found.before, tools: [] }];
    return { message: { seq, parts: found.said.message.parts }, places, working, seen: state.seq };
  }
  const places = steps.map((step): CoursePlace => {
    const rewind = restAfter(state, step + 1);
    return { rewind, fork: rewind ?? state.seq, ...stepOf(thread, step) };
  });
  const said = kind === 'answer' ? lastSaid(thread, index) : undefined;
  return { message: said === undefined ? undefined : { seq: said, parts: [] }, places, working, seen: state.seq };
}

/** The message that an answer answers. */
function lastSaid(thread: Thread, before: number): number | undefined {
  const { items } = timeline(thread);
  for (let index = before - 1; index >= 0; index -= 1) {
    const item = items.at(index);
    if (item?.kind !== 'message' || item.author !== HUMAN) continue;
    const { message } = itemEvents(thread, index);
    return message === undefined || messageBoundaries(thread.state, message) === undefined ? undefined : message;
  }
  return undefined;
}

function stepOf({ state }: Thread, seq: number): Pick<CoursePlace, 'step' | 'tools'> {
  for (const [, { scope, step, parts, seq: begun }] of state.steps.entries()) {
    if (begun !== seq) continue;
    const tools = parts.toArray().flatMap((part) => {
      const call = part.kind === 'call' ? state.calls.byPlace.get(part.call) : undefined;
      return call === undefined ? [] : [call.name];
    });
    return { step: { seq, scope, step }, tools };
  }
  return { tools: [] };
}

/** What runs changed in files after event `seq` and can still be undone, the newest first. */
export function changesSince(
  { state }: Thread,
  seq: number,
): readonly { readonly change: string; readonly files: number }[] {
  const found = [...state.changes.entries()].flatMap(([change, { event, undo }]) =>
    undo === 'possible' && event.seq > seq ? [{ change, files: event.files.length, seq: event.seq }] : [],
  );
  return found.sort((a, b) => b.seq - a.seq);
}
