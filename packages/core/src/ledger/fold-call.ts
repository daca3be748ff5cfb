import { placeNewCall, placeOrphan, removeOrphan } from '../timeline/place-call.ts';
import { Vector } from '../structure/vector.ts';
import { noteAnomaly } from './anomaly.ts';
import { mayMove } from './call.ts';
import type { Call, CallResult, CallState } from './call.ts';
import { changeCall } from './change-call.ts';
import type { ToolCalled, ToolCompleted, ToolInputDelta, ToolOutputDelta, ToolRetrying, ToolStarted } from './event.ts';
import { earlyKey, earlyKeys, findCall, indexCall, passUnnamed, placeOfId } from './find-call.ts';
import { placeKey } from './keys.ts';
import { emptyPartialJson, feedPartialJson, latePartialJson } from './partial-json.ts';
import type { Step, ThreadState } from './state.ts';
import { extend, openStep, setPart } from './step.ts';

export function foldInputDelta(state: ThreadState, event: ToolInputDelta): ThreadState {
  const step = openStep(state, event);
  if (typeof step === 'string') return noteAnomaly(state, event, step);
  const known = callAt(state, step, event.part);
  if (known === undefined) {
    if (takenByOther(step, event.part)) return noteAnomaly(state, event, `part ${event.part} is no call`);
    if (event.offset > 0) return noteAnomaly(state, event, 'the arguments before this are missing');
    const place = placeKey(event.scope, event.step, event.part);
    return addCall(state, step, streamingCall(event, place));
  }
  if (known.state.name !== 'streaming') return noteAnomaly(state, event, 'the call is complete already');
  const text = extend(known.arguments, event.offset, event.text);
  if (text === undefined) return noteAnomaly(state, event, 'the arguments before this are missing');
  // A name may come late, but it does not change: how the deltas were cut must not matter.
  const name = known.name === '' ? (event.name ?? '') : known.name;
  if (text === known.arguments && name === known.name) return state;
  // Cut from the delta: slicing the whole would copy it at every delta.
  const fresh = event.text.slice(known.arguments.length - event.offset);
  const input = feedPartialJson(known.input, fresh);
  return changeCall(state, known, { ...known, name, arguments: text, input });
}

export function foldCalled(state: ThreadState, event: ToolCalled): ThreadState {
  const step = openStep(state, event);
  if (typeof step === 'string') return noteAnomaly(state, event, step);
  const place = placeKey(event.scope, event.step, event.part);
  const known = callAt(state, step, event.part);
  if (known === undefined && takenByOther(step, event.part)) {
    return noteAnomaly(state, event, `part ${event.part} is no call`);
  }
  if (known?.recorded === true) return noteAnomaly(state, event, 'the call is recorded already');
  const twin = event.call !== undefined && placeOfId(state.calls, event.scope, event.step, event.call) !== undefined;
  if (twin) return noteAnomaly(state, event, `step ${event.step} has a call ${event.call} already`);
  const call = recordedCall(event, place, known?.calledAt ?? event.at);
  if (known === undefined) return bindEarly(addCall(state, step, call), call);
  if (!mayMove(known.state, call.state)) return noteAnomaly(state, event, 'the call was cut off');
  const owing = call.runs === 'here' && !step.owesResult ? { ...step, owesResult: true } : step;
  const indexed = { ...state, steps: state.steps.set(step.key, owing), calls: indexCall(state.calls, call) };
  return bindEarly(changeCall(indexed, known, call), call);
}

function callAt(state: ThreadState, step: Step, index: number): Call | undefined {
  const part = step.parts.at(index);
  return part?.kind === 'call' ? state.calls.byPlace.get(part.call) : undefined;
}

function takenByOther(step: Step, index: number): boolean {
  const part = step.parts.at(index);
  return part !== undefined && part.kind !== 'absent';
}

