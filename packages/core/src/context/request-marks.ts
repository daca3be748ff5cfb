/** Where a request says something else than what happened: for whoever reads what a model saw. */
import { scopeKey } from '../ledger/fold/scope-key.ts';
import type { ThreadState } from '../ledger/thread-state.ts';
import type { CompletionMessage, CompletionPart } from './completion-message.ts';
import { onlyText } from './completion-message.ts';
import { epochOf } from './turns/epoch-of.ts';
import { isMissing, isOrphanText } from './turns/turns.ts';

/**
 * `summary`: it stands for all that was before. `cut`: a result was too long. `no_result`: nobody knows what a call gave, and these words stand
 * in its place. `no_call`: a result without its call, as text. `reasoning_left_out`: of an earlier epoch, so many steps.
 */
export interface RequestMark {
  readonly kind: 'summary' | 'cut' | 'no_result' | 'no_call' | 'reasoning_left_out';
  /** The words in the request that say so; a number where something is not there. */
  readonly text: string;
}

/**
 * What was repaired, cut or left out in the messages that a thread gives.
 *
 * @example
 * import { completionMessages } from '@toolthread/core/context';
 * requestMarks(exampleState, undefined, completionMessages(exampleState)); //=> []
 */
export function requestMarks(
  state: ThreadState,
  scope: string | undefined,
  messages: readonly CompletionMessage[],
): readonly RequestMark[] {
  const compaction = state.scopes.get(scopeKey(scope))?.compaction;
  const marks: RequestMark[] = compaction === undefined ? [] : [{ kind: 'summary', text: compaction.summary }];
  for (const { parts } of messages) for (const part of parts) marks.push(...marksOf(part));
  const left = stepsWithoutReasoning(state, scope);
  return left === 0 ? marks : [...marks, { kind: 'reasoning_left_out', text: String(left) }];
}

/** What ends a text that was cut, or begins it: `[Cut: only the beginning is shown, …]`. */
const CUT = /^\[Cut: [^\n]*\]$/gm;

function marksOf(part: CompletionPart): readonly RequestMark[] {
  if (part.type === 'text') return isOrphanText(part.text) ? [{ kind: 'no_call', text: part.text }] : [];
  if (part.type !== 'result') return [];
  const text = onlyText(part.parts);
  if (isMissing(part)) return [{ kind: 'no_result', text }];
  return [...text.matchAll(CUT)].map(([line]) => ({ kind: 'cut', text: line }));
}

function stepsWithoutReasoning(state: ThreadState, scope: string | undefined): number {
  const compaction = state.scopes.get(scopeKey(scope))?.compaction;
  const epoch = epochOf(state, scope, compaction);
  let left = 0;
  for (const entry of state.log) {
    const step = entry.kind === 'step' ? state.steps.get(entry.step) : undefined;
    if (step === undefined || step.scope !== scope || step.seq <= (compaction?.replaces_to ?? 0)) continue;
    if (step.end?.discarded === true || epoch(step) === 'this') continue;
    for (const part of step.parts) {
      if (part.kind !== 'reasoning') continue;
      left += 1;
      break;
    }
  }
  return left;
}
