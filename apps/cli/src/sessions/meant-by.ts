import { firstFew } from '../terminal/first-few.ts';
import type { Trouble } from '../system-trouble.ts';

/** Fewer letters of an id mean too many sessions. */
export const LEAST_LETTERS = 4;
const MOST_NAMED = 5;

/** The one that the first letters of an id mean; undefined if it is not one. `lineOf`: how one of several is named. */
export function meantBy<T>(letters: string, named: readonly T[], lineOf: (one: T) => string): T | Trouble | undefined {
  const [only, second] = named;
  if (second === undefined) return only;
  const listed = firstFew(named.map(lineOf), MOST_NAMED).join('\n');
  return { ok: false, what: `${named.length} sessions begin with ${letters}.`, whatToDo: `Name one:\n${listed}` };
}
