import { eventLoop } from './turns.ts';

/**
 * Runs the steps and returns their result. The event loop can run between two steps.
 *
 * @example
 * function* sum(): Generator<undefined, number> {
 *   yield;
 *   return 1 + 1;
 * }
 * await inTurns(sum()); //=> 2
 */
export async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    await eventLoop.next();
    step = steps.next();
  }
  return step.value;
}
