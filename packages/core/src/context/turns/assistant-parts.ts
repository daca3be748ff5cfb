import type { Call } from '../../ledger/call.ts';
import type { Part, Step, ThreadState } from '../../ledger/thread-state.ts';
import type { CallPart, CompletionPart, ResultPart } from '../completion-message.ts';
import type { Reading } from './reading.ts';
import { resultPart } from './result-part.ts';

/** This many parts of one step are read before the event loop gets a turn. */
const PIECE = 1000;

interface AssistantParts {
  readonly parts: readonly CompletionPart[];
  readonly results: ReadonlyMap<CompletionPart, ResultPart>;
}

/** A step as the model's own message; of an earlier epoch without its reasoning. Each call comes with the result we owe it. */
export function* assistantParts(
  state: ThreadState,
  step: Step,
  epoch: 'this' | 'earlier',
  reading: Reading,
): Generator<undefined, AssistantParts> {
  const parts: CompletionPart[] = [];
  const results = new Map<CompletionPart, ResultPart>();
  for (const part of step.parts) {
    if (parts.length % PIECE === PIECE - 1) yield;
    if (part.kind !== 'call') {
      if (part.kind !== 'reasoning' || epoch === 'this') parts.push(...wordsOf(part));
      continue;
    }
    const call = state.calls.byPlace.get(part.call);
    if (call?.recorded !== true) continue;
    const called = callPart(call);
    const result = resultPart(call, idOf(call), reading);
    parts.push(called);
    if (result === undefined) continue;
    if (call.runs === 'provider') parts.push(result);
    else results.set(called, result);
  }
  return { parts, results };
}

function callPart(call: Call): CallPart {
  const { name, arguments: args, runs, blob } = call;
  return { type: 'call', id: idOf(call), name, arguments: args, runs, ...(blob && { blob }) };
}

function idOf(call: Call): string {
  return call.providerId ?? call.id;
}

function wordsOf(part: Exclude<Part, { kind: 'call' }>): readonly CompletionPart[] {
  switch (part.kind) {
    case 'text':
      return [
        {
          type: 'text',
          text: part.text,
          ...(part.phase && { phase: part.phase }),
          ...(part.blob && { blob: part.blob }),
        },
      ];
    case 'reasoning':
    case 'refusal':
      return [{ type: part.kind, text: part.text, ...(part.blob && { blob: part.blob }) }];
    case 'file':
    case 'source':
      return part.content === undefined
        ? []
        : [{ type: 'content', content: part.content, ...(part.blob && { blob: part.blob }) }];
    case 'opaque':
      return part.blob === undefined ? [] : [{ type: 'opaque', blob: part.blob }];
    case 'absent':
      return [];
    default:
      return part satisfies never;
  }
}
