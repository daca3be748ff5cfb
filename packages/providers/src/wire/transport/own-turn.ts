import { setImmediate } from 'node:timers/promises';

/** A response may be read for this long before others have their turn. */
export const TURN_MS = 4;

let last: Promise<void> = Promise.resolve();

/** `await ownTurn()`: goes on in a later turn of the event loop, in which nobody else does who waits here. First come, first served. */
export function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
