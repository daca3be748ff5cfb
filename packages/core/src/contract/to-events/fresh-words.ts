import type { LedgerEvent, Phase } from '../../ledger/ledger-event.ts';
import type { Part, Step, ThreadState } from '../../ledger/thread-state.ts';
import { wordsOfPart } from '../to-messages/words-of-part.ts';

/** What a page adds to the words that it has. */
export interface FreshWords {
  /** Reasoning is sent separately, so that pages that do not know it cannot take it for an answer. */
  readonly type: 'agent.stream.chunk' | 'agent.reasoning.chunk';
  readonly content: string;
  readonly is_complete: boolean;
  /** They come in this order, and each once. */
  readonly chunk_index: number;
  readonly phase?: Phase;
  /** These are all the words of the part: those before were others. */
  readonly replaces?: true;
}

/** Undefined if nothing is added to what an assistant says or thinks: sources, what a provider wants back. */
export function freshWords(before: ThreadState, step: Step, index: number, event: LedgerEvent): FreshWords | undefined {
  const part = step.parts.at(index);
  const text = part === undefined ? undefined : saidIn(part);
  if (part === undefined || text === undefined) return undefined;
  const known = before.steps.get(step.key)?.parts.at(index);
  const told = known === undefined ? '' : (saidIn(known) ?? '');
  const type = part.kind === 'reasoning' ? 'agent.reasoning.chunk' : 'agent.stream.chunk';
  const isGrowing = (part.kind === 'text' || part.kind === 'reasoning') && !part.complete;
  const phase = part.kind === 'text' && part.phase !== undefined ? { phase: part.phase } : {};
  const base = { type, is_complete: !isGrowing, chunk_index: event.seq, ...phase } as const;
  // Cut from the delta: slicing the whole would copy it at every delta.
  if (event.type === 'agent.text.delta' || event.type === 'agent.reasoning.delta')
    return { content: event.text.slice(told.length - event.offset), ...base };
  if (text.startsWith(told)) return { content: text.slice(told.length), ...base };
  return { content: text, ...base, replaces: true };
}

function saidIn(part: Part): string | undefined {
  return part.kind === 'reasoning' ? part.text : wordsOfPart(part);
}
