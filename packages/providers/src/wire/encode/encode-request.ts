import type { ModelRequest } from '@toolthread/core/context';

/** What an encoder makes a body of. `options` are further fields of the body, as the provider names them. */
export interface EncodeRequest extends ModelRequest {
  readonly model: string;
  /** The provider as the ledger knows it, if it is not the one that the format is named after. */
  readonly provider?: string;
}

/**
 * What the encoder added because the provider demands it: a marker turn at the start, at the end, between results and text, or
 * in place of an empty message; a placeholder tool, since the history has calls; thinking off, since the last call came
 * without.
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
