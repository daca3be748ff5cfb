/**
 * Whose threads a request may open. `all`: a token of the operator, or anybody if threads have no owners. `own`: a person, with the
 * roles they have. `one`: whoever has the link of a thread.
 */
export type Who =
  | { readonly opens: 'all' }
  | { readonly opens: 'own'; readonly person: string }
  | { readonly opens: 'one'; readonly thread: string };
