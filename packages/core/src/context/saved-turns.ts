import type { CacheControl, CallPart, CompletionPart, Provenance, ResultPart } from './completion-message.ts';
import type { SavedMessage } from './saved-message.ts';

/** Something said that waits for the next message. */
export interface Words {
  readonly part: CompletionPart;
  readonly provenance: Provenance;
  readonly seq: number;
}

/** The turns of a context as plain data. */
export interface SavedTurns {
  readonly messages: readonly SavedMessage[];
  /** The model's turn that is not closed yet, and its calls with the results that are known. */
  readonly answer: readonly CompletionPart[];
  readonly cacheControl?: CacheControl;
  readonly open: readonly { readonly named: string; readonly call: CallPart; readonly result?: ResultPart }[];
  readonly words: readonly Words[];
  readonly system: readonly SavedMessage[];
  /** Results whose calls have not arrived. */
  readonly early: readonly ResultPart[];
  /** Second results of calls, which may be of the next calls with their ids; without it, they are among `early`. */
  readonly silent?: readonly ResultPart[];
  /** The last answer was cut off. */
  readonly isCut: boolean;
  readonly seq: number;
  /** This many of the messages a model has read; without it, all of them. */
  readonly read?: number;
}
