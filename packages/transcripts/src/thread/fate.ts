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
