/** What became of a record, and by which rule. */
export interface Fate {
  readonly fate: 'shown' | 'folded' | 'hidden';
  readonly rule?: string;
}
export declare function hidden(rule: string): Fate;
export declare const SHOWN: Fate;
export declare const FOLDED: Fate;
