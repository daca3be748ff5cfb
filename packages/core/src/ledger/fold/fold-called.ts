import { Vector } from '../../structure/vector.ts';
import { noteAnomaly } from './note-anomaly.ts';
import { callResult, mayMove } from '../call.ts';
import type { Call, CallResult, CallState } from '../call.ts';
import { changeCall } from './change-call.ts';
import type {
  ToolCalled,
  ToolCompleted,
  ToolInputDelta,
  ToolOutputDelta,
  ToolRetrying,
  ToolStarted,
} from '../event/call-event.ts';
import type { Tell } from '../fact.ts';
import { earlyKey, earlyKeys, findCall, indexCall, passUnnamed, placeOfId } from './find-call.ts';
import { orphanOutwardId, outwardId } from './outward-id.ts';
import { placeKey } from './scope-key.ts';
import { emptyPartialJson, feedPartialJson, latePartialJson } from '../json/growing/partial-json.ts';
import type { CallIndex, Early, Step, ThreadState } from '../thread-state.ts';
import { extend, openStep, setPart } from './open-step.ts';

export function foldInputDelta(state: ThreadState, event: ToolInputDelta, tell: Tell): ThreadState {
  const step = openStep(state, event);
  if (typeof step === 'string') return noteAnomaly(state, event, step);
  const known = callAt(state, step, event.part);
  if (known === undefined) {
    if (takenByOther(step, event.part)) return noteAnomaly(state, event, 'part-of-other-kind');
    if (event.offset > 0) return noteAnomaly(state, event, 'text-missing');
    const place = placeKey(event.scope, event.step, event.part);
    return addCall(state, step, streamingCall(state.calls, event, place), tell);
  }
  if (known.state.name !== 'streaming') return noteAnomaly(state, event, 'call-known');
  const text = extend(known.arguments, event.offset, event.text);
  if (text === undefined) return noteAnomaly(state, event, 'text-missing');
  // A name may come late, but it does not change: how the deltas were cut must not matter.
  const name = known.name === '' ? (event.name ?? '') : known.name;
  if (text === known.arguments && name === known.name) return state;
  // Cut from the delta: slicing the whole would copy it at every delta.
  const fresh = event.text.slice(known.arguments.length - event.offset);
  const input = feedPartialJson(known.input, fresh);
  return changeCall(state, known, { ...known, name, arguments: text, input }, tell);
}

export function foldCalled(state: ThreadState, event: ToolCalled, tell: Tell): ThreadState {
  const step = openStep(state, event);
  if (typeof step === 'string') return noteAnomaly(state, event, step);
  const place = placeKey(event.scope, event.step, event.part);
  const known = callAt(state, step, event.part);
  if (known === undefined && takenByOther(step, event.part)) {
    return noteAnomaly(state, event, 'part-of-other-kind');
  }
  if (known?.recorded === true) return tellArguments(state, known, event, tell);
  const twin = event.call !== undefined && placeOfId(state.calls, event.scope, event.step, event.call) !== undefined;
  if (twin) return noteAnomaly(state, event, 'call-id-taken');
  const bare = recordedCall(event, place, known?.calledAt ?? event.at);
  if (known !== undefined && !mayMove(known.state, bare.state)) return noteAnomaly(state, event, 'call-cut-off');
  const early = earlyResult(state, bare);
  const call: Call = {
    ...bare,
    outwardId: known?.outwardId ?? early?.first.outwardId ?? outwardId(state.calls, bare),
  };
  // The result that stood alone is gone before its call is drawn: it is in nobody's way.
  if (early !== undefined) tell({ type: 'orphan-claimed', result: early.first.result });
  if (known === undefined) return bindEarly(addCall(state, step, call, tell), early, tell);
  const owing = call.runs === 'here' && !step.owesResult ? { ...step, owesResult: true } : step;
  const indexed = { ...state, steps: state.steps.set(step.key, owing), calls: indexCall(state.calls, call) };
  return bindEarly(changeCall(indexed, known, call, tell), early, tell);
}

