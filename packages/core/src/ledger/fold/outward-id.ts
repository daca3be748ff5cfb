import type { Call } from '../call.ts';
import type { ToolCompleted } from '../ledger-event.ts';
import type { CallIndex } from '../thread-state.ts';

/**
 * Under which id a call leaves the ledger, in every foreign format. Decided when the call is first told, from what was told before it, and
 * never again: so a page has the same id live, reconnected and loaded. The provider's id where it is known by then, else ours, as long
 * as no other call of the thread has it; else ours with the call's place.
 */
export function outwardId(calls: CallIndex, call: Pick<Call, 'id' | 'providerId' | 'scope' | 'step' | 'part'>): string {
  const { providerId = '' } = call;
  // Nearly every call: nothing else has to be written.
  if (providerId !== '' && !calls.outward.has(providerId)) return providerId;
  const place = `${call.step}.${call.part}`;
  const own = call.id === '' ? place : call.id;
  const apart = `${own}~${place}`;
  return firstFree(calls, [own, apart], `${apart}~${call.scope ?? ''}`);
}

/** A result without its call has one, too: by name alone it might be taken for some call's. */
export function orphanOutwardId(calls: CallIndex, { call = '', seq }: ToolCompleted): string {
  return firstFree(calls, [call, 'orphan'], `orphan~${seq}`);
}

/** The last candidate is free, unless somebody has chosen an id that looks like it. */
function firstFree(calls: CallIndex, wishes: readonly string[], last: string): string {
  let free = wishes.find((wish) => wish !== '' && !calls.outward.has(wish)) ?? last;
  while (calls.outward.has(free)) free += '~';
  return free;
}
