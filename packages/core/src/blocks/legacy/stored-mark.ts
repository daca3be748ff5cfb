import type { Outcome } from '../../ledger/ledger-event.ts';

/** What one mark of a stored text says, and from where to where it is. */
export type StoredMark = MarkSpan &
  (
    | {
        readonly kind: 'call';
        readonly id?: string;
        /** `name(args)`, on one line, as it was before it was written into the text. */
        readonly call: string;
        readonly state: 'start' | 'pending' | Outcome;
        readonly result?: string;
        /** A result whose call may come after it. */
        readonly isEarly?: true;
      }
    | { readonly kind: 'result'; readonly name: string; readonly result: string | undefined }
    /** A call whose arguments and result are in the message's trace. */
    | { readonly kind: 'numbered'; readonly number: number; readonly name: string; readonly pending: boolean }
    /** Between what was said before the tools and after them. */
    | { readonly kind: 'break' }
    /** Says nothing. */
    | { readonly kind: 'wrapper' }
  );

interface MarkSpan {
  readonly start: number;
  readonly end: number;
}

export function toolName(call: string): string {
  const bracket = call.indexOf('(');
  return bracket === -1 ? call : call.slice(0, bracket);
}