/** Arguments that were not told when the call was recorded may be told later, once. Nothing else of a recorded call changes. */
function tellArguments(state: ThreadState, known: Call, event: ToolCalled, tell: Tell): ThreadState {
  const isTold = known.arguments !== '' || event.arguments === '' || event.call !== known.id;
  if (isTold) return noteAnomaly(state, event, 'call-known');
  const { arguments: args } = event;
  return changeCall(state, known, { ...known, arguments: args, input: latePartialJson(args) }, tell);
}

function callAt(state: ThreadState, step: Step, index: number): Call | undefined {
  const part = step.parts.at(index);
  return part?.kind === 'call' ? state.calls.byPlace.get(part.call) : undefined;
}

function takenByOther(step: Step, index: number): boolean {
  const part = step.parts.at(index);
  return part !== undefined && part.kind !== 'absent';
}

function streamingCall(calls: CallIndex, event: ToolInputDelta, place: string): Call {
  const { scope, step, part } = event;
  const id = event.call ?? `${step}.${part}`;
  return {
    place,
    id,
    named: event.call !== undefined,
    outwardId: outwardId(calls, { id, providerId: undefined, scope, step, part }),
    recorded: false,
    providerId: undefined,
    scope,
    step,
    part,
    name: event.name ?? '',
    arguments: event.text,
    input: feedPartialJson(emptyPartialJson, event.text),
    runs: 'here',
    blob: undefined,
    state: { name: 'streaming' },
    output: '',
    request: undefined,
    calledAt: event.at,
    startedAt: undefined,
  };
}

function recordedCall(event: ToolCalled, place: string, calledAt: number): Omit<Call, 'outwardId'> {
  return {
    place,
    id: event.call ?? `${event.step}.${event.part}`,
    named: event.call !== undefined,
    recorded: true,
    providerId: event.provider_id,
    scope: event.scope,
    step: event.step,
    part: event.part,
    name: event.name,
    arguments: event.arguments,
    input: latePartialJson(event.arguments),
    runs: event.runs ?? 'here',
    blob: event.blob,
    state: { name: 'called' },
    output: '',
    request: undefined,
    calledAt,
    startedAt: undefined,
  };
}

/** A call appears: words before it in the step are commentary from now on. */
function addCall(state: ThreadState, step: Step, call: Call, tell: Tell): ThreadState {
  const placed = setPart(step, call.part, { kind: 'call', call: call.place });
  const tail = Math.max(step.tail, call.part + 1);
  const owesResult = step.owesResult || (call.recorded && call.runs === 'here');
  const grown: Step = { ...placed, tail, owesResult };
  const indexed = call.recorded
    ? indexCall(state.calls, call)
    : {
        ...state.calls,
        byPlace: state.calls.byPlace.set(call.place, call),
        open: state.calls.open.set(call.place, true),
      };
  const calls = { ...indexed, outward: indexed.outward.set(call.outwardId, call.place) };
  tell({ type: 'call-came', step: grown, call, wordsFrom: Math.min(step.tail, call.part) });
  return { ...state, steps: state.steps.set(step.key, grown), calls };
}

interface Claimed {
  readonly key: string;
  readonly first: Early;
  readonly rest: Vector<Early>;
}

/** The result that was here before its call. */
function earlyResult({ calls }: ThreadState, call: Omit<Call, 'outwardId'>): Claimed | undefined {
  if (calls.early.size === 0) return undefined;
  for (const key of earlyKeys(call)) {
    const waiting = calls.early.get(key);
    const first = waiting?.at(0);
    if (waiting !== undefined && first !== undefined)
      return { key, first, rest: Vector.from(waiting.toArray().slice(1)) };
  }
  return undefined;
}

/** It takes its place now. */
function bindEarly(state: ThreadState, claimed: Claimed | undefined, tell: Tell): ThreadState {
  if (claimed === undefined) return state;
  const { key, first, rest } = claimed;
  const early = rest.length === 0 ? state.calls.early.delete(key) : state.calls.early.set(key, rest);
  const log = state.log.set(first.entry, { kind: 'gone', was: 'orphan', since: state.seq });
  return foldCompleted({ ...state, calls: { ...state.calls, early }, log }, first.result, tell);
}

