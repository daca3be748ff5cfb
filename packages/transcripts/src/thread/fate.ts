/** What became of a record, and by which rule. */
export interface Fate {
  readonly fate: 'shown' | 'folded' | 'hidden';
  readonly rule?: string;
}

export function hidden(rule: string): Fate {
  return { fate: 'hidden', rule };
}

/** Hidden by its own name where it is one of the types that show nothing, else as unknown. */
export function hiddenType(type: string, silent: ReadonlySet<string>): Fate {
  return hidden(silent.has(type) ? type : `unknown:${type}`);
}

export const SHOWN: Fate = { fate: 'shown' };
export const FOLDED: Fate = { fate: 'folded' };
