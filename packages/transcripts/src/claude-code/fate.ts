import { timeIn } from '../fields.ts';
import type { Fields } from '../fields.ts';

/** What became of a record, and by which rule. */
export interface Fate {
  readonly fate: 'shown' | 'folded' | 'hidden';
  readonly rule?: string;
}

export function hidden(rule: string): Fate {
  return { fate: 'hidden', rule };
}

export const SHOWN: Fate = { fate: 'shown' };
export const FOLDED: Fate = { fate: 'folded' };

export function atOf(record: Fields): { readonly at?: number } {
  const at = timeIn(record, 'timestamp');
  return at === undefined ? {} : { at };
}