export function foldStarted(state: ThreadState, event: ToolStarted, tell: Tell): ThreadState {
  const call = findCall(state, event, 'started');
  if (call === undefined) return noteAnomaly(state, event, 'call-unknown');
  const moved = moveCall(state, event, call, { name: 'running' }, { startedAt: event.at }, tell);
  return { ...moved, calls: passUnnamed(moved.calls, call, 'started') };
}

export function foldRetrying(state: ThreadState, event: ToolRetrying, tell: Tell): ThreadState {
  const call = findCall(state, event, 'settled');
  if (call === undefined) return noteAnomaly(state, event, 'call-unknown');
  const { attempt, max_attempts: max, error } = event;
  return moveCall(state, event, call, { name: 'retrying', attempt, max, error }, { attempt }, tell);
}

export function foldOutputDelta(state: ThreadState, event: ToolOutputDelta, tell: Tell): ThreadState {
  const call = findCall(state, event, 'settled');
  if (call === undefined) return noteAnomaly(state, event, 'call-unknown');
  if (call.state.name === 'settled') return noteAnomaly(state, event, 'call-ended');
  const output = extend(call.output, event.offset, event.text);
  if (output === undefined) return noteAnomaly(state, event, 'text-missing');
  if (output === call.output) return state;
  return changeCall(state, call, { ...call, output }, tell);
}

export function foldCompleted(state: ThreadState, event: ToolCompleted, tell: Tell): ThreadState {
  const call = findCall(state, event, 'settled');
  if (call === undefined || !call.recorded) return keepEarly(state, event, tell);
  // What a later result does not say again stays as the provisional one said it: the model has read that.
  const known = callResult(call)?.provisional === true ? callResult(call) : undefined;
  const result: CallResult = {
    by: 'result',
    outcome: event.outcome,
    parts: event.parts ?? known?.parts ?? [],
    structured: event.structured === undefined ? known?.structured : event.structured,
    error: event.error,
    durationMs: event.duration_ms ?? known?.durationMs,
    fullSize: event.full_size ?? known?.fullSize,
    fullBlob: event.full_blob ?? known?.fullBlob,
    provisional: event.provisional === true,
    at: event.at,
    ...(known !== undefined && keepsWords(known, event) && { wordsAt: known.wordsAt ?? known.at }),
  };
  if (!mayMove(call.state, { name: 'settled', result })) return noteAnomaly(state, event, 'result-known');
  const settled = changeCall(state, call, { ...call, state: { name: 'settled', result } }, tell);
  if (call.state.name === 'settled' || call.named) return settled;
  return { ...settled, calls: passUnnamed(settled.calls, call, 'settled') };
}

/** What is read of the call is what the provisional result said. */
function keepsWords(known: CallResult, { parts, structured }: ToolCompleted): boolean {
  if (parts !== undefined) return false;
  return known.parts.length > 0 || (known.structured !== undefined && structured === undefined);
}

function keepEarly(state: ThreadState, event: ToolCompleted, tell: Tell): ThreadState {
  const key = earlyKey(event);
  const waiting = state.calls.early.get(key) ?? Vector.empty<Early>();
  if (event.call !== undefined && waiting.length > 0) return noteAnomaly(state, event, 'result-known');
  const id = orphanOutwardId(state.calls, event);
  const early = state.calls.early.set(key, waiting.append({ result: event, outwardId: id, entry: state.log.length }));
  tell({ type: 'orphan-came', result: event });
  const calls = { ...state.calls, early, outward: state.calls.outward.set(id, '') };
  return { ...state, calls, log: state.log.append({ kind: 'orphan', result: event, outwardId: id }) };
}

function moveCall(
  state: ThreadState,
  event: ToolStarted | ToolRetrying,
  call: Call,
  to: CallState,
  also: Partial<Call>,
  tell: Tell,
): ThreadState {
  if (!mayMove(call.state, to)) return noteAnomaly(state, event, 'illegal-move');
  return changeCall(state, call, { ...call, ...also, state: to }, tell);
}
