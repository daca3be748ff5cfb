import type { ModelRequest } from '@toolthread/core/context';

/** What an encoder makes a body of. `options` are further fields of the body, in the provider's own words. */
export interface EncodeRequest extends ModelRequest {
  readonly model: string;
  /** Whose blobs go back, where it is not the provider that the codec is named after. */
  readonly provider?: string;
}

/**
 * What a provider demanded that the history did not have: a marker turn at the start, at the end, between results and words, or
 * in place of a message without words; a tool that nobody can call, since the history has calls; thinking off, since the last
 * call came without.
 */
export type EncodeNote =
  | 'marker-start'
  | 'marker-end'
  | 'marker-between'
  | 'marker-empty'
  | 'placeholder-tool'
  | 'thinking-off';

/** `encode(request, (note) => notes.push(note))` */
export type TakeNote = (note: EncodeNote) => void;

/** The one fixed text of every marker turn. */
export const MARKER = 'Continue.';