function streamingCall(event: ToolInputDelta, place: string): Call {
  return {
    place,
    id: `${event.step}.${event.part}`,
    named: false,
    recorded: false,
    providerId: undefined,
    scope: event.scope,
    step: event.step,
    part: event.part,
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

function recordedCall(event: ToolCalled, place: string, calledAt: number): Call {
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
function addCall(state: ThreadState, step: Step, call: Call): ThreadState {
  const placed = setPart(step, call.part, { kind: 'call', call: call.place });
  const tail = Math.max(step.tail, call.part + 1);
  const owesResult = step.owesResult || (call.recorded && call.runs === 'here');
  const grown: Step = { ...placed, tail, owesResult };
  const calls = call.recorded
    ? indexCall(state.calls, call)
    : {
        ...state.calls,
        byPlace: state.calls.byPlace.set(call.place, call),
        open: state.calls.open.set(call.place, true),
      };
  const added = { ...state, steps: state.steps.set(step.key, grown), calls };
  return { ...added, timeline: placeNewCall(added, grown, Math.min(step.tail, call.part), call) };
}

/** The result was here before its call: it takes its place now. */
function bindEarly(state: ThreadState, call: Call): ThreadState {
  if (state.calls.early.size === 0) return state;
  for (const key of earlyKeys(call)) {
    const waiting = state.calls.early.get(key);
    const result = waiting?.at(0);
    if (waiting === undefined || result === undefined) continue;
    const rest = Vector.from(waiting.toArray().slice(1));
    const early = rest.length === 0 ? state.calls.early.delete(key) : state.calls.early.set(key, rest);
    const freed = { ...state, calls: { ...state.calls, early }, timeline: removeOrphan(state.timeline, result) };
    return foldCompleted(freed, result);
  }
  return state;
}

export function foldStarted(state: ThreadState, event: ToolStarted): ThreadState {
  const call = findCall(state, event, 'started');
  if (call === undefined) return noteAnomaly(state, event, 'no such call');
  const moved = moveCall(state, event, call, { name: 'running' }, { startedAt: event.at });
  return { ...moved, calls: passUnnamed(moved.calls, call, 'started') };
}

export function foldRetrying(state: ThreadState, event: ToolRetrying): ThreadState {
  const call = findCall(state, event, 'settled');
  if (call === undefined) return noteAnomaly(state, event, 'no such call');
  const { attempt, max_attempts: max, error } = event;
  return moveCall(state, event, call, { name: 'retrying', attempt, max, error }, {});
}

export function foldOutputDelta(state: ThreadState, event: ToolOutputDelta): ThreadState {
  const call = findCall(state, event, 'settled');
  if (call === undefined) return noteAnomaly(state, event, 'no such call');
  if (call.state.name === 'settled') return noteAnomaly(state, event, 'the call has ended');
  const output = extend(call.output, event.offset, event.text);
  if (output === undefined) return noteAnomaly(state, event, 'the output before this is missing');
  if (output === call.output) return state;
  return changeCall(state, call, { ...call, output });
}

export function foldCompleted(state: ThreadState, event: ToolCompleted): ThreadState {
  const call = findCall(state, event, 'settled');
  if (call === undefined || !call.recorded) return keepEarly(state, event);
  const result: CallResult = {
    outcome: event.outcome,
    parts: event.parts ?? [],
    structured: event.structured,
    error: event.error,
    durationMs: event.duration_ms,
    fullSize: event.full_size,
    fullBlob: event.full_blob,
    at: event.at,
  };
  if (!mayMove(call.state, { name: 'settled', result }))
    return noteAnomaly(state, event, 'the call has its result already');
  const settled = changeCall(state, call, { ...call, state: { name: 'settled', result } });
  return { ...settled, calls: passUnnamed(settled.calls, call, 'settled') };
}

function keepEarly(state: ThreadState, event: ToolCompleted): ThreadState {
  const key = earlyKey(event);
  const waiting = state.calls.early.get(key) ?? Vector.empty<ToolCompleted>();
  if (event.call !== undefined && waiting.length > 0) return noteAnomaly(state, event, 'the result is here already');
  const calls = { ...state.calls, early: state.calls.early.set(key, waiting.append(event)) };
  const kept = { ...state, calls, log: state.log.append({ kind: 'orphan', result: event } as const) };
  return { ...kept, timeline: placeOrphan(kept, event) };
}

function moveCall(
  state: ThreadState,
  event: ToolStarted | ToolRetrying,
  call: Call,
  to: CallState,
  also: Partial<Call>,
): ThreadState {
  if (!mayMove(call.state, to))
    return noteAnomaly(state, event, `a call that is ${call.state.name} cannot be ${to.name}`);
  return changeCall(state, call, { ...call, ...also, state: to });
}
