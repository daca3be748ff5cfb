import type { Step, TakenBack, ThreadState } from '../thread-state.ts';
import { entriesFrom } from './entries-from.ts';

type Told = Pick<ThreadState, 'log' | 'steps' | 'takenBack'>;

/**
 * Every response that was paid, once: those that count, and those that rewinds took back, unless they were told again. A file that replaces a message, or goes
 * back to a branch that it left, does so.
 *
 * @example
 * [...paidSteps(exampleState)].length; //=> 2
 */
export function* paidSteps(state: Told): Iterable<Step> {
  for (const [, step] of state.steps.entries()) yield step;
  for (const [step] of leftSteps(state)) yield step;
}

/** Responses that rewinds took back and nothing told again, and what was there before. It costs as much as what was taken back, and what came since. */
export function leftSteps(state: Told): Iterable<readonly [Step, TakenBack['before']]> {
  const left = new Map<string, readonly [Step, TakenBack['before']]>();
  let first = Infinity;
  for (const { before, landed } of state.takenBack) {
    first = Math.min(first, landed.entries);
    const add = (key: string): void => {
      const step = before.steps.get(key);
      if (step?.end !== undefined && state.steps.get(key)?.end === undefined) left.set(toldAs(step), [step, before]);
    };
    // One that began before the place that the rewind lands on may have ended after it.
    for (const [key] of landed.openSteps.entries()) add(key);
    for (const entry of entriesFrom(before, landed.entries)) if (entry.kind === 'step') add(entry.step);
  }
  for (const entry of entriesFrom(state, first)) {
    const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step?.end !== undefined) left.delete(toldAs(step));
  }
  return left.values();
}

/** What stays the same when a response is told again. */
function toldAs({ scope, startedAt, config }: Step): string {
  return `${startedAt} ${config?.model} ${scope}`;
}
