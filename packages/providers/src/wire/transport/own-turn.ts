import { setImmediate } from 'node:timers/promises';

/** So long a response may be read before others are heard. */
export const TURN_MS = 4;

let last: Promise<void> = Promise.resolve();

/** `await ownTurn()`: goes on in a later turn of the event loop, in which nobody else does who waits here. First come, first served. */
export function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
