import type {
  CacheControl,
  CallPart,
  CompletionMessage,
  CompletionPart,
  Provenance,
  ResultPart,
} from './completion-message.ts';
import { completionMessage } from './completion-message.ts';

/** A message as it is stored: its views are made of its parts again. */
export type SavedMessage = Pick<CompletionMessage, 'role' | 'parts'> &
  Partial<Pick<CompletionMessage, 'provenance' | 'seq' | 'cacheControl'>>;

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
  /** Results whose calls have not come. */
  readonly early: readonly ResultPart[];
  /** The last answer was cut off. */
  readonly isCut: boolean;
  readonly seq: number;
}

/** `kept(message)`: what `restored` needs. */
export function kept({ role, parts, provenance, seq, cacheControl }: CompletionMessage): SavedMessage {
  return {
    role,
    parts,
    provenance,
    ...(seq === undefined ? {} : { seq }),
    ...(cacheControl === undefined ? {} : { cacheControl }),
  };
}

/** `restored(kept(message))` */
export function restored({ role, parts, provenance, seq, cacheControl }: SavedMessage): CompletionMessage {
  return completionMessage(role, parts, provenance ?? role, seq, cacheControl);
}
