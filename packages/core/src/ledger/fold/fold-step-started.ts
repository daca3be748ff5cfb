import { Vector } from '../../structure/vector.ts';
import { noteAnomaly } from './note-anomaly.ts';
import type { PartCompleted, ReasoningDelta, TextDelta } from '../ledger-event.ts';
import type { RunRetryRequested, StepCompleted, StepRetrying, StepStarted } from '../event/step-event.ts';
import { HUMAN } from '../human.ts';
import { endStep } from './end-step.ts';
import type { Tell } from '../fact.ts';
import { readMessages } from './fold-message.ts';
import { nextStepOf } from './next-step-of.ts';
import { changeScope } from './change-scope.ts';
import { scopeKey, stepKey } from './scope-key.ts';
import type { Part, Step, StepEnd, ThreadState } from '../thread-state.ts';
import { ABSENT, contradicts, extend, openStep, setPart } from './open-step.ts';

export function foldStepStarted(state: ThreadState, event: StepStarted, tell: Tell): ThreadState {
  const key = stepKey(event.scope, event.step);
  if (state.steps.has(key)) return noteAnomaly(state, event, 'step-known');
  const step: Step = {
    key,
    scope: event.scope,
    step: event.step,
    run: event.run,
    seq: event.seq,
    startedAt: event.at,
    builtFrom: event.built_from,
    config: state.scopes.get(scopeKey(event.scope))?.config,
    end: undefined,
    parts: Vector.empty(),
    tail: 0,
    owesResult: false,
  };
  const numbered = changeScope(state, event.scope, (scope) => ({
    ...scope,
    openSteps: scope.openSteps + 1,
  }));
  tell({ type: 'step-started', step, event });
  return {
    ...numbered,
    nextSteps: state.nextSteps.set(scopeKey(event.scope), Math.max(nextStepOf(state, event.scope), event.step + 1)),
    steps: numbered.steps.set(key, step),
    openSteps: numbered.openSteps.set(key, true),
    log: numbered.log.append({ kind: 'step', step: key }),
    queue: readMessages(numbered, step),
  };
}

export function foldStepCompleted(state: ThreadState, event: StepCompleted, tell: Tell): ThreadState {
  const step = state.steps.get(stepKey(event.scope, event.step));
  if (step === undefined) return noteAnomaly(state, event, 'step-unknown');
  if (step.end !== undefined) return noteAnomaly(state, event, 'step-ended');
  const end: StepEnd = {
    reason: event.finish_reason,
    discarded: event.discarded ?? false,
    at: event.at,
    usage: event.usage,
    durationMs: event.duration_ms,
    error: event.error,
    retry: undefined,
  };
  return endStep(state, step, end, tell);
}

export function foldStepRetrying(state: ThreadState, event: StepRetrying, tell: Tell): ThreadState {
  const step = state.steps.get(stepKey(event.scope, event.step));
  if (step?.end?.discarded !== true) return noteAnomaly(state, event, 'step-unknown');
  // A repeat changes nothing.
  if (step.end.retry !== undefined) return state;
  const { attempt, max_attempts: max, until, at } = event;
  const retry = { attempt, max, waitMs: Math.max(0, until - at), until };
  const retried: Step = { ...step, end: { ...step.end, retry } };
  tell({ type: 'step-retrying', step: retried });
  return { ...state, steps: state.steps.set(step.key, retried) };
}

export function foldRetryRequested(state: ThreadState, event: RunRetryRequested, tell: Tell): ThreadState {
  const step = state.steps.get(stepKey(event.scope, event.step));
  if (step?.end?.retry === undefined) return noteAnomaly(state, event, 'step-unknown');
  const { retry } = step.end;
  // Another request was faster, or the wait was over.
  if (retry.by !== undefined || event.at >= retry.until) return state;
  const waitMs = Math.max(0, retry.waitMs - (retry.until - event.at));
  const hurried: Step = {
    ...step,
    end: { ...step.end, retry: { ...retry, waitMs, until: event.at, by: event.by ?? HUMAN } },
  };
  tell({ type: 'step-retrying', step: hurried });
  return { ...state, steps: state.steps.set(step.key, hurried) };
}

export function foldWords(state: ThreadState, event: TextDelta | ReasoningDelta, tell: Tell): ThreadState {
  const step = openStep(state, event);
  if (typeof step === 'string') return noteAnomaly(state, event, step);
  const kind = event.type === 'agent.text.delta' ? 'text' : 'reasoning';
  const known = step.parts.at(event.part) ?? ABSENT;
  if (known.kind !== kind && known.kind !== 'absent') {
    return noteAnomaly(state, event, 'part-of-other-kind');
  }
  const before = known.kind === 'absent' ? '' : known.text;
  // Words that came late go on those of the step; what says something else at the same place is of another step.
  if (step.end !== undefined && contradicts(before, event.offset, event.text))
    return noteAnomaly(state, event, 'step-ended');
  const text = extend(before, event.offset, event.text);
  if (text === undefined) return noteAnomaly(state, event, 'text-missing');
  const phase = event.type === 'agent.text.delta' ? event.phase : undefined;
  if (text === before && known.kind !== 'absent') return state;
  const blob = known.kind === 'absent' ? undefined : known.blob;
  const complete = known.kind === 'absent' ? false : known.complete;
  const at = known.kind === 'absent' ? event.at : known.at;
  const part: Part =
    kind === 'reasoning'
      ? { kind, at, text, complete, blob }
      : { kind, at, text, phase: phase ?? (known.kind === 'text' ? known.phase : undefined), complete, blob };
  return withWords(state, setPart(step, event.part, part), event.part, tell);
}

export function foldPartCompleted(state: ThreadState, event: PartCompleted, tell: Tell): ThreadState {
  const step = openStep(state, event);
  if (typeof step === 'string') return noteAnomaly(state, event, step);
  const known = step.parts.at(event.part) ?? ABSENT;
  if (known.kind !== event.kind && known.kind !== 'absent') {
    return noteAnomaly(state, event, 'part-of-other-kind');
  }
  if (isComplete(known)) return noteAnomaly(state, event, 'part-complete');
  return withWords(state, setPart(step, event.part, completedPart(known, event)), event.part, tell);
}

function isComplete(part: Part): boolean {
  return part.kind === 'text' || part.kind === 'reasoning' ? part.complete : part.kind !== 'absent';
}

function completedPart(known: Part, event: PartCompleted): Part {
  const text = event.text ?? (known.kind === 'text' || known.kind === 'reasoning' ? known.text : '');
  const { kind, blob } = event;
  const at = known.kind === 'text' || known.kind === 'reasoning' ? known.at : event.at;
  switch (kind) {
    case 'text':
      return {
        kind,
        at,
        text,
        phase: event.phase ?? (known.kind === 'text' ? known.phase : undefined),
        complete: true,
        blob,
      };
    case 'reasoning':
      return { kind, at, text, complete: true, blob };
    case 'file':
    case 'source':
      return { kind, at, text, content: event.content, blob };
    case 'refusal':
      return { kind, at, text, blob };
    case 'opaque':
      return { kind, blob };
    default:
      return kind satisfies never;
  }
}

function withWords(state: ThreadState, step: Step, part: number, tell: Tell): ThreadState {
  tell({ type: 'words-grew', step, part });
  return { ...state, steps: state.steps.set(step.key, step) };
}
