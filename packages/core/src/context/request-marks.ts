/** Marks where a request differs from what happened, for a person who reads what a model saw. */
import { callResult } from '../ledger/call.ts';
import type { ContentPart } from '../ledger/content-part.ts';
import { scopeKey } from '../ledger/fold/scope-key.ts';
import type { ThreadState } from '../ledger/thread-state.ts';
import type { CompletionMessage, CompletionPart } from './completion-message.ts';
import { onlyText } from './completion-message.ts';
import { epochOf } from './turns/epoch-of.ts';
import { resultPart } from './turns/result-part.ts';
import { isMissing, isOrphanText } from './turns/turns.ts';

/**
 * `summary`: it stands for all that was before. `cut`: a result was too long. `no_result`: nobody knows what a call gave, and these words are
 * in its place. `no_call`: a result without its call, as text. `reasoning_left_out`: of an earlier epoch, so many steps.
 */
export interface RequestMark {
  readonly kind: 'summary' | 'cut' | 'no_result' | 'no_call' | 'reasoning_left_out';
  /** The words in the request that say so; a number if something is not there. */
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
  const cuts = cutResults(state);
  for (const { parts } of messages) for (const part of parts) marks.push(...marksOf(part, cuts));
  const left = stepsWithoutReasoning(state, scope);
  return left === 0 ? marks : [...marks, { kind: 'reasoning_left_out', text: String(left) }];
}

function marksOf(part: CompletionPart, cuts: ReadonlyMap<string, string>): readonly RequestMark[] {
  if (part.type === 'text') return isOrphanText(part.text) ? [{ kind: 'no_call', text: part.text }] : [];
  if (part.type !== 'result') return [];
  const line = cuts.get(firstText(part.parts) ?? '');
  if (line !== undefined) return [{ kind: 'cut', text: line }];
  return isMissing(part) ? [{ kind: 'no_result', text: onlyText(part.parts) }] : [];
}

/** What ends a text of which the beginning was kept, and begins one of which the end was. */
const CUT = /^\[Cut: only the end is shown, [^\n]*\](?=\n)|(?<=\n)\[Cut: only the beginning is shown, [^\n]*\]$/;

/**
 * The results that the ledger knows to be cut, by their words, each with the line that says so. What a tool prints does not count: only a result whose whole
 * was longer, and only where the recorder puts that line.
 */
function cutResults({ calls }: ThreadState): ReadonlyMap<string, string> {
  const cuts = new Map<string, string>();
  for (const [, call] of calls.byPlace.entries()) {
    if (callResult(call)?.fullSize === undefined) continue;
    const text = firstText(resultPart(call, '')?.parts ?? []);
    const [line] = (text === undefined ? null : CUT.exec(text)) ?? [];
    if (text !== undefined && line !== undefined) cuts.set(text, line);
  }
  return cuts;
}

function firstText(parts: readonly ContentPart[]): string | undefined {
  return parts.find((part) => part.type === 'text')?.text;
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
