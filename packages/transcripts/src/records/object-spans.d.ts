export interface Span {
  readonly start: number;
  readonly end: number;
  /** Its brace closed. */
  readonly closed: boolean;
}
/** The objects that stand side by side on a line, found by their braces outside strings. One pass. */
export declare function objectSpans(text: string): readonly Span[];
