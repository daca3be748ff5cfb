/** A run at its limit ends with words, not with open calls. */
import { hearing } from '@toolthread/core/queries';
import type { ThreadState } from '@toolthread/core';
import { completionMessage, withParts } from '@toolthread/core/context';
import type { CompletionMessage, CompletionPart } from '@toolthread/core/context';
import { hasLastWords } from './continuation.ts';
import { logBackwards } from '../state/log-backwards.ts';

/** The event that ended the run at a limit, while its last words are still to come. A new message cancels them. */
export function closingSince(state: ThreadState, scope: string | undefined, run: string): number | undefined {
  for (const entry of logBackwards(state)) {
    if (entry.kind === 'message' && hearing(scope, entry.message) === 'addressed') return undefined;
    if (entry.kind === 'status' && entry.status.scope === scope) return undefined;
    if (entry.kind !== 'continuation' || entry.continuation.scope !== scope) continue;
    const { should_continue: goesOn, resolved_by: by, seq } = entry.continuation;
    return !goesOn && entry.continuation.run === run && hasLastWords(by) ? seq : undefined;
  }
  return undefined;
}

/** How often the last words were asked for. */
export function lastWordsAsked(state: ThreadState, scope: string | undefined, since: number): number {
  let asked = 0;
  for (const entry of logBackwards(state)) {
    const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step?.scope !== scope || step === undefined) continue;
    if (step.seq < since) return asked;
    asked += 1;
  }
  return asked;
}

export const LAST_WORDS =
  'This run has reached its limit, and no more tools can be called. In a few sentences: what was done, what is left, and how could it go on?';

/** The request for them. The words of this request are not in the ledger: it is the only one without tools. */
export function askingForLastWords(messages: readonly CompletionMessage[]): readonly CompletionMessage[] {
  const ask: CompletionPart = { type: 'text', text: LAST_WORDS };
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, completionMessage('user', [ask], 'user')];
  return [...messages.slice(0, -1), withParts(last, [...last.parts, ask])];
}
