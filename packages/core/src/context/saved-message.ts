import type { CompletionMessage } from './completion-message.ts';

type Stored = Omit<CompletionMessage, 'content' | 'toolCalls' | 'toolResults'>;

/** A message as it is stored: its views are made of its parts again. */
export type SavedMessage = Omit<Stored, 'provenance'> & Partial<Stored>;

/** A message without parts, as other programs keep it. */
export type FlatMessage = Pick<CompletionMessage, 'role'> &
  Partial<Pick<CompletionMessage, 'content' | 'toolCalls' | 'toolResults'>>;

/** What is stored of a message. */
export function savedMessage({
  role,
  parts,
  provenance,
  seq,
  cacheControl,
}: { readonly [Name in keyof Stored]: Stored[Name] | undefined } & Pick<
  Stored,
  'role' | 'parts' | 'provenance'
>): Stored {
  return {
    role,
    parts,
    provenance,
    ...(seq === undefined ? {} : { seq }),
    ...(cacheControl === undefined ? {} : { cacheControl }),
  };
}
